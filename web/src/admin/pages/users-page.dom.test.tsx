import { listCalendars } from '@prenoto/core/calendars/calendars.endpoints.ts'
import { readStaffSecondFactors } from '@prenoto/core/second-factor/second-factor.endpoints.ts'
import {
  appointAdministrator,
  createUser,
  inviteUser,
  listUsers,
  readEmailConflict,
} from '@prenoto/core/users/users.endpoints.ts'
import { expect } from 'vitest'
import { lastPage } from '../testing/fixtures.ts'
import { anAdmin, screen, test, within } from '../testing/render-page.tsx'
import UsersPage from './users-page.tsx'

const { is_email_confirmed: _, ...account } = anAdmin
const ada = { ...account, is_invited: false }

const TAKEN = 'Esiste già un utente con questa email.'

test('users cannot delete or disable themselves; a taken e-mail and a weak password are reported during typing', {
  tags: ['6.6', '13.30'],
}, async ({ api, render, user }) => {
  api.on(listUsers, () => ({ users: [ada], ...lastPage }))
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

test('a user who is added without a password is invited, once more on demand, and another becomes an administrator', async ({
  api,
  render,
  user,
}) => {
  const ugo = { ...ada, id: 2, name: 'Ugo', surname: 'Riva', email: 'ugo@salone.example', role: 'editor' as const }
  const users = [ada, ugo]
  api.on(listUsers, () => ({ users, ...lastPage }))
  api.on(readStaffSecondFactors, () => ({ is_required: false, user_ids: [] }))
  api.on(listCalendars, () => ({ calendars: [], ...lastPage }))
  api.on(readEmailConflict, () => ({ conflict: null }))
  api.on(createUser, ({ body: { password: _, ...body } }) => ({ ...ada, ...body, id: 3, is_invited: true }))
  api.on(inviteUser, () => undefined)
  api.on(appointAdministrator, () => {
    users[1] = { ...ugo, role: 'admin' as never }
    return users[1]
  })
  const panel = () => within(screen.getByRole('dialog'))
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  const HINT = 'Lascia vuoto per inviare un invito via email.'
  render(<UsersPage />)
  await screen.findByRole('button', { name: 'Ugo' })
  await user.click(screen.getByRole('button', { name: 'Nuovo utente' }))
  await panel().findByText(HINT)
  for (const [label, text] of Object.entries({ Nome: 'Irma', Cognome: 'Riva', Email: 'irma@salone.example' }))
    await user.fill(panel().getByLabelText(label), text)
  await user.click(panel().getByRole('button', { name: 'Aggiungi utente' }))
  await screen.findByText('Utente creato con successo')
  await expect.poll(() => row('Irma').queryByText('Invitato')).not.toBeNull()

  await user.click(screen.getByRole('button', { name: 'Irma' }))
  const again = await panel().findByRole('button', { name: 'Invia di nuovo' })
  // A double click whose second click comes before any timer.
  for (const detail of [1, 2]) again.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  await screen.findByText('Invito inviato di nuovo.')
  expect(api.listCalls(inviteUser)).toMatchObject([{ params: { id: 3 } }])
  expect(panel().queryByText(HINT)).toBeNull()
  expect(panel().queryByRole('button', { name: 'Nomina amministratore' })).toBeNull()
  await user.click(panel().getByRole('button', { name: 'Chiudi' }))

  await user.click(screen.getByRole('button', { name: 'Ugo' }))
  const roles = within(await panel().findByLabelText('Ruolo')).getAllByRole('option')
  expect(roles.map(({ textContent }) => textContent)).toEqual(['Editor', 'Operatore'])
  await user.click(panel().getByRole('button', { name: 'Nomina amministratore' }))
  await user.click(await screen.findByRole('button', { name: 'Nomina' }))
  await screen.findByText('Ugo Riva ora è tra gli amministratori.')
  await expect.poll(() => row('Ugo').queryByText('Amministratore')).not.toBeNull()
})
