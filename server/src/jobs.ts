import { REMINDER_TIME } from '@prenoto/core/bookings/reminder.ts'
import { RETENTION } from '@prenoto/core/retention/retention-periods.ts'
import { addMinutes, parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Logger } from 'pino'
import type { DatabaseUrls, Pool } from './database/connection.ts'
import { tenantDatabase } from './database/tenant-database.ts'
import { mailFolder, openMailSender } from './emails.ts'
import { deleteExpired } from './features/accounts/session/delete-expired.repository.ts'
import { purgeUsers } from './features/accounts/users/purge-user.ts'
import { notify } from './features/booking-events/notify.ts'
import { claimBusyFeeds } from './features/busy-feeds/busy-feeds.repository.ts'
import { readFeeds } from './features/busy-feeds/read-feeds.ts'
import type { CopySource } from './features/data-copies/copy-contents.ts'
import { makeCopies } from './features/data-copies/make-copies.ts'
import { removeExpiredCopies } from './features/data-copies/remove-copies.ts'
import { planReminders } from './features/emails/plan-reminders.ts'
import { claimReminderDays } from './features/emails/reminder-days.repository.ts'
import { runImports } from './features/imports/run-import.ts'
import { pushKeysReader } from './features/notifications/push/push-keys.ts'
import { type PushOptions, sendPushes } from './features/notifications/push/send-pushes.ts'
import { removeAbandonedImports } from './features/operations/transfer/remove-abandoned-imports.ts'
import { applyRetention } from './features/retention/apply-retention.ts'
import { claimRetentionDays } from './features/retention/retention-days.repository.ts'
import { openTextChannels } from './features/text-messages/channels/open-text-channels.ts'
import { sendTexts, type TextSender } from './features/text-messages/send-texts.ts'
import { type FileStore, openFileStore } from './features/uploads/file-store.ts'
import type { Uploads } from './features/uploads/open-uploads.ts'
import { offerSlots } from './features/waiting-list/offer-slots.ts'
import { claimDueWaitingLists } from './features/waiting-list/waiting-list.repository.ts'
import { claimDueWebhooks } from './features/webhooks/due-deliveries.repository.ts'
import { sendWebhooks } from './features/webhooks/send-webhooks.ts'
import type { Clock } from './lib/clock.ts'
import { type Encryption, encryptionWith } from './lib/encryption.ts'
import { type Outgoing, openOutgoing } from './lib/outgoing/outgoing.ts'
import { deleteOldMailFiles, SMTP_CONNECTIONS } from './outbox/mailer.ts'
import { type MailSender, recordRefusal, sendMessages } from './outbox/send-message.ts'
import { type Job, type JobQueue, openJobQueue } from './queue/queue.ts'
import { type JobHandlers, startWorkers } from './queue/workers.ts'
import type { Settings } from './settings/settings.ts'
import type { Context } from './tenants/context.ts'
import { findTenant } from './tenants/tenants.repository.ts'

/** Interval between checks for due reminders, waiting lists and other calendars, milliseconds. */
const CHECK_INTERVAL = 60_000

/** A business whose deliveries stay due gets a job this often, whatever the number of processes. */
const WEBHOOK_CHECK_SECONDS = 30

/** Interval between deletions of expired data, milliseconds. */
const CLEANUP_INTERVAL = 3_600_000

/** Local time from which old data are deleted. */
const RETENTION_TIME = parsePlainTime('03:00')

/** Text messages that a process sends at the same time. */
const TEXTS_AT_ONCE = 6

/** One minute after reminders are due, so that bookings made just before have been committed. */
const PLAN_TIME = addMinutes(REMINDER_TIME, 1)

type HandlerParts = {
  sender: MailSender
  texts: TextSender
  uploads: Pick<Uploads, 'files' | 'log'>
  push: PushOptions
  copySource: CopySource
  outgoing: Outgoing
}

