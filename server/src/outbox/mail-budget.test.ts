import { createHash } from 'node:crypto'
import { smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { aBooking, NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, expect, test } from 'vitest'
import { trustTenant } from '../features/operations/provider/provider.repository.ts'
import { releaseDelayedEmails } from '../queue/jobs.repository.ts'
import { dailyBudget } from './mail-budget.ts'

const smtp = await smtpServer()
afterAll(() => smtp.close())
const signUp = { domain: 'prenoto.example', perHour: 3 }
const lines: string[] = []
const options = { work: true, smtpUrl: smtp.url, signUp, logTo: (line: string) => lines.push(line) }
const server = await sharedServer(options)
/** Another process with the same counters. */
const second = await sharedServer({ url: server.url, ...options })

test.for([
  [{ age_days: 0, answers: 0 }, 60],
  [{ age_days: 0, answers: 4 }, 80],
  [{ age_days: 0, answers: 1_000 }, 120],
  [{ age_days: 9, answers: 0 }, 600],
  [{ age_days: 400, answers: 1_000 }, 2_000],
] as const)('the budget of a business grows with its age and the answers of its customers', ([standing, points]) => {
  expect(dailyBudget(standing)).toBe(points)
})

/** A business that signed up by itself. */
async function aNewBusiness() {
  const here = await server.newTenant({ app_name: 'Poste Italiane', email: 'ada@example.it' })
  await server.owner.query('update tenants set is_trusted = false, signed_up_at = $2 where id = $1', [
    here.id,
    NOW.toString(),
  ])
  const service = await here.newService()
  const staff = await here.as('admin')
  const book = (email: string) =>
    staff.post('/bookings/create', { ...aBooking, email, service_id: service.id, override: true })
  return { ...here, service, staff, book }
}

/** Counts points as if the e-mails had been sent today. */
const usePoints = ({ id }: { id: number }, contact: string, points: number) =>
  server.owner.query(
    `insert into system.recipients (tenant_id, mailbox, bookings, until) values ($1, $2, $3, now() + interval '1 day')`,
    [id, createHash('sha256').update(contact).digest(), points],
  )

const sentTo = (pattern: RegExp) => smtp.recipients().filter((to) => pattern.test(to)).length

test('a business that signed up by itself sends no more e-mails than its budget, and the rest wait', async () => {
  const here = await aNewBusiness()

  // Each of these e-mails takes two of the 60 points.
  await usePoints(here, 'budget', 54)
  for (let i = 0; i < 5; i++) expect((await here.book(`vittima${i}@uno.example`)).statusCode).toBe(201)
  second.jobs.wake()
  await waitForJobs(server, here, { dueOnly: true })

  expect(sentTo(/@uno\.example$/)).toBe(3)
  const [mail] = await smtp.read(smtp.recipients().find((to) => to.endsWith('@uno.example')))
  expect(mail!.from).toEqual({ name: 'Poste Italiane · prenoto.example', address: 'prenoto@example.it' })
  const { notifications } = (await here.staff.get('/notifications')).json()
  expect(notifications.filter(({ title }: { title: string }) => title === 'Email in attesa')).toMatchObject([
    { message: expect.stringContaining('Le prenotazioni restano valide') },
  ])
  const { body: metrics } = await server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(metrics).toMatch(/prenoto_emails_total\{outcome="postponed"\} [1-9]/)
  expect(lines.join('')).toContain('message postponed')

  await trustTenant(server.owner, here.id)
  await releaseDelayedEmails(server.owner, here.id)
  server.jobs.wake()
  await expect.poll(() => sentTo(/@uno\.example$/)).toBe(5)
})

test('one mailbox gets few e-mails of such a business, under all its spellings, and its own mailbox gets all', async () => {
  const here = await aNewBusiness()
  await server.owner.query('update users set is_email_confirmed = true where tenant_id = $1', [here.id])

  for (const mailbox of ['vittima@due.example', 'ada@example.it']) await usePoints(here, `untrusted ${mailbox}`, 6)
  for (let i = 0; i < 3; i++) await here.book(`vittima+${i}@due.example`)
  for (let i = 0; i < 3; i++) await here.book('ada@example.it')
  await waitForJobs(server, here, { dueOnly: true })

  expect(sentTo(/@due\.example$/)).toBe(2)
  expect(sentTo(/^ada@example\.it$/)).toBe(3)
})

test('e-mails that staff of any business cause for one mailbox are limited generously', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const staff = await here.as('operator')
  await usePoints(here, 'staff mario@tre.example', 198)

  for (let i = 0; i < 4; i++)
    await staff.post('/bookings/create', {
      ...aBooking,
      email: 'mario@tre.example',
      service_id: service.id,
      override: true,
    })
  await here.book(service.id, { email: 'mario@tre.example', visit_hour: '15:00' })
  await waitForJobs(server, here, { dueOnly: true })

  // Two by staff, and the one that a visitor asked for.
  expect(sentTo(/@tre\.example$/)).toBe(3)
})

test('names of such a business contain no link, and what is stored already becomes none in an e-mail', async () => {
  const here = await aNewBusiness()
  const { staff, service } = here
  const { available_slots: _, calendars: __, ...stored } = (await staff.get(`/services/${service.id}`)).json()
  const path = async (answer: Promise<{ statusCode: number; json(): { errors: { path: string }[] } }>) => {
    const refused = await answer
    return [refused.statusCode, refused.json().errors?.[0]?.path]
  }

  expect(await path(staff.put(`/services/${service.id}`, { ...stored, name: 'Premi su evil.example' }))).toEqual([
    422,
    'name',
  ])
  expect(await path(staff.put('/configs/update', { app_name: 'poste.example' }))).toEqual([422, 'app_name'])
  expect(await path(staff.put('/configs/update', { address: 'https://evil.example' }))).toEqual([422, 'address'])

  await here.db
    .updateTable('services')
    .set({ name: 'Premi su evil.example' })
    .where('tenant_id', '=', here.id)
    .execute()
  await here.book('vittima@quattro.example')
  await waitForJobs(server, here, { dueOnly: true })
  const [mail] = await smtp.read('vittima@quattro.example')
  for (const part of [mail!.text!, mail!.html!, mail!.subject!]) expect(part).not.toContain('evil.example')
})

test('such a business has ten users at most', async () => {
  const here = await aNewBusiness()
  const user = (i: number) => ({
    name: 'Ugo',
    surname: 'Neri',
    email: `utente${i}@cinque.example`,
    role: 'operator',
    password: 'Forbici-2026!',
  })
  // Beside the owner and the administrator of this test.
  for (let i = 0; i < 7; i++) await here.newUser()

  expect((await here.staff.post('/users', user(1))).statusCode).toBe(201)
  expect((await here.staff.post('/users', user(2))).statusCode).toBe(409)
})
