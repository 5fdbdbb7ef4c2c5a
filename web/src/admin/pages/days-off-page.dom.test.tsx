import { listCalendars } from '@prenoto/core/calendars/calendars.endpoints.ts'
import { listAffectedBookings } from '@prenoto/core/schedule/affected-bookings.endpoints.ts'
import { dayOffEndpoints } from '@prenoto/core/schedule/exceptions.endpoints.ts'
import { expect } from 'vitest'
import { Refusal } from '../testing/fake-api.ts'
import { aCalendar, lastPage } from '../testing/fixtures.ts'
import { screen, test, within } from '../testing/render-page.tsx'
import DaysOffPage from './days-off-page.tsx'

const ferie = {
  id: 1,
  day_from: '03-02-2026',
  day_to: '04-02-2026',
  hour_from: '15:30',
  hour_to: '16:00',
  reason: 'Ferie',
  calendar_id: 1,
  calendar_name: 'Sala',
  version: 1,
}

test('a refused save of a closing day shows no message, and its panel stays open; without any the list says so', {
  tags: ['2.75', '4.21', '8.10'],
}, async ({ api, render, user, allowErrors }) => {
  allowErrors(/ApiError/)
  api.on(dayOffEndpoints.list, () => ({ daysOff: [ferie], ...lastPage }))
  api.on(listCalendars, () => ({ calendars: [aCalendar()], ...lastPage }))
  api.on(listAffectedBookings, () => ({ bookings: [], count: 0, ...lastPage }))
  api.on(dayOffEndpoints.update, () => new Refusal(500, { detail: 'Non ora.' }))
  render(<DaysOffPage />)
  await user.click(await screen.findByRole('button', { name: '03-02-2026' }))
  const panel = within(screen.getByRole('dialog', { name: 'Modifica chiusura' }))
  const save = await panel.findByRole<HTMLButtonElement>('button', { name: /^Salva modifiche/ })
  await user.click(save)
  await expect.poll(() => api.listCalls(dayOffEndpoints.update)).toHaveLength(1)
  await expect.poll(() => save.disabled).toBe(false)
  expect(screen.getByRole('dialog', { name: 'Modifica chiusura' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()

  api.on(dayOffEndpoints.list, () => ({ daysOff: [], ...lastPage }))
  render(<DaysOffPage />)
  await screen.findByText('Nessun giorno di chiusura disponibile')
})