const handlersWith = ({ sender, texts, uploads, push, copySource, outgoing }: HandlerParts): JobHandlers<Context> => ({
  notify: { run: (ctx, jobs) => notify(ctx, jobs, texts.channels), batch: 50, atOnce: 50, tenants: 2 },
  'send-email': {
    run: (ctx, jobs) =>
      sendMessages(
        ctx,
        jobs.map(({ message_id }) => message_id),
        sender,
      ),
    batch: 4 * SMTP_CONNECTIONS,
    atOnce: SMTP_CONNECTIONS,
    tenants: SMTP_CONNECTIONS,
    onFinalFailure: (ctx, { message_id }, failure) => recordRefusal(ctx, message_id, failure),
  },
  'send-push': { run: (ctx, jobs) => sendPushes(ctx, jobs, push), batch: 20, atOnce: 20, tenants: 20 },
  'send-text': {
    run: (ctx, jobs) => sendTexts(ctx, jobs, texts),
    batch: 4 * TEXTS_AT_ONCE,
    atOnce: TEXTS_AT_ONCE,
    tenants: TEXTS_AT_ONCE,
  },
  'send-webhook': {
    run: (ctx, jobs) => sendWebhooks(ctx, jobs, { outgoing: push.outgoing, encryption: copySource.encryption }),
    batch: 20,
    atOnce: 20,
    tenants: 20,
  },
  'plan-reminders': {
    run: (ctx, jobs) => planReminders(ctx, jobs, texts.channels),
    batch: 10,
    atOnce: 10,
    tenants: 1,
  },
  'offer-slots': { run: offerSlots, batch: 20, atOnce: 20, tenants: 2 },
  'read-busy-feed': {
    run: (ctx, jobs) => readFeeds(ctx, jobs, { outgoing, encryption: copySource.encryption }),
    batch: 4,
    atOnce: 2,
    tenants: 2,
  },
  'apply-retention': { run: (ctx, jobs) => applyRetention(ctx, jobs, uploads), batch: 10, atOnce: 10, tenants: 1 },
  'run-import': { run: runImports, batch: 4, atOnce: 1, tenants: 1 },
  'make-data-copy': { run: (ctx, jobs) => makeCopies(ctx, jobs, copySource), batch: 1, atOnce: 1, tenants: 1 },
  'purge-user': { run: (ctx, jobs) => purgeUsers(ctx, jobs, uploads), batch: 10, atOnce: 10, tenants: 1 },
})

type JobsParts = {
  queue: JobQueue
  pool: Pool
  clock: Clock
  log: Logger
  sender: MailSender
  texts: TextSender
  files: FileStore
  mailFolder: string
  push: PushOptions
  copySource: Pick<CopySource, 'urls' | 'encryption' | 'signingKey'>
  outgoing: Outgoing
  isServing: boolean
}

