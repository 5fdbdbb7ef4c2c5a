import type { RetentionKind } from '@prenoto/core/retention/retention-periods.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { fromKysely, type PgBoss, type SendOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { type DatabaseUrls, openQueuePool } from '../database/connection.ts'
import { createBoss, type QueueName } from '../database/queues.ts'
import type { TenantDatabase } from '../database/tenant-database.ts'
import { outageLog } from '../lib/outage-log.ts'

/** Data of the jobs by queue: only ids, no personal data. A job reads the records when it runs. */
export type JobData = {
  notify:
    | { event: 'booking-cancelled'; booking_id: number }
    /** `is_quiet`: the staff do not want the customer to be notified. */
    | { event: 'booking-created'; booking_id: number; is_quiet?: boolean }
    /** Cancelled or rescheduled while undo is possible, or restored: refreshes open dashboards, sends nothing. */
    | { event: 'booking-undo-pending'; booking_id: number }
    /** Attendance, telephone number or the state of a text message was set: refreshes open dashboards, sends nothing. */
    | { event: 'booking-attendance'; booking_id: number }
    /**
     * `concerns_customer`: the customer is notified; `by_customer`: the customer has rescheduled it;
     * `is_today`: the visit was or is today.
     */
    | {
        event: 'booking-changed'
        booking_id: number
        concerns_customer: boolean
        by_customer?: boolean
        is_today?: boolean
      }
    /** Rescheduled by staff. Runs after the undo period and does nothing if the booking is back at `from`. */
    | {
        event: 'booking-rescheduled'
        booking_id: number
        from: { calendar_id: number; visit_day: PlainDate; visit_hour: PlainTime }
      }
    /** Bookings of one series, reported in one message about the first of `booking_ids`. */
    | { event: 'series-created'; booking_ids: number[]; is_quiet?: boolean }
    | { event: 'series-cancelled'; booking_ids: number[] }
    | { event: 'series-changed'; booking_ids: number[]; concerns_customer: boolean }
    /** The mail server refused the customer's address. */
    | { event: 'email-refused'; booking_id: number }
    /** WhatsApp and SMS have reached the business's cap of this month. */
    | { event: 'text-cap-reached'; month: PlainDate }
    /** E-mails wait: the business has used up its budget, or one mailbox got too many. */
    | { event: 'emails-postponed'; reason: 'budget' | 'mailbox'; day: PlainDate }
    | { event: 'contact-requested'; contact_request_id: number }
    /** Nothing arrives at an address of another program any more. */
    | { event: 'webhook-paused'; webhook_id: number }
    /** Cancelled as unusual: sends nothing, offers the slots to the waiting list. */
    | { event: 'unusual-bookings-cancelled'; booking_ids: number[] }
    /** An address of another calendar has not been read since then. */
    | { event: 'busy-feed-failing'; feed_id: number; since: string }
    /** More bookings than usual have arrived within an hour. */
    | { event: 'unusual-bookings' }
  'send-email': { message_id: number }
  /** The notification of a user and one of the user's devices. */
  'send-push': { notification_id: number; subscription_id: number }
  /** `is_check`: looks an hour later whether it was delivered. */
  'send-text': { text_message_id: number; is_check?: true }
  /** Sends the due deliveries of the business. */
  'send-webhook': Record<string, never>
  'plan-reminders': Record<string, never>
  /** The day with a freed slot; without one, every day with waiting customers is checked. */
  'offer-slots': { visit_day?: PlainDate }
  'read-busy-feed': { feed_id: number }
  /** The first job of a run is empty; the others continue after a customer, with the counts of what was removed. */
  'apply-retention': { after?: number; removed?: { [K in RetentionKind]?: number } }
  /** Checks, imports or undoes the next lines, as the import's state says. */
  'run-import': { import_id: number }
  'make-data-copy': { copy_id: number }
  /** `deleted_at` distinguishes this deletion from a later one after a restore. */
  'purge-user': { user_id: number; deleted_at: string }
}

export type NotifyJob = JobData['notify']

