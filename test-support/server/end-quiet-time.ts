import type { TestServer } from './test-server.ts'
import { waitForJobs } from './wait-for-jobs.ts'
import { wakeWorkers } from './wake-workers.ts'

/** Sends the delayed e-mails about rescheduled bookings at once. */
export async function endQuietTime(server: TestServer, business: { id: number }) {
  await waitForJobs(server, business, { dueOnly: true })
  await server.owner.query(
    `update pgboss.job set start_after = now() where name = 'send-email' and state = 'created' and start_after > now()`,
  )
  wakeWorkers(server, ['send-email'])
}
