import { createCalendar, listCalendars } from '@prenoto/core/calendars/calendars.endpoints.ts'
import { expect } from 'vitest'
import { lastPage } from '../testing/fixtures.ts'
import { expectFocused, screen, segmentsText, test, within } from '../testing/render-page.tsx'
import CalendarsPage from './calendars-page.tsx'

test('a new calendar has empty fields and shows what is missing from top to bottom', {
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
  await user.fill(panel.getByLabelText(/Numero massimo/), '')
  for (const [field, message, typed] of [
    [() => panel.getByLabelText('Nome'), 'Il nome è obbligatorio.', 'Cabina'],
    [() => panel.getByLabelText('Descrizione'), 'La descrizione è obbligatoria.', 'Al piano terra'],
    [() => firstPart('Data inizio'), 'La data di inizio è obbligatoria.', '01012026'],
    [() => panel.getByLabelText(/Numero massimo/), 'Il numero massimo di prenotazioni è obbligatorio.', '2'],
  ] as const) {
    await user.click(save)
    await panel.findByText(message)
    await expectFocused(field)
    await user.keyboard(typed)
    await expect.poll(() => panel.queryByText(message)).toBeNull()
  }
  await user.typeSegments(group('Lunedì, mattina, dalle'), '08:00')
  await user.click(save)
  await expectFocused(() => firstPart('Lunedì, mattina, alle'))
  expect(api.callsOf(createCalendar)).toEqual([])
})
