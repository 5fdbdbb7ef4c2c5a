import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import { APP_ROLE } from '../database/connection.ts'
import { QUEUE_SCHEMA, type QueueName } from '../database/queues.ts'
import { tenantDatabase } from '../database/tenant-database.ts'
import { findTenant } from '../tenants/tenants.repository.ts'
import { notifyStaff } from './notify-staff.ts'

/** What each queue's jobs carry. No personal data: a job names records and reads them when it runs. */
export type JobData = {
  'notify-staff': { cause: 'booking-created'; booking_id: number }
}

type Job<Q extends QueueName> = JobData[Q] & { tenant_id: number }

/** The job queue: jobs are added in the transaction of their cause and run by any process, at least once. */
export type Jobs = {
  /** Adds a job in the transaction of `ctx`: it exists if and only if that commits. */
  add<Q extends QueueName>(ctx: Context, queue: Q, data: JobData[Q]): Promise<void>
  /** After a commit: this process looks for new jobs at once instead of at its next turn. */
  wake(): void
  stop(): Promise<void>
}

const HANDLERS: { [Q in QueueName]: (ctx: Context, data: JobData[Q]) => Promise<void> } = {
  'notify-staff': notifyStaff,
}

/** Opens the queue for adding jobs and, with `work`, runs them in this process. */
export async function openJobs(
  url: string,
  pool: pg.Pool,
  { clock, log, work = true }: { clock: Clock; log: Logger; work?: boolean },
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    options: `-c role=${APP_ROLE} -c timezone=UTC`,
    schema: QUEUE_SCHEMA,
    max: 3,
    migrate: false,
    reindex: false,
    monitorVacuum: false,
    schedule: false,
    supervise: work,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()

  const workers: string[] = []
  let hasNews = false

  const jobs: Jobs = {
    async add(ctx, queue, data) {
      await boss.send(queue, { ...data, tenant_id: ctx.tenant.id }, { db: fromKysely(ctx.db) })
      hasNews = true
    },
    wake() {
      if (!hasNews) return
      hasNews = false
      for (const worker of workers) boss.notifyWorker(worker)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }

  async function run<Q extends QueueName>(queue: Q, { tenant_id, ...data }: Job<Q>) {
    const db = tenantDatabase(pool, tenant_id)
    const tenant = await findTenant(db, tenant_id)
    if (!tenant) return
    await HANDLERS[queue]({ db, tenant, now: clock(), jobs }, data as unknown as JobData[Q])
  }

  if (work)
    for (const queue of Object.keys(HANDLERS) as QueueName[])
      workers.push(
        await boss.work<Job<typeof queue>>(queue, { pollingIntervalSeconds: 2 }, async ([job]) => {
          if (!job) return
          try {
            await run(queue, job.data)
          } catch (error) {
            log.warn({ err: error, queue, job: job.id, tenant: job.data.tenant_id }, 'job failed, will be tried again')
            throw error
          }
        }),
      )
  return jobs
}
