import type { Logger } from 'pino'
import { unavailable } from '../../lib/errors.ts'
import { type FairSemaphore, fairSemaphore } from '../../lib/fair-semaphore.ts'
import { UPLOAD_QUOTA_MB } from '../../settings/settings.ts'
import type { FileStore } from './file-store.ts'

/** Limits of one process and of one business in it. Timeouts in milliseconds. */
const LIMITS = {
  /** Megabytes of storage for one business. */
  quotaMb: UPLOAD_QUOTA_MB,
  /** Bodies that are received or resized at once; a body has up to 5 MB. */
  concurrent: 3,
  concurrentPerBusiness: 2,
  /** Unread bodies in the queue. */
  queued: 12,
  queuedPerBusiness: 4,
  queueTimeout: 8_000,
  receiveTimeout: 10_000,
  resizeSeconds: 20,
}
export type UploadLimits = typeof LIMITS

export type Uploads = {
  files: FileStore
  limits: UploadLimits
  /** Permits to receive and process a body. */
  processing: FairSemaphore
  /** The permit to resize: one picture at a time, since a large one takes about 100 MB. */
  resizing: FairSemaphore
  /** Shown to a business whose quota is used up. */
  provider: { email: string }
  log: Logger
}

const BUSY = 'Stanno arrivando troppe immagini insieme: riprova tra qualche secondo.'

/** Seconds; half of a full queue is processed by then. */
const RETRY_AFTER = 10

type OpenUploadsParts = Pick<Uploads, 'files' | 'provider' | 'log'> & { limits?: Partial<UploadLimits> }

export function openUploads({ limits: changedLimits, ...parts }: OpenUploadsParts): Uploads {
  const limits = { ...LIMITS, ...changedLimits }
  const { concurrent } = limits
  const rejection = () => unavailable(BUSY, RETRY_AFTER)
  return {
    ...parts,
    limits,
    processing: fairSemaphore({
      perKey: limits.concurrentPerBusiness,
      total: concurrent,
      maxQueuedPerKey: limits.queuedPerBusiness,
      maxQueued: limits.queued,
      timeout: limits.queueTimeout,
      rejection,
    }),
    // Never full: only holders of a `processing` permit wait here.
    resizing: fairSemaphore({
      perKey: 1,
      total: 1,
      maxQueuedPerKey: concurrent,
      timeout: concurrent * limits.resizeSeconds * 1000,
      rejection,
    }),
  }
}