/** Minimum interval between wake-ups of workers, milliseconds: a burst of jobs runs in batches. */
const WAKE_PAUSE = 500

/** Interval between searches for jobs of dead processes. */
const SUPERVISE_SECONDS = 15
/** Interval between deletions of completed jobs. */
const MAINTENANCE_SECONDS = 60

/** A failure that a retry is unlikely to fix; its job has fewer retries. */
export class LastingFailure extends Error {}

/** A failure shared by many jobs, logged once where it is detected and not once per job. */
export class KnownOutage extends Error {}

export type Job<Q extends QueueName> = { tenant_id: number; data: JobData[Q] }

/** Jobs of a higher priority run first; the default is 0. */
type NewJob<Q extends QueueName> = {
  data: JobData[Q]
  priority: number
  /** Delay by the database's clock. */
  seconds?: number
}

/** The tenant and the transaction that add a job. */
type Origin = { db: TenantDatabase; tenant: { id: number } }

/** The job queue: jobs are added in the transaction that causes them and run by any process, at least once. */
export type Jobs = {
  /** Adds a job in the transaction of `ctx`, so it exists only if that commits. `startAfter` is in seconds, by the database's clock. */
  add<Q extends QueueName>(ctx: Origin, queue: Q, data: JobData[Q], options?: SendOptions): Promise<void>
  addAll<Q extends QueueName>(ctx: Origin, queue: Q, jobs: NewJob<Q>[]): Promise<void>
  /** Called after a commit: this process polls for new jobs soon. */
  wake(): void
}

/** How long running jobs may take to end when the process stops, milliseconds. Another process repeats the rest. */
const STOP_TIMEOUT = 3_000

export type JobQueue = Jobs & { boss: PgBoss; workers: Map<QueueName, string>; stop(): Promise<void> }

/** Opens the queue for adding jobs; `startWorkers` also runs them. */
export async function openJobQueue(
  urls: DatabaseUrls,
  log: Logger,
  { wakePause = WAKE_PAUSE } = {},
): Promise<JobQueue> {
  const outage = outageLog(log, 'jobs')
  const pool = openQueuePool(urls, outage)
  const boss = createBoss(pool, {
    migrate: false,
    // Needs the owner of the tables; autovacuum suffices.
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
  })
  boss.on('error', (error) => {
    if (!outage.isOut) log.error({ err: error }, 'job queue')
  })
  try {
    await boss.start()
  } catch (error) {
    await pool.end()
    throw error
  }

  const workers = new Map<QueueName, string>()
  const withNewJobs = new Set<QueueName>()
  const toWake = new Set<QueueName>()
  let waking: NodeJS.Timeout | undefined
  let wokenAt = 0
  return {
    boss,
    workers,
    async add(ctx, queue, data, options) {
      const job: Job<typeof queue> = { tenant_id: ctx.tenant.id, data }
      await ctx.db.inTransaction((db) => boss.send(queue, job, { ...options, db: fromKysely(db) }))
      if (!options?.startAfter) withNewJobs.add(queue)
    },
    async addAll(ctx, queue, jobs) {
      if (jobs.length === 0) return
      const tenant_id = ctx.tenant.id
      const rows = jobs.map(({ data, priority, seconds }) => ({
        priority,
        ...(seconds !== undefined && { startAfter: seconds }),
        data: { tenant_id, data } satisfies Job<typeof queue>,
      }))
      await ctx.db.inTransaction((db) => boss.insert(queue, rows, { db: fromKysely(db) }))
      withNewJobs.add(queue)
    },
    wake() {
      if (withNewJobs.size === 0) return
      for (const queue of withNewJobs) toWake.add(queue)
      withNewJobs.clear()
      waking ??= setTimeout(
        () => {
          waking = undefined
          wokenAt = performance.now()
          for (const [queue, worker] of workers) if (toWake.has(queue)) boss.notifyWorker(worker)
          toWake.clear()
        },
        Math.max(0, wokenAt + wakePause - performance.now()),
      ).unref()
    },
    async stop() {
      clearTimeout(waking)
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT })
      await pool.end()
    },
  }
}
