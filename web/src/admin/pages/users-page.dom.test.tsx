import { listCalendars } from '@prenoto/core/calendars/calendars.endpoints.ts'
import { readStaffSecondFactors } from '@prenoto/core/second-factor/second-factor.endpoints.ts'
import { listUsers, readEmailConflict } from '@prenoto/core/users/users.endpoints.ts'
import { expect } from 'vitest'
import { lastPage } from '../testing/fixtures.ts'
import { anAdmin, screen, test, within } from '../testing/render-page.tsx'
import UsersPage from './users-page.tsx'

const TAKEN = 'Esiste già un utente con questa email.'

test('users cannot delete or disable themselves; a taken e-mail and a weak password are reported during typing', {
  tags: ['6.6', '13.30'],
}, async ({ api, render, user }) => {
  const { is_email_confirmed: _, ...ada } = anAdmin
  api.on(listUsers, () => ({ users: [{ ...ada, is_invited: false }], ...lastPage }))
  api.on(readStaffSecondFactors, () => ({ is_required: false, user_ids: [] }))
  api.on(listCalendars, () => ({ calendars: [], ...lastPage }))
  api.on(readEmailConflict, ({ body }) => ({
    conflict: body.email.toLowerCase() === 'ugo@salone.example' ? TAKEN : null,
  }))
  render(<UsersPage />)
  const panel = () => within(screen.getByRole('dialog'))
  const button = (name: string) => panel().getByRole<HTMLButtonElement>('button', { name })

  await user.click(await screen.findByRole('button', { name: 'Ada' }))
  await panel().findByText('Non puoi eliminare il tuo utente.')
  expect(button('Elimina').disabled).toBe(true)
  expect(panel().getByLabelText<HTMLInputElement>('Utente disattivato').disabled).toBe(true)
  await user.click(button('Chiudi'))

  await user.click(screen.getByRole('button', { name: 'Nuovo utente' }))
  const email = await panel().findByLabelText('Email')
  await user.fill(email, 'UGO@salone.example')
  await panel().findByText(TAKEN)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(button('Aggiungi utente').disabled).toBe(true)
  await user.fill(email, 'ugo.riva@salone.example')
  await expect.poll(() => button('Aggiungi utente').disabled).toBe(false)
  await user.fill(panel().getByLabelText('Password'), 'debole')
  await panel().findByText('Mancano ancora delle regole.')
  expect(button('Aggiungi utente').disabled).toBe(true)
  await user.fill(panel().getByLabelText('Password'), 'Molto-Segreta-1')
  await expect.poll(() => button('Aggiungi utente').disabled).toBe(false)
})
