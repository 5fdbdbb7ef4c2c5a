import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { aBooking, NOW, type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let smtp: SmtpServer
let server: TestServer
beforeAll(async () => {
  smtp = await smtpServer()
  server = await testServer({ work: true, smtpUrl: smtp.url })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
beforeEach(() => {
  server.clock.now = NOW
})

let people = 0

const at = (day: string, time: string) => {
  server.clock.now = toInstant(parsePlainDate(day), parsePlainTime(time), 'Europe/Rome')
}

/** A visit on Thursday at nine whose customer gets a reminder on Tuesday and is asked to confirm until Wednesday at nine. */
async function aBookedSalon(configuration: object = {}) {
  const here = await server.newTenant({ app_day_reminder: 2, app_confirmation_hours: 24, ...configuration })
  const service = await here.newService()
  const email = `ospite.${++people}@example.it`
  const { id, hidden_id } = (await here.book(service.id, { email, visit_day: '2026-11-26' })).json()
  const confirm = (hour = '09:00', day = '2026-11-26') =>
    server.app.inject({
      method: 'POST',
      url: `/bookings/${hidden_id}/confirm?giorno=${day}&ora=${hour}`,
      headers: { host: here.domain },
    })
  const booking = async () => (await (await here.as('operator')).get(`/bookings/${id}`)).json()
  return {
    ...here,
    id,
    hidden_id,
    service,
    email,
    confirm,
    confirmation: async () => (await booking()).confirmation,
    history: async () =>
      (await (await here.as('operator')).get(`/bookings/${id}/history`))
        .json()
        .history.filter(({ kind }: { kind: string }) => kind === 'confirmed'),
    page: async () => (await here.page(`/bookings/${hidden_id}`)).body,
    /** Moves the visit, or keeps it at its time. */
    async moveTo(visit_hour: string) {
      const { privacy: _, ...person } = { ...aBooking, email, service_id: service.id }
      const body = { ...person, visit_day: '2026-11-26', visit_hour }
      expect((await (await here.as('operator')).put(`/bookings/update/${id}`, body)).statusCode).toBe(200)
    },
    async remind() {
      at('2026-11-24', '09:00')
      await server.planReminderJobs()
      here.ctx().jobs.wake()
      await waitForJobs(server, here)
      return (await smtp.read(email)).find(({ subject }) => subject?.startsWith('Promemoria'))!
    },
  }
}

test('the reminder asks for a confirmation, as the page does from then on, and its links only open that page', async () => {
  const here = await aBookedSalon()
  expect(await here.page()).toMatch(/La tua prenotazione<\/h1>(?!.*Confermo)/)
  const { text } = await here.remind()

  expect(text).toContain(
    'Ci confermi che vieni? Ti chiediamo di farlo entro mercoledì 25 novembre alle 09:00: basta il pulsante qui sotto.',
  )
  expect(text).toContain('Confermo')
  expect(text).toContain('Devo disdire o spostare')
  expect(text).not.toContain('/bookings/delete/')
  expect(text).not.toContain('/confirm')
  const page = await here.page()
  expect(page).toContain(`action="/bookings/${here.hidden_id}/confirm?giorno=2026-11-26&amp;ora=09%3A00"`)
  const order = ['Vieni giovedì alle 09:00?</h1>', 'Confermo', 'Non vengo', 'Quando'].map((text) => page.indexOf(text))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order[0]).toBeGreaterThan(0)
  expect(await here.history()).toEqual([])
})

test('without the setting, reminder, page and bookings are as before', async () => {
  const here = await aBookedSalon({ app_confirmation_hours: 0 })
  const { text } = await here.remind()

  expect(text).toContain('Vedi, sposta o disdici')
  expect(text).not.toContain('Confermo')
  const page = await here.page()
  expect(page).toContain('È confermata: ti aspettiamo.')
  expect(page).not.toContain('Confermo')
  await here.confirm()
  at('2026-11-26', '08:00')
  expect(await here.confirmation()).toBeNull()
})

test('a visit that is not confirmed in time is marked for staff, and can still be confirmed', async () => {
  const here = await aBookedSalon()
  at('2026-11-25', '10:00')
  // Without a reminder the customer was not asked.
  expect(await here.confirmation()).toBeNull()
  await here.remind()
  at('2026-11-25', '08:59')
  expect(await here.confirmation()).toBeNull()
  at('2026-11-25', '09:00')
  expect(await here.confirmation()).toBe('missing')

  const answers = await Promise.all([here.confirm(), here.confirm()])
  expect(answers.map(({ headers }) => headers.location)).toEqual(Array(2).fill(`/bookings/${here.hidden_id}`))
  expect(await here.confirmation()).toBe('confirmed')
  expect(await here.history()).toEqual([{ kind: 'confirmed', at: '25-11-2026 09:00', by: null }])
  const page = await here.page()
  expect(page).toContain('Hai confermato: ti aspettiamo.')
  expect(page).not.toContain('/confirm?')
})

test('a reschedule ends the confirmation, and its undo by hand restores it', async () => {
  const here = await aBookedSalon()
  await here.confirm()
  expect(await here.confirmation()).toBe('confirmed')
  const { text } = await here.remind()
  expect(text).not.toContain('Confermo')

  await here.moveTo('10:00:00')
  expect(await here.confirmation()).toBeNull()
  // The page of the former time confirms nothing.
  await here.confirm('09:00')
  expect(await here.confirmation()).toBeNull()
  await here.moveTo('09:00:00')
  expect(await here.confirmation()).toBe('confirmed')
})

test('a cancelled or begun visit cannot be confirmed, and neither state changes', async () => {
  const here = await aBookedSalon()
  const [confirmed] = await Promise.all([here.confirm(), here.delete(`/client/bookings/delete/${here.hidden_id}`)])
  expect(confirmed.statusCode).toBe(303)
  await here.confirm()
  const { deleted_at } = await here.db.selectFrom('bookings').select('deleted_at').executeTakeFirstOrThrow()
  expect(deleted_at).not.toBeNull()

  const other = await aBookedSalon()
  at('2026-11-26', '09:00')
  expect((await other.confirm()).statusCode).toBe(303)
  expect(await other.confirmation()).toBeNull()
  expect(await other.page()).not.toContain('/confirm?')
})
