import { listBusyFeeds } from '@prenoto/core/busy-feeds/busy-feeds.endpoints.ts'
import type { Calendar } from '@prenoto/core/calendars/calendar-schema.ts'
import {
  createCalendar,
  listCalendars,
  readCalendarDeletionBlocker,
  updateCalendar,
} from '@prenoto/core/calendars/calendars.endpoints.ts'
import { changedHoursEndpoints, specialOpeningEndpoints } from '@prenoto/core/schedule/exceptions.endpoints.ts'
import { expect } from 'vitest'
import { type fakeApi, LOST } from '../testing/fake-api.ts'
import { aCalendar, lastPage } from '../testing/fixtures.ts'
import { expectFocused, screen, segmentsText, test, within } from '../testing/render-page.tsx'
import { ServerLine } from '../ui/panels/server-line.tsx'
import CalendarsPage from './calendars-page.tsx'

test('a new calendar has empty fields, shows what is missing from top to bottom, and offers pauses for its open days', {
  tags: ['5.24'],
}, async ({ api, render, user }) => {
  api.on(listCalendars, () => ({ calendars: [], ...lastPage }))
  render(<CalendarsPage />)
  await user.click(await screen.findByRole('button', { name: 'Nuovo calendario' }))
  const panel = within(screen.getByRole('dialog', { name: 'Nuovo calendario' }))
  const group = (name: string) => panel.getByRole('group', { name })
  const firstPart = (name: string) => within(group(name)).getAllByRole('spinbutton')[0]!
  await panel.findByRole('group', { name: 'Domenica, pomeriggio, alle' })
  expect(segmentsText(group('Data inizio'))).toBe('gg/mm/aaaa')
  expect(segmentsText(group('Domenica, pomeriggio, alle'))).toBe('––:––')
  const save = panel.getByRole('button', { name: 'Aggiungi calendario' })
  await user.typeSegments(group('Lunedì, mattina, dalle'), '08:00')
  await user.typeSegments(group('Lunedì, mattina, alle'), '12:00')
  await user.click(panel.getByRole('button', { name: 'Pause' }))
  await user.click(panel.getByRole('button', { name: 'Aggiungi una pausa' }))
  const pause = within(await panel.findByRole('group', { name: 'Pausa 1' }))
  const isChecked = (name: string) => pause.getByRole<HTMLInputElement>('checkbox', { name }).checked
  expect(['Lunedì', 'Martedì'].map(isChecked)).toEqual([true, false])
  expect(pause.queryByText('Indica l’inizio.')).toBeNull()

  await user.fill(panel.getByLabelText(/Numero massimo/), '')
  for (const [field, message, typed] of [
    [() => panel.getByLabelText('Nome'), 'Il nome è obbligatorio.', 'C'],
    [() => panel.getByLabelText('Descrizione'), 'La descrizione è obbligatoria.', 'A'],
    [() => firstPart('Data inizio'), 'La data di inizio è obbligatoria.', '01012026'],
    [() => panel.getByLabelText(/Numero massimo/), 'Il numero massimo di prenotazioni è obbligatorio.', '2'],
  ] as const) {
    await user.click(save)
    await panel.findByText(message)
    await expectFocused(field)
    await user.keyboard(typed)
    await expect.poll(() => panel.queryByText(message)).toBeNull()
  }
  await pause.findByText('Indica l’inizio.')
  await pause.findByText('Indica la fine.')
  await user.typeSegments(pause.getByRole('group', { name: 'Dalle' }), '11:00')
  await user.typeSegments(pause.getByRole('group', { name: 'Alle' }), '13:00')
  await user.click(save)
  await pause.findByText('La pausa deve stare dentro l’orario di apertura.')
  await user.click(pause.getByRole('checkbox', { name: 'Lunedì' }))
  await pause.findByText('Scegli almeno un giorno.')
  await user.click(pause.getByRole('button', { name: 'Togli Pausa 1' }))
  await expectFocused(() => panel.getByRole('button', { name: 'Aggiungi una pausa' }))
  expect(panel.queryByRole('group', { name: 'Pausa 1' })).toBeNull()

  await user.typeSegments(group('Martedì, mattina, dalle'), '08:00')
  await user.click(save)
  await expectFocused(() => firstPart('Martedì, mattina, alle'))
  await user.typeSegments(group('Martedì, mattina, alle'), '07:00')
  await user.tab()
  await within(group('Martedì')).findByText('La chiusura deve essere dopo l’apertura.')
  expect(api.listCalls(createCalendar)).toEqual([])
})

