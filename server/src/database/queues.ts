import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { APP_ROLE, type Pool } from './connection.ts'

/** The schema of pg-boss. */
const QUEUE_SCHEMA = 'pgboss'

/** Completed jobs slow down every fetch, so they are deleted soon. */
const KEPT_SECONDS = 300

/** Exponential backoff from 5 seconds. A job without a heartbeat for 20 seconds has failed. */
const COMMON = {
  retryDelay: 5,
  retryBackoff: true,
  heartbeatSeconds: 20,
  deleteAfterSeconds: KEPT_SECONDS,
  retentionSeconds: 30 * 24 * 3600,
}

/** Jobs without retries left move to the dead-letter queue. */
const QUEUES = {
  notify: { ...COMMON, retryLimit: 12, retryDelayMax: 3600, expireInSeconds: 120 },
  // A mail server may be down for a day. A batch to an unresponsive one takes two minutes.
  'send-email': { ...COMMON, retryLimit: 100, retryDelayMax: 900, expireInSeconds: 300 },
  // A notification on a device is out of date after a day.
  'send-push': { ...COMMON, retryLimit: 30, retryDelayMax: 3600, expireInSeconds: 120 },
  // After half an hour a message takes another way.
  'send-text': { ...COMMON, retryLimit: 20, retryDelayMax: 300, expireInSeconds: 120 },
  // Pauses between attempts are those of the deliveries.
  'send-webhook': { ...COMMON, retryLimit: 12, retryDelayMax: 60, expireInSeconds: 120 },
  'plan-reminders': { ...COMMON, retryLimit: 12, retryDelayMax: 900, expireInSeconds: 120 },
  'offer-slots': { ...COMMON, retryLimit: 12, retryDelayMax: 900, expireInSeconds: 120 },
  // A feed that was not read is due again within minutes.
  'read-busy-feed': { ...COMMON, retryLimit: 0, expireInSeconds: 120 },
  'apply-retention': { ...COMMON, retryLimit: 12, retryDelayMax: 3600, expireInSeconds: 900 },
  'run-import': { ...COMMON, retryLimit: 12, retryDelayMax: 300, expireInSeconds: 120 },
  // Its failures are shown, and the user can ask again.
  'make-data-copy': { ...COMMON, retryLimit: 5, retryDelayMax: 60, expireInSeconds: 3600 },
  'purge-user': { ...COMMON, retryLimit: 12, retryDelayMax: 3600, expireInSeconds: 120 },
}
export type QueueName = keyof typeof QUEUES

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]

export const deadLetterName = (queue: QueueName) => `${queue}-failed`

type Executor = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** pg-boss on the application's connections, which handle outages. They must use the driver's type parsers. */
export const createBoss = (executor: Executor, options: ConstructorOptions) =>
  new PgBoss({
    schema: QUEUE_SCHEMA,
    schedule: false,
    ...options,
    db: { executeSql: (text, values) => executor.query(text, values) as Promise<{ rows: unknown[] }> },
  })

/** Creates or upgrades the job queue as the owner and grants it to the application role. */
export async function createQueues(owner: Pool) {
  const boss = createBoss(owner, { supervise: false })
  // Without a listener an error event would end the process; each call below throws its own error.
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const queue of QUEUE_NAMES) {
      const options = { ...QUEUES[queue], deadLetter: deadLetterName(queue) }
      await boss.createQueue(deadLetterName(queue), { retentionSeconds: COMMON.retentionSeconds })
      // `createQueue` does not change an existing queue.
      await boss.createQueue(queue, options)
      await boss.updateQueue(queue, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await owner.query(`
    grant usage on schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant execute on all functions in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
  `)
}
