import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { APP_ROLE, type Pool } from './connection.ts'

/** The schema in which pg-boss keeps its tables. */
const QUEUE_SCHEMA = 'pgboss'

/** How long jobs that are done are kept: each look at a queue passes over them. */
const KEPT_SECONDS = 300

/** Tried again after 5 seconds and then ever later. Who stops giving signs of life is done for after 20 seconds. */
const COMMON = {
  retryDelay: 5,
  retryBackoff: true,
  heartbeatSeconds: 20,
  deleteAfterSeconds: KEPT_SECONDS,
  retentionSeconds: 30 * 24 * 3600,
}

/** Every queue of the application; a job that keeps failing ends in its dead letter queue. */
const QUEUES = {
  notify: { ...COMMON, retryLimit: 12, retryDelayMax: 3600, expireInSeconds: 120 },
  // A mail server may be away for a day, and back at any time. A batch that meets a silent one takes two minutes.
  'send-email': { ...COMMON, retryLimit: 100, retryDelayMax: 900, expireInSeconds: 300 },
  'plan-reminders': { ...COMMON, retryLimit: 12, retryDelayMax: 900, expireInSeconds: 120 },
  'offer-slots': { ...COMMON, retryLimit: 12, retryDelayMax: 900, expireInSeconds: 120 },
  'purge-user': { ...COMMON, retryLimit: 12, retryDelayMax: 3600, expireInSeconds: 120 },
}
export type QueueName = keyof typeof QUEUES

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]

export const deadLetterOf = (queue: QueueName) => `${queue}-failed`

type Executor = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** The job queue over connections of ours, which know how to be lost. They read values as the driver does. */
export const bossOver = (executor: Executor, options: ConstructorOptions) =>
  new PgBoss({
    schema: QUEUE_SCHEMA,
    schedule: false,
    ...options,
    db: { executeSql: (text, values) => executor.query(text, values) as Promise<{ rows: unknown[] }> },
  })

/** Creates or upgrades the job queue as the owner, and opens it to the application's role. */
export async function createQueues(owner: Pool) {
  const boss = bossOver(owner, { supervise: false })
  // Without a listener an error event would end the process; each call below throws its own error.
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const queue of QUEUE_NAMES) {
      const options = { ...QUEUES[queue], deadLetter: deadLetterOf(queue) }
      await boss.createQueue(deadLetterOf(queue), { retentionSeconds: COMMON.retentionSeconds })
      // Of a queue that is there already, creating changes nothing.
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