test('a new calendar whose answer was lost is offered at once, also after a reload, and keeps its key', {
  tags: ['13.155'],
}, async ({ api, render, user, allowErrors }) => {
  allowErrors(/ApiError/)
  const line = () => screen.queryByRole('button', { name: /^riapri/ })
  const panel = () => within(screen.getByRole('dialog', { name: 'Nuovo calendario' }))
  const name = () => panel().getByLabelText<HTMLInputElement>('Nome')
  const page = (
    <>
      <ServerLine />
      <CalendarsPage />
    </>
  )
  api.on(listCalendars, () => ({ calendars: [], ...lastPage }))
  api.on(createCalendar, () => LOST)
  render(page)
  await user.click(await screen.findByRole('button', { name: 'Nuovo calendario' }))
  await user.fill(name(), 'Cabina')
  await user.fill(panel().getByLabelText('Descrizione'), 'Al piano terra')
  await user.typeSegments(panel().getByRole('group', { name: 'Data inizio' }), '2026-01-01')
  await user.click(panel().getByRole('button', { name: 'Aggiungi calendario' }))
  await expect.poll(line).not.toBeNull()

  api.on(createCalendar, ({ body }) => ({ ...body, id: 3, version: 1 }) as never)
  render(page)
  await expect.poll(line).not.toBeNull()
  await user.click(line()!)
  await expect.poll(() => name().value).toBe('Cabina')
  await user.click(panel().getByRole('button', { name: 'Aggiungi calendario' }))
  await screen.findByText('Calendario creato con successo')
  await expect.poll(line).toBeNull()
  const [lost, repeated] = api.listCalls(createCalendar)
  expect(repeated).toEqual(lost)
  expect(repeated!.headers['idempotency-key']).toBeTruthy()
})

/** Answers what the panel of a calendar reads. */
function serve(api: ReturnType<typeof fakeApi>, calendar: Calendar) {
  api.on(listCalendars, () => ({ calendars: [calendar], ...lastPage }))
  api.on(updateCalendar, ({ body }) => ({ ...body, id: 1, version: 2 }) as never)
  api.on(changedHoursEndpoints.list, () => [])
  api.on(specialOpeningEndpoints.list, () => ({ openings: [], ...lastPage }))
  api.on(listBusyFeeds, () => ({ feeds: [] }))
  api.on(readCalendarDeletionBlocker, () => ({ deletion_blocker: null }))
}

test('weeks that alternate are filled in one after the other, and begin on a Monday', async ({ api, render, user }) => {
  serve(api, aCalendar({ monday_morning_from: '09:00', monday_morning_to: '13:00' }))
  render(<CalendarsPage />)
  await user.click(await screen.findByRole('button', { name: /Sala/ }))
  const panel = within(screen.getByRole('dialog', { name: 'Modifica calendario' }))
  const group = (name: string) => panel.getByRole('group', { name })
  await panel.findByRole('group', { name: 'Orari di apertura' })
  expect(panel.queryByRole('button', { name: 'Settimana A' })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Settimane alterne' }))
  await user.click(panel.getByRole('button', { name: 'Aggiungi Settimana B' }))

  await panel.findByRole('group', { name: 'Orari di apertura, Settimana B' })
  expect(segmentsText(group('Lunedì, mattina, dalle'))).toBe('09:00')
  panel.getByRole('button', { name: 'Settimana B', pressed: true })
  await user.typeSegments(group('Lunedì, mattina, alle'), '08')
  await user.click(panel.getByRole('button', { name: 'Settimana A' }))
  expect(segmentsText(group('Lunedì, mattina, alle'))).toBe('13:00')
  await user.click(panel.getByRole('button', { name: 'Salva modifiche' }))
  await panel.findByRole('group', { name: 'Orari di apertura, Settimana B' })
  await panel.findByText('La chiusura deve essere dopo l’apertura.')
  await user.typeSegments(group('Lunedì, mattina, alle'), '12')
  await user.typeSegments(group('Lunedì di una settimana A'), '2026-11-24')
  await user.click(panel.getByRole('button', { name: 'Salva modifiche' }))
  await panel.findByText('Scegli un lunedì.')
  await user.typeSegments(group('Lunedì di una settimana A'), '23')
  await user.click(panel.getByRole('button', { name: 'Salva modifiche' }))

  await expect.poll(() => api.listCalls(updateCalendar)).toHaveLength(1)
  expect(api.listCalls(updateCalendar)[0]!.body).toMatchObject({
    monday_morning_to: '13:00:00',
    rota_from: '2026-11-23',
    other_weeks: [{ monday_morning_from: '09:00:00', monday_morning_to: '12:00:00', pauses: [] }],
  })
})

test('a week can be removed, and the last one ends the alternation', async ({ api, render, user }) => {
  const { id: _, ...week } = aCalendar()
  const other_weeks = [week, { ...week, sunday_morning_from: '10:00', sunday_morning_to: '12:00' }]
  serve(api, aCalendar({ rota_from: '23-11-2026', other_weeks }))
  render(<CalendarsPage />)
  await user.click(await screen.findByRole('button', { name: /Sala/ }))
  const panel = within(screen.getByRole('dialog', { name: 'Modifica calendario' }))
  await user.click(await panel.findByRole('button', { name: 'Settimana B' }))
  expect(segmentsText(panel.getByRole('group', { name: 'Domenica, mattina, dalle' }))).toBe('––:––')
  await user.click(panel.getByRole('button', { name: 'Togli Settimana B' }))
  await expectFocused(() => panel.getByRole('button', { name: 'Aggiungi Settimana C' }))
  expect(segmentsText(panel.getByRole('group', { name: 'Domenica, mattina, dalle' }))).toBe('10:00')
  await user.click(panel.getByRole('button', { name: 'Togli Settimana B' }))
  await panel.findByRole('group', { name: 'Orari di apertura' })
  await user.click(panel.getByRole('button', { name: 'Salva modifiche' }))

  await expect.poll(() => api.listCalls(updateCalendar)).toHaveLength(1)
  expect(api.listCalls(updateCalendar)[0]!.body).toMatchObject({ rota_from: null, other_weeks: [] })
})