/** Starts the workers and the periodic tasks of this process. */
export async function startJobs({
  queue,
  pool,
  clock,
  log,
  sender,
  texts,
  files,
  mailFolder,
  push,
  copySource,
  outgoing,
  isServing,
}: JobsParts) {
  async function findContext(tenantId: number) {
    const db = tenantDatabase(pool, tenantId)
    const tenant = await findTenant(db, tenantId)
    return tenant && { db, tenant, now: clock(), jobs: queue }
  }
  await startWorkers({
    queue,
    handlers: handlersWith({
      sender,
      texts,
      uploads: { files, log },
      push,
      copySource: { ...copySource, files, log },
      outgoing,
    }),
    findContext,
    log,
    isServing,
  })

  async function planReminderJobs() {
    await claimReminderDays(pool, { now: clock(), fromTime: PLAN_TIME }, async (tenantIds, db) => {
      await queue.boss.insert('plan-reminders', tenantIds.map(emptyJob), { db })
    })
  }
  async function applyRetentions() {
    await claimRetentionDays(pool, { now: clock(), fromTime: RETENTION_TIME }, async (tenantIds, db) => {
      await queue.boss.insert('apply-retention', tenantIds.map(emptyJob), { db })
    })
  }
  async function checkWaitingLists() {
    await claimDueWaitingLists(pool, clock(), async (tenantIds, db) => {
      await queue.boss.insert('offer-slots', tenantIds.map(emptyJob), { db })
    })
  }
  async function checkBusyFeeds() {
    await claimBusyFeeds(pool, clock(), async (feeds, db) => {
      const jobs = feeds.map(({ tenant_id, feed_id }) => ({ data: { tenant_id, data: { feed_id } } }))
      await queue.boss.insert('read-busy-feed', jobs, { db })
    })
  }
  async function checkWebhooks() {
    await claimDueWebhooks(pool, WEBHOOK_CHECK_SECONDS, async (tenantIds, db) => {
      await queue.boss.insert('send-webhook', tenantIds.map(emptyJob), { db })
    })
  }
  const checks: [name: string, run: () => Promise<void>][] = [
    ['planning reminders', planReminderJobs],
    ['checking the waiting lists', checkWaitingLists],
    ['checking the other calendars', checkBusyFeeds],
    ['checking the webhooks', checkWebhooks],
    ['planning the retention', applyRetentions],
  ]
  let isStopped = false
  const check = async () => {
    for (const [name, run] of checks) {
      // The pool is closed then.
      if (isStopped) return
      await run().catch((error) => log.error({ err: error }, `${name} failed`))
    }
  }
  const checking = setInterval(check, CHECK_INTERVAL)
  await check()

  async function cleanUp() {
    await deleteExpired(pool, clock())
    await removeAbandonedImports(pool, files)
    await removeExpiredCopies(pool, files, clock())
    await deleteOldMailFiles(mailFolder, clock().subtract({ hours: RETENTION.mail_files.days * 24 }))
  }
  const cleaning = setInterval(
    () => cleanUp().catch((error) => log.error({ err: error }, 'deleting expired data failed')),
    CLEANUP_INTERVAL,
  )
  return {
    planReminderJobs,
    checkWaitingLists,
    checkBusyFeeds,
    checkWebhooks,
    applyRetentions,
    deleteExpired: cleanUp,
    stop() {
      isStopped = true
      clearInterval(checking)
      clearInterval(cleaning)
    },
  }
}

const emptyJob = (
  tenant_id: number,
): { data: Job<'apply-retention' | 'offer-slots' | 'plan-reminders' | 'send-webhook'> } => ({
  data: { tenant_id, data: {} },
})

type PushParts = Pick<Settings, 'push' | 'provider'> & { outgoing: Outgoing }

export const toPushOptions = (
  { push, provider, outgoing }: PushParts,
  { encryption, pool }: { encryption: Encryption; pool: Pool },
): PushOptions => ({
  readKeys: pushKeysReader({ configuredKeys: push.keys, encryption, pool }),
  services: push.services,
  contact: provider.email,
  outgoing,
})

type JobsOptions = {
  urls: DatabaseUrls
  pool: Pool
  settings: Pick<
    Settings,
    'jobs' | 'mail' | 'port' | 'dataDir' | 'bucket' | 'textChannels' | 'push' | 'outgoingAllow' | 'provider' | 'signUp'
  >
  /** Newest first. */
  secretKeys: Buffer[]
  log: Logger
  clock: Clock
  /** True if this process also serves requests. */
  isServing: boolean
  dev?: boolean
}

/** Opens the queue and, unless JOBS=off, runs its jobs in this process. `parts` closes both. */
export async function openJobs(
  parts: AsyncDisposableStack,
  { urls, pool, settings, secretKeys, log, clock, isServing, dev = false }: JobsOptions,
) {
  // Closed after the queue: e-mails in flight still need their connections.
  const sender = settings.jobs ? openMailSender({ settings, log, dev }) : undefined
  parts.defer(() => sender?.mailer.close())
  const encryption = encryptionWith(secretKeys)
  const queue = parts.adopt(await openJobQueue(urls, log), (queue) => queue.stop())
  const outgoing = openOutgoing({ allow: settings.outgoingAllow })
  if (sender)
    parts.adopt(
      await startJobs({
        queue,
        pool,
        clock,
        log,
        sender,
        texts: { channels: openTextChannels(settings.textChannels, log), port: settings.port, log },
        files: openFileStore(settings),
        mailFolder: mailFolder(settings),
        push: toPushOptions({ ...settings, outgoing }, { encryption, pool }),
        copySource: { urls, encryption, signingKey: secretKeys[0] },
        outgoing,
        isServing,
      }),
      (jobs) => jobs.stop(),
    )
  return queue
}
