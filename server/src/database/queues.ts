import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { APP_ROLE } from './connection.ts'

/** The schema in which pg-boss keeps its tables. */
export const QUEUE_SCHEMA = 'pgboss'

/** Every queue of the application; a job that keeps failing ends in its dead letter queue. */
const QUEUES = ['announce', 'send-email'] as const
export type QueueName = (typeof QUEUES)[number]

const deadLetterOf = (queue: QueueName) => `${queue}-failed`

/** Creates or upgrades the job queue as the owner, and opens it to the application's role. */
export async function createQueues(url: string, client: pg.PoolClient) {
  const boss = new PgBoss({ connectionString: url, schema: QUEUE_SCHEMA, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const queue of QUEUES) {
      await boss.createQueue(deadLetterOf(queue))
      await boss.createQueue(queue, {
        retryLimit: 12,
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: 120,
        deadLetter: deadLetterOf(queue),
      })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await client.query(`
    grant usage on schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant execute on all functions in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
  `)
}
