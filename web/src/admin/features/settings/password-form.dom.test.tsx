import { updatePassword } from '@prenoto/core/session/account.endpoints.ts'
import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { expect } from 'vitest'
import { accessToken } from '../../../lib/session.ts'
import { Refusal } from '../../testing/fake-api.ts'
import { expectFocused, queryClient, screen, test } from '../../testing/render-page.tsx'
import { userQuery } from '../session/session.queries.ts'
import { PasswordForm } from './password-form.tsx'

test('the rules of a new password are counted while it is typed; errors and a wrong current password mark their fields', {
  tags: ['5.5', '5.14', '8.10', '8.16', '13.30'],
}, async ({ api, render, user, allowErrors }) => {
  allowErrors(/ApiError/)
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  const save = () => user.click(screen.getByRole('button', { name: 'Salva' }))
  const fill = async (current: string, fresh: string, confirmed: string) => {
    await user.fill(field('Password attuale'), current)
    await user.fill(field('Nuova password'), fresh)
    await user.fill(field('Conferma password'), confirmed)
  }
  render(<PasswordForm />)
  await screen.findByLabelText('Nuova password')
  expect(screen.queryByRole('tooltip')).toBeNull()
  await user.click(field('Nuova password'))
  expect(
    [...(await screen.findByRole('tooltip')).querySelectorAll('li')].map(({ textContent }) => textContent),
  ).toEqual([
    'Almeno 8 caratteri',
    'Almeno una lettera maiuscola',
    'Almeno una lettera minuscola',
    'Almeno un numero',
    'Almeno un carattere speciale',
  ])
  await user.keyboard('abcdef1')
  await screen.findByText('Regole rispettate: 2 su 5')
  await user.keyboard('G!')
  await screen.findByText('Regole rispettate: 5 su 5')
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('tooltip')).toBeNull()

  await fill('', 'corta', 'altra')
  await save()
  await screen.findByText('La password deve avere almeno 6 caratteri')
  await screen.findByText('Le password non coincidono')
  await screen.findByText('Campo obbligatorio')

  const detail = 'La password attuale non è corretta.'
  api.on(updatePassword, () => new Refusal(422, { detail, errors: [{ path: 'current_password', message: detail }] }))
  await fill('sbagliata', 'Nuova-2026!', 'Nuova-2026!')
  await save()
  await expect.poll(() => field('Password attuale').getAttribute('aria-invalid')).toBe('true')
  await expectFocused(() => field('Password attuale'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/corretta/)).toBeNull()

  // The page is told of the change, and reads the user, before the new token arrives.
  api.on(readUserInfo, () => new Refusal(401))
  api.on(updatePassword, async () => {
    await queryClient.refetchQueries(userQuery)
    expect(accessToken()).toBe('token')
    return { access_token: 'next' } as never
  })
  await fill('Prova-2026!', 'Nuova-2026!', 'Nuova-2026!')
  await save()
  await screen.findByText('Password aggiornata con successo!')
  expect(field('Password attuale').value).toBe('')
  expect(accessToken()).toBe('next')
})
