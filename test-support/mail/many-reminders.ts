import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Pool } from '../../server/src/database/connection.ts'
import { insertTenant } from '../../server/src/features/operations/provider/provider.repository.ts'
import { runDelayedJobs } from '../../server/src/queue/jobs.repository.ts'
import { spawnWorker } from '../processes/worker-process.ts'
import { testServer } from '../server/test-server.ts'
import { smtpServer } from './smtp-server.ts'

const ROME = 'Europe/Rome'

type ManyRemindersOptions = { owner: Pool; url: string; visits: number; keepsRetryDelays: boolean }

/** Inserts a business whose visits of tomorrow have overdue reminders, each to another address. */
async function insertDueVisits(owner: Pool, visits: number) {
  const admin = { name: 'Ada', surname: 'Bianchi', email: 'ada@example.it', passwordHash: '' }
  const tenant = await insertTenant(owner, { name: 'Salone', domain: 'salone.example', timeZone: ROME, admin })
  const tomorrow = addDays(todayIn(ROME, Temporal.Now.instant()), 1)
  await owner.query(
    `with salon as (update configurations set app_day_reminder = 2 where tenant_id = $1),
          calendar as (insert into calendars (tenant_id, name, "from") values ($1, 'Sala', '2026-01-01') returning id),
          service as (insert into services (tenant_id, name, duration, amount, calendar_id)
                      select $1, 'Taglio', 30, 20, id from calendar returning id, calendar_id),
          customer as (insert into customers (tenant_id, identity, name, surname, email, telephone)
                       values ($1, 'x', 'Giulia', 'Verdi', 'giulia@example.it', '3331234567') returning id)
     insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
                           service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at,
                           scheduled_at)
     select $1, 'hidden-' || lpad(n::text, 20, '0'), customer.id, service.calendar_id, service.id, 'Taglio', 30,
            20, 'Giulia', 'Verdi', 'giulia.' || n || '@example.it', '3331234567', $2::date, '12:00',
            ($2::date + time '12:00') at time zone $3, ($2::date + time '12:30') at time zone $3,
            now() - interval '30 days'
     from generate_series(1, $4) n, service, customer`,
    [tenant, tomorrow, ROME, visits],
  )
}

/**
 * Sends due reminders with a server and a worker, which is killed half-way, through an SMTP server that refuses one in ten.
 * Ends when every customer is reminded, or after five minutes. Without `keepsRetryDelays` retries run at once.
 */
export async function sendManyReminders({ owner, url, visits, keepsRetryDelays }: ManyRemindersOptions) {
  await insertDueVisits(owner, visits)
  let received = 0
  let refused = 0
  const bothReady = Promise.withResolvers<void>()
  const smtp = await smtpServer({
    async refuse(_to, stage) {
      if (stage === 'rcpt') return undefined
      await bothReady.promise
      if (++received % 10 !== 0) return undefined
      refused += 1
      return 451
    },
  })
  const survivor = await testServer({ url, work: true, smtpUrl: smtp.url })
  // The visits are those of tomorrow.
  survivor.clock.now = Temporal.Now.instant()
  const victim = spawnWorker({ DATABASE_URL: url, SMTP_URL: smtp.url, MAIL_FROM: 'prenoto@example.it' })
  try {
    await victim.ready()
    const start = performance.now()
    bothReady.resolve()
    while (smtp.count() < visits / 2) await sleep(5)
    const seconds = (performance.now() - start) / 1000
    await victim.end('SIGKILL')
    const { rows } = await owner.query<{ id: number; email: string }>(
      'select messages.id, email from messages join bookings on bookings.id = record_id where leased_until is not null',
    )
    const inFlight = new Set(rows.map(({ email }) => email))
    if (!keepsRetryDelays) {
      // Nothing tells which jobs and messages the killed worker had, so those of the other one are repeated, too.
      await owner.query(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`)
      const leased = rows.map(({ id }) => id)
      await owner.query('update messages set leased_until = now() where id = any ($1) and leased_until is not null', [
        leased,
      ])
      await owner.query('update pgboss.queue set monitor_on = null')
      await survivor.jobs.boss.supervise('send-email')
    }

    const deadline = performance.now() + 300_000
    // Waits for the remaining jobs, too, since a duplicate would be sent by them.
    while ((smtp.count() < visits || (await countUnsent(owner)) > 0) && performance.now() < deadline) {
      if (!keepsRetryDelays) await runDelayedJobs(owner)
      await sleep(500)
    }
    const ids = smtp.messageIds()
    const recipients = smtp.recipients()
    return {
      reminded: new Set(recipients).size,
      sent: smtp.count(),
      distinctIds: new Set(ids).size,
      refused,
      unsent: await countUnsent(owner),
      /** Messages under a lease at the kill, those of the surviving worker included. */
      inFlight: inFlight.size,
      /** Customers who were reminded again although their message was not in flight at the kill. */
      remindedAgain: recipients.filter((email, i) => recipients.indexOf(email) !== i && !inFlight.has(email)),
      /** Until the kill. */
      perSecond: visits / 2 / seconds,
      seconds: (performance.now() - start) / 1000,
    }
  } finally {
    bothReady.resolve()
    await victim.end('SIGKILL')
    await survivor.close()
    await smtp.close()
  }
}

async function countUnsent(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job where name = 'send-email' and state in ('created', 'retry', 'active')`,
  )
  return rows[0]!.jobs
}
