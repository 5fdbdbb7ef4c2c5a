import type { Logger } from 'pino'
import { type FairQueue, fairQueue } from '../fair-queue.ts'
import { UPLOAD_QUOTA_MB } from '../settings.ts'
import { type Drawer, openDrawer } from './drawer.ts'
import type { FileStore } from './file-store.ts'

/** What uploads may take of a process, and a business of it. Times in milliseconds. */
const LIMITS = {
  /** Megabytes that one business may keep. */
  quotaMb: UPLOAD_QUOTA_MB,
  /** Bodies that are received or drawn at once; a body has 5 MB. */
  atOnce: 4,
  atOncePerBusiness: 2,
  /** Bodies that wait unread; about as many as are drawn while a browser has patience. */
  waiting: 12,
  waitingPerBusiness: 4,
  patience: 8_000,
  /** For a body to arrive once its turn has come. */
  receiving: 10_000,
  /** For one picture to be drawn. */
  drawing: 20_000,
}
export type UploadLimits = typeof LIMITS

/** What taking, keeping and showing uploads needs. */
export type Uploads = {
  files: FileStore
  limits: UploadLimits
  /** Whose body may be received, and then drawn. */
  turns: FairQueue
  /** Whose picture is drawn: one at a time, since a large one takes some 100 MB. */
  drawing: FairQueue
  drawer: Drawer
  /** Whom a business asks for more room. */
  provider: { email: string }
  log: Logger
}

type Parts = Pick<Uploads, 'files' | 'provider' | 'log'> & { limits?: Partial<UploadLimits> }

export function openUploads({ limits: given, ...parts }: Parts): Uploads {
  const limits = { ...LIMITS, ...given }
  const { atOnce, atOncePerBusiness, waiting, waitingPerBusiness, patience } = limits
  return {
    ...parts,
    limits,
    drawer: openDrawer(),
    turns: fairQueue({
      atOnce,
      atOncePerKey: atOncePerBusiness,
      waiting,
      waitingPerKey: waitingPerBusiness,
      patience,
    }),
    // Whoever has a turn is drawn in the end: only they come here.
    drawing: fairQueue({
      atOnce: 1,
      atOncePerKey: 1,
      waiting: atOnce,
      waitingPerKey: atOnce,
      patience: atOnce * limits.drawing,
    }),
  }
}
