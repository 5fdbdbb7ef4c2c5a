import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Pool } from '../database/connection.ts'
import type { QueueName } from '../database/queues.ts'
import { tenantDatabase } from '../database/tenant-database.ts'
import { SMTP_CONNECTIONS } from '../mail/mailer.ts'
import { giveUpMessage, type PostOffice, sendMessage } from '../mail/send-message.ts'
import { findTenant } from '../tenants/tenants.repository.ts'
import { afterRequests } from './after-requests.ts'
import { announce } from './announce.ts'
import { forgetExpired } from './forget-expired.repository.ts'
import { LastingFailure } from './lasting-failure.ts'
import { planReminders } from './plan-reminders.ts'
import type { Job, JobData, JobQueue } from './queue.ts'
import { takeDaysOfReminders } from './reminder-days.repository.ts'

/** How often a worker looks for jobs that another process added. */
const POLL_SECONDS = 2

/** How often it takes one batch of what keeps to a pace: some 50 jobs a second. */
const PACE_SECONDS = 0.5

/** How often a process looks whether a day of reminders has begun somewhere, milliseconds. */
const DAY_LOOK = 60_000

/** How often a process forgets what has expired, milliseconds. */
const HOUR = 3_600_000

/** Reminders are planned a minute after their time: whoever booked just before it has committed by then. */
const PLAN_TIME = '09:01:00'

/** A failure that nobody expects to mend is tried so many times again, in case it was none. */
const PATIENCE = 5

type Parts = {
  queue: JobQueue
  pool: Pool
  clock: Clock
  log: Logger
  office: PostOffice
  /** Whether requests are answered beside: then a burst of work keeps to a measured pace, and stands back for them. */
  isServing: boolean
}

type Work<Q extends QueueName> = {
  run(ctx: Context, data: JobData[Q], office: PostOffice): Promise<void>
  /** How many jobs are taken in one statement, and how many are run at a time. */
  batch: number
  atOnce: number
  hasPace?: boolean
  /** What is to be done once nobody tries again. */
  giveUp?(ctx: Context, data: JobData[Q], failure: LastingFailure): Promise<void> | undefined
}

const WORK: { [Q in QueueName]: Work<Q> } = {
  announce: { run: announce, batch: 25, atOnce: 1, hasPace: true },
  'send-email': {
    run: (ctx, { message_id }, office) => sendMessage(ctx, message_id, office),
    batch: 4 * SMTP_CONNECTIONS,
    atOnce: SMTP_CONNECTIONS,
    hasPace: true,
    giveUp: (ctx, { message_id }, failure) => giveUpMessage(ctx, message_id, failure),
  },
  'plan-reminders': { run: planReminders, batch: 10, atOnce: 1 },
}

const isHopeless = (error: unknown, retryCount: number): error is LastingFailure =>
  error instanceof LastingFailure && retryCount >= PATIENCE

/** Makes this process run the jobs of every queue; one that fails is tried again later, alone. */
export async function startWorkers({ queue, pool, clock, log, office, isServing }: Parts) {
  async function run<Q extends QueueName>(name: Q, { data: { tenant_id, data }, retryCount }: JobWithMetadata<Job<Q>>) {
    const db = tenantDatabase(pool, tenant_id)
    const tenant = await findTenant(db, tenant_id)
    if (!tenant) return
    const ctx = { db, tenant, now: clock(), jobs: queue }
    try {
      await WORK[name].run(ctx, data, office)
    } catch (error) {
      // What could not be given up is tried again, and given up then.
      if (isHopeless(error, retryCount)) await WORK[name].giveUp?.(ctx, data, error)
      throw error
    }
  }

  async function attempt(name: QueueName, job: JobWithMetadata<Job<typeof name>>): Promise<JobResult> {
    const { id, retryCount } = job
    try {
      await run(name, job)
      return { id, status: 'completed' }
    } catch (error) {
      const givesUp = isHopeless(error, retryCount)
      log.warn(
        { err: error, queue: name, job: id, tenant: job.data.tenant_id, attempt: retryCount + 1 },
        givesUp ? 'job failed for good' : 'job failed, it will be tried again',
      )
      return { id, status: givesUp ? 'deadletter' : 'failed', output: { reason: reasonOf(error) } }
    }
  }

  for (const name of Object.keys(WORK) as QueueName[]) {
    const { batch, atOnce, hasPace } = WORK[name]
    const isPaced = isServing && hasPace === true
    // Without a pace a full batch is followed at once by the next: a burst is worked off as it comes.
    const options = {
      pollingIntervalSeconds: isPaced ? PACE_SECONDS : POLL_SECONDS,
      batchSize: batch,
      burstWhenBatchFull: !isPaced,
      perJobResults: true,
      includeMetadata: true,
    } as const
    const worker = await queue.boss.work<Job<typeof name>, unknown, typeof options>(name, options, async (jobs) => {
      if (isPaced) await afterRequests()
      const results = await eachAtMost(atOnce, jobs, (job) => attempt(name, job))
      // What these jobs have added is not for the next turn.
      queue.wake()
      return results
    })
    queue.workers.push(worker)
  }

  async function planDays() {
    await takeDaysOfReminders(pool, { now: clock(), fromTime: PLAN_TIME }, async (tenantIds, db) => {
      await queue.boss.insert('plan-reminders', tenantIds.map(planOf), { db })
    })
  }
  const look = () => planDays().catch((error) => log.error({ err: error }, 'planning reminders'))
  const looking = setInterval(look, DAY_LOOK)
  await look()

  const forget = () => forgetExpired(pool, clock())
  const forgetting = setInterval(
    () => forget().catch((error) => log.error({ err: error }, 'forgetting what has expired')),
    HOUR,
  )
  return {
    planDays,
    forgetExpired: forget,
    stop() {
      clearInterval(looking)
      clearInterval(forgetting)
    },
  }
}

const planOf = (tenant_id: number): { data: Job<'plan-reminders'> } => ({ data: { tenant_id, data: {} } })

/** A failure in words that hold nobody's data: what the database says may quote a row. */
function reasonOf(error: unknown) {
  const { name, code, message } = error as Error & { code?: string }
  return code ? `${name} ${code}` : message
}

/** Runs the work for every item, at most `limit` at a time, and returns what came of each, in order. */
async function eachAtMost<T, R>(limit: number, items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  async function line() {
    for (const [i, item] of waiting) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: limit }, line))
  return results
}
