import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { fromKysely, type PgBoss, type SendOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { type DatabaseUrls, openQueuePool } from '../database/connection.ts'
import { bossOver, type QueueName } from '../database/queues.ts'
import type { TenantDatabase } from '../database/tenant-database.ts'
import { outageLog } from '../lib/outage-log.ts'

/**
 * What each queue's jobs carry. No personal data: a job names records and reads them when it runs, and a booking knows
 * whether it was a visitor or the staff.
 */
export type JobData = {
  notify:
    | { event: 'booking-created' | 'booking-cancelled'; booking_id: number }
    /** Deleted or moved, but that may be undone, or just undone: nobody is written to, open dashboards show it. */
    | { event: 'booking-undecided'; booking_id: number }
    /** The outcome of a visit, or the number of its customer, was set: only open dashboards show it. */
    | { event: 'booking-attendance'; booking_id: number }
    /** `concerns_customer`: more has changed than what the business notes about them; `by_customer`: they have moved it themselves. */
    | { event: 'booking-changed'; booking_id: number; concerns_customer: boolean; by_customer?: boolean }
    /** Moved by hand: told of when that can no longer be undone, unless the booking is back by then. */
    | {
        event: 'booking-rescheduled'
        booking_id: number
        from: { calendar_id: number; visit_day: PlainDate; visit_hour: PlainTime }
      }
    /** Visits of one series, told of together; the first of `booking_ids` stands for them. */
    | { event: 'series-created' | 'series-cancelled'; booking_ids: number[] }
    | { event: 'series-changed'; booking_ids: number[]; concerns_customer: boolean }
    /** The customer's address was refused. */
    | { event: 'email-refused'; booking_id: number }
    | { event: 'contact-requested'; contact_request_id: number }
  'send-email': { message_id: number }
  'plan-reminders': Record<string, never>
  /** The day on which a place may be free; without one all days for which somebody waits are looked at. */
  'offer-slots': { visit_day?: PlainDate }
  /** `deleted_at`: by which a removal is told from another one, after it was undone. */
  'forget-user': { user_id: number; deleted_at: string }
}

export type NotifyJob = JobData['notify']

/** Milliseconds between two times that workers are woken: the first job runs at once, a burst in batches. */
const WAKE_PAUSE = 500

/** How often jobs are looked for whose process has died, and those that are done are removed. */
const LOOK_SECONDS = 15
const SWEEP_SECONDS = 60

/** A failure that another attempt will hardly mend: a job gives up on it sooner. */
export class LastingFailure extends Error {}

/** A failure for a cause that many jobs share, which is logged where it is found and not once per job. */
export class KnownOutage extends Error {}

/** A job as it stands in its queue. */
export type Job<Q extends QueueName> = { tenant_id: number; data: JobData[Q] }

/** Of a higher priority is done before, whatever was added first; the usual one is 0. */
type NewJob<Q extends QueueName> = {
  data: JobData[Q]
  priority: number
  /** After how many it begins, by the clock of the database; at once without them. */
  seconds?: number
}

/** The tenant and the transaction that add a job. */
type Origin = { db: TenantDatabase; tenant: { id: number } }

/** The job queue: jobs are added in the transaction that causes them and run by any process, at least once. */
export type Jobs = {
  /** Adds a job in the transaction of `ctx`, so it exists only if that commits. `startAfter` is in seconds, by the database's clock. */
  add<Q extends QueueName>(ctx: Origin, queue: Q, data: JobData[Q], options?: SendOptions): Promise<void>
  addAll<Q extends QueueName>(ctx: Origin, queue: Q, jobs: NewJob<Q>[]): Promise<void>
  /** After a commit: this process looks for new jobs soon instead of at its next turn. */
  wake(): void
}

/**
 * Milliseconds in which jobs that are under way may still end as the process stops: with the time in which it is drained before,
 * less than it is given in all. What a silent mail server holds up is done by another process.
 */
const WIND_UP = 3_000

export type JobQueue = Jobs & { boss: PgBoss; workers: Map<QueueName, string>; stop(): Promise<void> }

/** Opens the queue for adding jobs; `startWorkers` makes this process run them, too. */
export async function openJobQueue(urls: DatabaseUrls, log: Logger): Promise<JobQueue> {
  const outage = outageLog(log, 'database, for jobs')
  const pool = openQueuePool(urls, outage)
  const boss = bossOver(pool, {
    migrate: false,
    // What only the owner of the tables may do is left to PostgreSQL's own housekeeping.
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    maintenanceIntervalSeconds: SWEEP_SECONDS,
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
        Math.max(0, wokenAt + WAKE_PAUSE - performance.now()),
      ).unref()
    },
    async stop() {
      clearTimeout(waking)
      await boss.stop({ graceful: true, timeout: WIND_UP })
      await pool.end()
    },
  }
}
