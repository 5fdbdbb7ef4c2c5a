import type { Logger } from 'pino'
import { unavailable } from '../../lib/errors.ts'
import { type FairShare, fairShare } from '../../lib/fair-share.ts'
import { UPLOAD_QUOTA_MB } from '../../settings/settings.ts'
import type { FileStore } from './file-store.ts'

/** What uploads may take of a process, and a business of it. Times in milliseconds. */
const LIMITS = {
  /** Megabytes that one business may keep. */
  quotaMb: UPLOAD_QUOTA_MB,
  /** Bodies that are received or drawn at once; a body has 5 MB. */
  atOnce: 3,
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
  turns: FairShare
  /** Whose picture is drawn: one at a time, since a large one takes some 100 MB. */
  drawing: FairShare
  /** Whom a business asks for more room. */
  provider: { email: string }
  log: Logger
}

const BUSY = 'Stanno arrivando troppe immagini insieme: riprova tra qualche secondo.'

/** Seconds: half a queue is drawn by then. */
const COME_BACK = 10

type Parts = Pick<Uploads, 'files' | 'provider' | 'log'> & { limits?: Partial<UploadLimits> }

export function openUploads({ limits: given, ...parts }: Parts): Uploads {
  const limits = { ...LIMITS, ...given }
  const { atOnce } = limits
  const refusal = () => unavailable(BUSY, COME_BACK)
  return {
    ...parts,
    limits,
    turns: fairShare({
      each: limits.atOncePerBusiness,
      all: atOnce,
      waiting: limits.waitingPerBusiness,
      waitingInAll: limits.waiting,
      patience: limits.patience,
      refusal,
    }),
    // Only those who have a turn come here, and each is drawn in the end.
    drawing: fairShare({ each: 1, all: 1, waiting: atOnce, patience: atOnce * limits.drawing, refusal }),
  }
}
