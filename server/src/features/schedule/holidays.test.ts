import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { italianHolidays } from './holidays.ts'

const server = await sharedServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  editor = await here.as('editor')
})

/** The fixed public holidays; those that depend on Easter are listed below. */
const FIXED = ['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '10-04', '11-01', '12-08', '12-25', '12-26']
const EASTER: [year: number, sunday: string, monday: string][] = [
  [2026, '04-05', '04-06'],
  [2027, '03-28', '03-29'],
  [2028, '04-16', '04-17'],
  [2029, '04-01', '04-02'],
  [2030, '04-21', '04-22'],
]

test('knows the public holidays of 2026 to 2030, Easter Monday and 4 October included', {
  tags: ['13.120'],
}, async () => {
  const foundHolidays = await italianHolidays(EASTER.map(([year]) => year))

  const expected = EASTER.flatMap(([year, ...easter]) => [...FIXED, ...easter].sort().map((day) => `${year}-${day}`))
  expect(foundHolidays.map(({ day }) => day)).toEqual(expected)
  expect(foundHolidays.slice(0, 13).map(({ name }) => name)).toEqual([
    'Capodanno',
    'Epifania',
    'Domenica di Pasqua',
    'Lunedì dell’Angelo',
    'Liberazione dal nazifascismo',
    'Festa del lavoro',
    'Festa della Repubblica',
    'Assunzione di Maria',
    'Festa nazionale di San Francesco d’Assisi',
    'Ognissanti',
    'Immacolata Concezione',
    'Natale di Gesù',
    'Santo Stefano',
  ])
})

const holidays = async (until: number) => (await editor.get(`/days_off/holidays?until=${until}`)).json()
const toDays = ({ holidays }: { holidays: { day: string }[] }) => holidays.map(({ day }) => day)

test('lists the upcoming ones until the end of a year, with the patron’s day if known', {
  tags: ['13.120'],
}, async () => {
  expect(toDays(await holidays(2026))).toEqual(['2026-12-08', '2026-12-25', '2026-12-26'])

  await editor.put('/days_off/patron', { patron_day: '2020-12-07' })
  const knownHolidays = await holidays(2027)

  expect(knownHolidays.patron_day).toBe('2020-12-07')
  expect(knownHolidays.holidays).toHaveLength(3 + 13 + 2)
  expect(knownHolidays.holidays[0]).toEqual({ day: '2026-12-07', name: 'Santo patrono', is_closed: false })
  await editor.put('/days_off/patron', { patron_day: '2020-12-08' })
  expect(toDays(await holidays(2026))).toEqual(['2026-12-08', '2026-12-25', '2026-12-26'])
  await editor.put('/days_off/patron', { patron_day: '2024-02-29' })
  expect(toDays(await holidays(2028)).filter((day) => day.includes('-02-'))).toEqual(['2028-02-29'])
  await editor.put('/days_off/patron', { patron_day: null })
  expect((await holidays(2026)).patron_day).toBeNull()
  expect((await editor.get('/days_off/holidays?until=2099')).statusCode).toBe(422)
  expect((await here.get('/client/configs')).body).not.toContain('patron')
})

test('a day counts as closed if all calendars are closed all day', async () => {
  const [first, second] = [await here.newCalendar(), await here.newCalendar()]
  const close = (calendar_id: number, day_from: string, day_to: string, hour_from = '00:00') =>
    here.newDayOff({ calendar_id, day_from, day_to, hour_from, hour_to: '23:59' })
  await close(first.id, '2026-12-24', '2026-12-26')
  await close(second.id, '2026-12-25', '2026-12-25')
  await close(second.id, '2026-12-26', '2026-12-26', '12:00')
  await close(first.id, '2026-12-08', '2026-12-08')

  const { holidays: days } = await holidays(2026)

  expect(days.map(({ is_closed }: { is_closed: boolean }) => is_closed)).toEqual([false, true, false])
})
