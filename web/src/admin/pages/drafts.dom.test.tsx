import type { Calendar } from '@prenoto/core/calendars/calendar-schema.ts'
import { listCalendars } from '@prenoto/core/calendars/calendars.endpoints.ts'
import { listHealthNotes } from '@prenoto/core/health-notes/health-notes.endpoints.ts'
import {
  listServices,
  readServiceDeletionBlocker,
  updateService,
} from '@prenoto/core/services/managed-services.endpoints.ts'
import { aManagedService } from '@prenoto/test-support/fixtures/services.ts'
import { expect } from 'vitest'
import { accessToken, clearTab, setTabOwner } from '../../lib/session.ts'
import { Notes } from '../features/health-notes/notes.tsx'
import { LOST, Refusal } from '../testing/fake-api.ts'
import { lastPage } from '../testing/fixtures.ts'
import { test as base, expectFocused, screen, within } from '../testing/render-page.tsx'
import ManagedServicesPage from './managed-services-page.tsx'

const taglio = aManagedService({
  id: 7,
  name: 'Taglio',
  duration: 60,
  amount: '25.00',
  description: 'Con lavaggio.',
  version: 1,
})

const panel = () => within(screen.getByRole('dialog'))
const field = (label: string) => panel().getByLabelText<HTMLInputElement>(label)
const button = (name: string) => panel().getByRole<HTMLButtonElement>('button', { name })
const offer = () => panel().queryByRole('button', { name: 'Riprendi la bozza' })
const submit = () => button('Salva modifiche')

const test = base.extend('open', ({ api, render, user }) => {
  api.on(listServices, () => ({ services: [taglio], ...lastPage }))
  api.on(listCalendars, () => ({ calendars: [{ id: 1, name: 'Sala' } as Calendar], ...lastPage }))
  api.on(readServiceDeletionBlocker, () => ({ deletion_blocker: null }))
  /** Opens the form of a new or the listed service, after a load of the page. */
  return async (name: 'Nuovo servizio' | 'Taglio') => {
    render(<ManagedServicesPage />)
    await user.click(await screen.findByRole('button', { name }))
    await expect.poll(() => screen.getByRole('dialog').querySelector('form')).not.toBeNull()
  }
})

const askedBeforeClosing = () => {
  const closing = new Event('beforeunload', { cancelable: true })
  dispatchEvent(closing)
  return closing.defaultPrevented
}

test('text in a closed panel is offered again, also after a reload; closing the tab meanwhile asks', {
  tags: ['13.39'],
}, async ({ open, user }) => {
  await open('Nuovo servizio')
  expect(askedBeforeClosing()).toBe(false)
  await user.type(field('Nome'), 'Piega')
  expect(askedBeforeClosing()).toBe(true)
  await user.click(button('Chiudi'))
  await user.click(screen.getByRole('button', { name: 'Nuovo servizio' }))
  expect(field('Nome').value).toBe('')
  await user.click(offer()!)
  await expectFocused(() => field('Nome'))
  expect(field('Nome').value).toBe('Piega')

  await open('Nuovo servizio')
  await user.click(offer()!)
  expect(field('Nome').value).toBe('Piega')
  await open('Nuovo servizio')
  await user.click(button('Scarta'))
  await open('Nuovo servizio')
  expect(offer()).toBeNull()
})

test('after a lost session the form opens again for the same user only, and a log-out deletes it', {
  tags: ['13.39'],
}, async ({ api, render, open, user, allowErrors }) => {
  allowErrors(/ApiError/)
  api.on(updateService, () => new Refusal(401))
  const loseSession = async () => {
    setTabOwner(1)
    await open('Taglio')
    await user.fill(field('Nome'), 'Taglio corto')
    expect(askedBeforeClosing()).toBe(true)
    await user.click(submit())
    await expect.poll(accessToken).toBeUndefined()
    expect(askedBeforeClosing()).toBe(false)
  }

  await loseSession()
  setTabOwner(1)
  render(<ManagedServicesPage />)
  await expect.poll(() => field('Nome').value).toBe('Taglio corto')

  for (const end of [() => setTabOwner(2), clearTab]) {
    await loseSession()
    render(<p />)
    end()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('corto')
    await open('Taglio')
    expect(offer()).toBeNull()
  }
})

test('the second of two users who save sees both versions and chooses with the keyboard', {
  tags: ['13.37'],
}, async ({ api, open, user, allowErrors }) => {
  allowErrors(/ApiError/)
  let stored = { ...taglio, name: 'Taglio uomo', amount: '30.00', version: 2 }
  api.on(updateService, ({ body, headers }) => {
    if (headers['if-match'] !== stored.version) return new Refusal(409, { current: stored })
    stored = { ...stored, ...body, version: stored.version + 1 } as never
    return stored
  })
  const choice = () => screen.queryByRole('region', { name: 'Nel frattempo qualcun altro ha modificato questi dati' })
  const listed = () =>
    within(choice()!)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)

  await open('Taglio')
  await user.fill(field('Nome'), 'Taglio corto')
  await user.click(submit())
  await expectFocused(() => within(choice()!).getByRole('heading'))
  expect(listed()).toEqual([
    'Adesso: Taglio uomo',
    'Nel tuo modulo: Taglio corto',
    'Adesso: 30,00',
    'Nel tuo modulo: 25,00',
  ])
  await user.tab()
  await expectFocused(() => button('Tieni i miei dati'))
  await user.keyboard('{Enter}')
  await expectFocused(submit)
  expect(choice()).toBeNull()
  expect([field('Nome').value, field('Prezzo (€)').value]).toEqual(['Taglio corto', '25,00'])
  await user.keyboard('{Enter}')
  await screen.findByText('Servizio aggiornato con successo')
  expect(stored).toMatchObject({ name: 'Taglio corto', amount: '25.00', version: 3 })

  await open('Taglio')
  await user.fill(field('Descrizione'), 'Con barba.')
  await user.click(submit())
  await expect.poll(choice).not.toBeNull()
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  await expectFocused(submit)
  expect([field('Nome').value, field('Descrizione').value]).toEqual(['Taglio corto', taglio.description])
})

test('a change whose answer was lost is no conflict', { tags: ['13.37'] }, async ({ api, open, user, allowErrors }) => {
  allowErrors(/ApiError/)
  const saved = { ...taglio, name: 'Taglio corto', version: 2 }
  api.on(updateService, () => LOST)
  await open('Taglio')
  await user.fill(field('Nome'), 'Taglio corto')
  await user.click(submit())
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()

  api.on(updateService, ({ headers }) =>
    headers['if-match'] === 1 ? new Refusal(409, { current: saved }) : { ...saved, version: 3 },
  )
  await user.click(screen.getByRole('button', { name: 'Taglio' }))
  await user.click(offer()!)
  await user.click(submit())
  await screen.findByText('Servizio aggiornato con successo')
  expect(api.listCalls(updateService).map(({ headers }) => headers['if-match'])).toEqual([1, 1, 2])
})

test('a note about health becomes no draft, and closing the tab asks', {
  tags: ['13.157'],
}, async ({ api, render, user }) => {
  api.on(listHealthNotes, () => ({ notes: [], ...lastPage }))
  render(<Notes customerId={5} visitId={null} />)
  await user.type(await screen.findByRole('textbox', { name: 'Nuova nota' }), 'Allergica al nichel')
  expect(askedBeforeClosing()).toBe(true)
  render(<p />)
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('nichel')
})
