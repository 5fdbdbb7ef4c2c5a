import { timeOf } from '@prenoto/core/time/plain-time.ts'
import type { Logger } from 'pino'
import type { DatabaseUrls, Pool } from './database/connection.ts'
import { tenantDatabase } from './database/tenant-database.ts'
import { openMailSender } from './emails.ts'
import { notify } from './features/emails/notify.ts'
import { planReminders } from './features/emails/plan-reminders.ts'
import { takeDaysOfReminders } from './features/emails/reminder-days.repository.ts'
import { forgetExpired } from './features/session/forget-expired.repository.ts'
import { type FileStore, openFileStore } from './features/uploads/file-store.ts'
import type { Uploads } from './features/uploads/open-uploads.ts'
import { forgetUsers } from './features/users/forget-user.ts'
import { offerSlots } from './features/waiting-list/offer-slots.ts'
import { takeWaitingLists } from './features/waiting-list/waiting-lists.repository.ts'
import type { Clock } from './lib/clock.ts'
import { SMTP_CONNECTIONS } from './outbox/mailer.ts'
import { giveUpMessage, type MailSender, sendMessages } from './outbox/send-message.ts'
import { type Job, type JobQueue, openJobQueue } from './queue/queue.ts'
import { type JobHandlers, startWorkers } from './queue/workers.ts'
import type { Settings } from './settings/settings.ts'
import type { Context } from './tenants/context.ts'
import { findTenant } from './tenants/tenants.repository.ts'

/** How often a process looks whether a day of reminders has begun somewhere, milliseconds. */
const DAY_LOOK = 60_000

/** How often a process forgets what has expired, milliseconds. */
const HOUR = 3_600_000

/** Reminders are planned a minute after their time: whoever booked just before it has committed by then. */
const PLAN_TIME = timeOf('09:01')

/** The table of contents of everything that is done behind requests. */
const handlersWith = (sender: MailSender, uploads: Pick<Uploads, 'files' | 'log'>): JobHandlers<Context> => ({
  notify: { run: notify, batch: 50, atOnce: 50, businesses: 2 },
  'send-email': {
    run: (ctx, jobs) =>
      sendMessages(
        ctx,
        jobs.map(({ message_id }) => message_id),
        sender,
      ),
    batch: 4 * SMTP_CONNECTIONS,
    atOnce: SMTP_CONNECTIONS,
    businesses: SMTP_CONNECTIONS,
    giveUp: (ctx, { message_id }, failure) => giveUpMessage(ctx, message_id, failure),
  },
  'plan-reminders': { run: planReminders, batch: 10, atOnce: 10, businesses: 1 },
  'offer-slots': { run: offerSlots, batch: 20, atOnce: 20, businesses: 2 },
  'forget-user': { run: (ctx, jobs) => forgetUsers(ctx, jobs, uploads), batch: 10, atOnce: 10, businesses: 1 },
})

type Parts = {
  queue: JobQueue
  pool: Pool
  clock: Clock
  log: Logger
  sender: MailSender
  files: FileStore
  isServing: boolean
}

/** Makes this process run the jobs of every queue, and see in time to what no request causes. */
export async function startJobs({ queue, pool, clock, log, sender, files, isServing }: Parts) {
  async function contextOf(tenantId: number) {
    const db = tenantDatabase(pool, tenantId)
    const tenant = await findTenant(db, tenantId)
    return tenant && { db, tenant, now: clock(), jobs: queue }
  }
  await startWorkers({ queue, handlers: handlersWith(sender, { files, log }), contextOf, log, isServing })

  async function planDays() {
    await takeDaysOfReminders(pool, { now: clock(), fromTime: PLAN_TIME }, async (tenantIds, db) => {
      await queue.boss.insert('plan-reminders', tenantIds.map(planOf), { db })
    })
  }
  async function lookThroughLists() {
    await takeWaitingLists(pool, clock(), async (tenantIds, db) => {
      await queue.boss.insert('offer-slots', tenantIds.map(lookOf), { db })
    })
  }
  const look = async () => {
    await planDays().catch((error) => log.error({ err: error }, 'planning reminders'))
    await lookThroughLists().catch((error) => log.error({ err: error }, 'looking through waiting lists'))
  }
  const looking = setInterval(look, DAY_LOOK)
  await look()

  const forget = () => forgetExpired(pool, clock())
  const forgetting = setInterval(
    () => forget().catch((error) => log.error({ err: error }, 'forgetting what has expired')),
    HOUR,
  )
  return {
    planDays,
    lookThroughLists,
    forgetExpired: forget,
    stop() {
      clearInterval(looking)
      clearInterval(forgetting)
    },
  }
}

const lookOf = (tenant_id: number): { data: Job<'offer-slots'> } => ({ data: { tenant_id, data: {} } })

const planOf = (tenant_id: number): { data: Job<'plan-reminders'> } => ({ data: { tenant_id, data: {} } })

type Options = {
  urls: DatabaseUrls
  pool: Pool
  settings: Pick<Settings, 'jobs' | 'mail' | 'port' | 'dataDir' | 'bucket'>
  log: Logger
  clock: Clock
  /** Whether this process answers requests, too. */
  isServing: boolean
  dev?: boolean
}

/** Opens the queue and, where the settings want it, makes this process run its jobs; `parts` closes both. */
export async function openJobs(
  parts: AsyncDisposableStack,
  { urls, pool, settings, log, clock, isServing, dev = false }: Options,
) {
  // What is being sent as the queue is drained still needs its connections.
  const sender = settings.jobs ? openMailSender({ settings, log, dev }) : undefined
  parts.defer(() => sender?.mailer.close())
  const queue = parts.adopt(await openJobQueue(urls, log), (queue) => queue.stop())
  if (sender)
    parts.adopt(
      await startJobs({ queue, pool, clock, log, sender, files: openFileStore(settings), isServing }),
      (jobs) => jobs.stop(),
    )
  return queue
}
