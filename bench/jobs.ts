import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, ms, percent, type Row } from '@prenoto/test-support/formats/table.ts'
import { smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { cpuMilliseconds } from '@prenoto/test-support/processes/process-usage.ts'
import { spawnWorker } from '@prenoto/test-support/processes/worker-process.ts'
import { costRow, measureBareBooking } from './bare-booking.ts'
import { book, newBusiness, spreadSlots } from './business.ts'
import type { Sending } from './mail-sender.ts'
import { byClients, type SectionResources, startDatabase, startServer } from './system.ts'

const BOOKINGS = 1_500
const WARM_UP = 300

/** Users beside the admin who are notified of each booking. */
const COLLEAGUES = 2

/** One e-mail to the customer and one to the business. */
const MAILS_EACH = 2

/** Measures the cost of bookings with all their jobs, and how fast one worker sends their e-mails. */
export async function benchJobs(parts: SectionResources): Promise<Row[]> {
  const database = await startDatabase(parts)
  const { owner, settings } = database
  const bare = await measureBareBooking(parts, database)
  const smtp = await smtpServer()
  parts.defer(() => smtp.close())
  const business = await newBusiness(database, { duration: 5 })
  await owner.query(
    `insert into users (tenant_id, name, surname, email, role)
     select $1, 'Ugo', 'Neri', 'ugo' || n || '@bench.example', 'operator' from generate_series(1, $2) n`,
    [business.tenantId, COLLEAGUES],
  )
  const server = await startServer(parts, { ...settings, JOBS: 'off' })
  const worker = spawnWorker({ ...settings, SMTP_URL: smtp.url, MAIL_FROM: 'prenoto@example.it' })
  parts.defer(async () => void (await worker.end('SIGKILL')))
  await worker.ready()

  const slots = spreadSlots(business, 88)
  async function bookSome(bookings: number) {
    let remaining = bookings
    await byClients(
      () => book(server, business, slots.next().value!),
      () => remaining-- <= 0,
    )
  }
  let expected = 0
  /** Resolves once the jobs of this number of bookings are done. */
  async function waitForJobs(bookings: number) {
    expected += bookings * MAILS_EACH
    const unfinished = `select 1 from pgboss.job where state in ('created', 'retry', 'active') and name in ('notify', 'send-email')`
    while (smtp.count() < expected || (await owner.query(unfinished)).rows.length > 0) await sleep(50)
  }
  /** Processor time of a process and the database for each of the measured bookings, milliseconds. */
  async function measureCost(pid: number, work: () => Promise<unknown>) {
    const before = cpuMilliseconds(pid) + database.cpu()
    await work()
    return (cpuMilliseconds(pid) + database.cpu() - before) / BOOKINGS
  }

  await bookSome(WARM_UP)
  await waitForJobs(WARM_UP)
  await database.settle()
  process.kill(worker.pid, 'SIGSTOP')
  const answering = await measureCost(server.pid, () => bookSome(BOOKINGS))
  process.kill(worker.pid, 'SIGCONT')
  const begun = performance.now()
  const jobs = await measureCost(worker.pid, () => waitForJobs(BOOKINGS))
  const mailsPerSecond = (BOOKINGS * MAILS_EACH * 1000) / (performance.now() - begun)

  const sentAlone = await mailsSentAlone(smtp, BOOKINGS * MAILS_EACH)

  const data = `${count(BOOKINGS)} bookings, 3 users`
  return [
    costRow({
      figure: 'a booking with its notifications and e-mails, processor time of all',
      data,
      cost: answering + jobs,
      bare,
      budget: 11,
      details: `answer ${ms(answering)}, jobs ${ms(jobs)}`,
    }),
    {
      figure: 'e-mails by one worker',
      data,
      measured: `${percent(mailsPerSecond / sentAlone)} (${count(mailsPerSecond)}/s, nodemailer ${count(sentAlone)}/s)`,
      budget: '≥ 20 % of nodemailer alone',
      passed: mailsPerSecond / sentAlone >= 0.2,
    },
  ]
}

/** E-mails per second that a process sends which only composes and sends the last two of the worker's again and again. */
async function mailsSentAlone(smtp: Awaited<ReturnType<typeof smtpServer>>, mails: number): Promise<number> {
  const received = await smtp.read()
  const messages = received.slice(-MAILS_EACH).map(({ subject = '', text = '', html, attachments }) => {
    const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content as string | undefined
    return {
      to: 'giulia@posta.example',
      kind: 'confirmation',
      isByStaff: false,
      fromName: 'Bench',
      messageId: 'bench',
      subject,
      text,
      html,
      ...(file && { calendar: { method: 'REQUEST' as const, file } }),
    }
  })
  const sender = fork(join(import.meta.dirname, 'mail-sender.ts'))
  sender.send({ url: smtp.url, messages, mails } satisfies Sending)
  const [perSecond] = await once(sender, 'message')
  return perSecond
}
