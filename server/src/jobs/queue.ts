import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { APP_ROLE } from '../database/connection.ts'
import { QUEUE_SCHEMA, type QueueName } from '../database/queues.ts'
import type { TenantDatabase } from '../database/tenant-database.ts'

/**
 * What each queue's jobs carry. No personal data: a job names records and reads them when it runs, and a booking knows
 * whether it was a visitor or the staff.
 */
export type JobData = {
  announce:
    | { cause: 'booking-created' | 'booking-cancelled'; booking_id: number }
    /** `concerns_customer`: more has changed than what the business notes about them. */
    | { cause: 'booking-changed'; booking_id: number; concerns_customer: boolean }
    | { cause: 'contact-requested'; contact_request_id: number }
  'send-email': { message_id: number }
  'plan-reminders': Record<string, never>
}

/** How often jobs are looked for whose process has died. */
const LOOK_SECONDS = 15

/** A job as it stands in its queue. */
export type Job<Q extends QueueName> = { tenant_id: number; data: JobData[Q] }

/** The business, and the transaction of it, that causes a job. */
type Cause = { db: TenantDatabase; tenant: { id: number } }

/** The job queue: jobs are added in the transaction of their cause and run by any process, at least once. */
export type Jobs = {
  /** Adds a job in the transaction of `cause`: it exists if and only if that commits. */
  add<Q extends QueueName>(cause: Cause, queue: Q, data: JobData[Q]): Promise<void>
  addAll<Q extends QueueName>(cause: Cause, queue: Q, data: JobData[Q][]): Promise<void>
  /** After a commit: this process looks for new jobs at once instead of at its next turn. */
  wake(): void
}

export type JobQueue = Jobs & { boss: PgBoss; workers: string[]; stop(): Promise<void> }

/** Opens the queue for adding jobs; `startWorkers` makes this process run them, too. */
export async function openJobQueue(url: string, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    options: `-c role=${APP_ROLE} -c timezone=UTC`,
    schema: QUEUE_SCHEMA,
    max: 3,
    migrate: false,
    // What only the owner of the tables may do is left to PostgreSQL's own housekeeping.
    reindex: false,
    monitorVacuum: false,
    schedule: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()

  const workers: string[] = []
  let hasNews = false
  return {
    boss,
    workers,
    async add(cause, queue, data) {
      const job: Job<typeof queue> = { tenant_id: cause.tenant.id, data }
      await boss.send(queue, job, { db: fromKysely(cause.db) })
      hasNews = true
    },
    async addAll(cause, queue, data) {
      if (data.length === 0) return
      const jobs = data.map((data): { data: Job<typeof queue> } => ({ data: { tenant_id: cause.tenant.id, data } }))
      await boss.insert(queue, jobs, { db: fromKysely(cause.db) })
      hasNews = true
    },
    wake() {
      if (!hasNews) return
      hasNews = false
      for (const worker of workers) boss.notifyWorker(worker)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
