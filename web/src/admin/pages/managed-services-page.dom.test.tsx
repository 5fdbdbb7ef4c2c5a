import { listCalendars } from '@prenoto/core/calendars/calendars.endpoints.ts'
import {
  createService,
  deleteService,
  listServices,
  readServiceDeletionBlocker,
  updateService,
} from '@prenoto/core/services/managed-services.endpoints.ts'
import { aManagedService } from '@prenoto/test-support/fixtures/services.ts'
import { expect } from 'vitest'
import { Refusal } from '../testing/fake-api.ts'
import { aCalendar, lastPage } from '../testing/fixtures.ts'
import { screen, test, within } from '../testing/render-page.tsx'
import ManagedServicesPage from './managed-services-page.tsx'

test('services are found by name or category, and without any the list says so', { tags: ['2.67', '2.74'] }, async ({
  api,
  render,
  user,
}) => {
  const services = Array.from({ length: 25 }, (_, i) =>
    aManagedService({ id: i + 1, name: `Servizio ${i + 1}`, category: i < 10 ? 'Capelli' : 'Viso' }),
  )
  api.on(listServices, ({ query: { last_id = 0, per_page } }) => {
    const rest = services.filter(({ id }) => id > last_id)
    const page = rest.slice(0, per_page)
    return {
      services: page,
      last_id: page.at(-1)?.id ?? null,
      has_more: rest.length > per_page,
      total: services.length,
    }
  })
  render(<ManagedServicesPage />)
  await screen.findByText('Page 1 of 3')
  const search = screen.getByRole('searchbox', { name: 'Cerca nell’elenco' })
  await user.fill(search, 'viso')
  await screen.findByText('Page 1 of 2')
  await user.fill(search, 'servizio 25')
  await expect.poll(() => screen.getAllByRole('row')).toHaveLength(2)
  await user.fill(search, 'zzz')
  await expect.poll(() => screen.getAllByText('Nessun servizio trovato.')).toHaveLength(2)

  api.on(listServices, () => ({ services: [], ...lastPage }))
  render(<ManagedServicesPage />)
  await screen.findByText('Non ci sono servizi disponibili')
})

const panel = () => within(screen.getByRole('dialog'))
const panelButton = (name: string | RegExp) => panel().findByRole<HTMLButtonElement>('button', { name })

test('a service that the server would not delete says why; a refused save or deletion closes the panel without a message', {
  tags: ['4.21', '8.10', '13.30'],
}, async ({ api, render, user, allowErrors }) => {
  const reported = allowErrors(/ApiError/)
  const open = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const expectClosed = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const fields = { description: 'Con lavaggio.' }
  const services = [aManagedService(fields), aManagedService({ ...fields, id: 2, name: 'Piega' })]
  api.on(listServices, () => ({ services, ...lastPage }))
  api.on(listCalendars, () => ({ calendars: [aCalendar()], ...lastPage }))
  api.on(readServiceDeletionBlocker, ({ params }) => ({
    deletion_blocker: params.id === 1 ? '2 prenotazioni future' : null,
  }))
  render(<ManagedServicesPage />)
  await open('Taglio')
  await panel().findByText('Non si può eliminare: ha ancora 2 prenotazioni future.')
  expect((await panelButton('Elimina')).disabled).toBe(true)
  await user.click(await panelButton('Chiudi'))
  await expectClosed()

  api.on(updateService, () => new Refusal(500, { detail: 'Non ora.' }))
  await open('Piega')
  await user.click(await panelButton('Salva modifiche'))
  await expectClosed()
  expect(api.listCalls(updateService)).toHaveLength(1)

  api.on(deleteService, () => new Refusal(409, { detail: 'Ha prenotazioni future.' }))
  await open('Piega')
  await expect.poll(async () => (await panelButton('Elimina')).disabled).toBe(false)
  await user.click(await panelButton('Elimina'))
  await expectClosed()
  expect(api.listCalls(deleteService)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Piega' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(reported).toHaveLength(2)
})

test('a new service selects calendar 1, or else the first one, and keeps the chosen one', {
  tags: ['9.22'],
}, async ({ api, render, user }) => {
  const calendars = [aCalendar({ id: 5 }), aCalendar({ id: 6, name: 'Cabina' })]
  const { promise: mayList, resolve: list } = Promise.withResolvers<void>()
  api.on(listServices, () => ({ services: [], ...lastPage }))
  api.on(listCalendars, async ({ query: { ids, last_id } }) => {
    await mayList
    if (ids) return { calendars: calendars.filter(({ id }) => ids.includes(id)), ...lastPage }
    return last_id ? { calendars: [], ...lastPage } : { calendars, last_id: 6, has_more: true }
  })
  api.on(createService, ({ body }) => aManagedService({ name: body.name }))
  const openNew = async () => user.click(await screen.findByRole('button', { name: 'Nuovo servizio' }))
  render(<ManagedServicesPage />)
  await openNew()
  for (const [label, text] of Object.entries({
    Nome: 'Piega',
    'Durata (min)': '30',
    'Prezzo (€)': '18',
    Descrizione: 'A phon.',
  }))
    await user.fill(await panel().findByLabelText(label), text)
  await user.click(await panelButton('Aggiungi servizio'))
  await screen.findByText('Servizio creato con successo')
  expect(api.listCalls(createService)).toMatchObject([{ body: { calendar_id: 1, color: '#FFFFFF', position: 1 } }])

  list()
  await openNew()
  await panelButton(/^Sala Calendario$/)
  expect(api.listCalls(listCalendars).filter(({ query }) => query.last_id)).toEqual([])
  await user.click(await panelButton(/Calendario/))
  await user.click(await screen.findByRole('option', { name: 'Cabina' }))
  await panelButton(/^Cabina Calendario$/)
})

test('a processing time is set for a variant; the message at its field opens the section', async ({
  api,
  render,
  user,
}) => {
  const variants = [{ id: 7, name: 'lunghi', duration: 90, amount: '50.00', discounted_amount: null }]
  api.on(listServices, () => ({ services: [aManagedService({ description: 'Tinta.', variants })], ...lastPage }))
  api.on(listCalendars, () => ({ calendars: [aCalendar()], ...lastPage }))
  api.on(readServiceDeletionBlocker, () => ({ deletion_blocker: null }))
  api.on(updateService, ({ body }) => aManagedService({ name: body.name }))
  render(<ManagedServicesPage />)
  await user.click(await screen.findByRole('button', { name: 'Taglio' }))
  const section = await panelButton('Tempo di posa')
  expect(section.getAttribute('aria-expanded')).toBe('false')
  const [minutes] = await panel().findAllByLabelText('Tempo di posa (min)')
  await user.fill(minutes!, '40')
  await user.click(await panelButton('Salva modifiche'))
  await panel().findByText('Indica dopo quanti minuti comincia la posa.')
  expect(section.getAttribute('aria-expanded')).toBe('true')

  const [after] = await panel().findAllByLabelText('Posa dopo (min)')
  await user.fill(after!, '30')
  await user.click(await panelButton('Salva modifiche'))
  await screen.findByText('Servizio aggiornato con successo')
  expect(api.listCalls(updateService)).toMatchObject([
    {
      body: {
        processing_after: null,
        processing_minutes: 0,
        variants: [{ id: 7, processing_after: 30, processing_minutes: 40 }],
      },
    },
  ])
})

test('a service of several calendars gets a duration and a price on one of them', async ({ api, render, user }) => {
  const service = aManagedService({ description: 'Con lavaggio.' })
  const calendars = [aCalendar(), aCalendar({ id: 2, name: 'Zoe' })]
  api.on(listServices, () => ({ services: [{ ...service, other_calendar_ids: [2] }], ...lastPage }))
  api.on(listCalendars, () => ({ calendars, ...lastPage }))
  api.on(readServiceDeletionBlocker, () => ({ deletion_blocker: null }))
  api.on(updateService, ({ body }) => aManagedService({ name: body.name }))
  render(<ManagedServicesPage />)
  await user.click(await screen.findByRole('button', { name: 'Taglio' }))
  await user.click(await panelButton(/^Durata e prezzo per calendario/))
  await user.click(await panelButton('Aggiungi Zoe'))
  const ofZoe = within(await panel().findByRole('group', { name: 'Con Zoe' }))
  await user.click(await panelButton('Salva modifiche'))
  await ofZoe.findByText('Indica la durata o il prezzo, o togli il calendario.')
  await user.fill(await ofZoe.findByLabelText('Durata (min)'), '60')
  await user.fill(await ofZoe.findByLabelText('Prezzo (€)'), '55,5')
  await user.click(await panelButton('Salva modifiche'))
  await screen.findByText('Servizio aggiornato con successo')

  const by_calendar = [{ calendar_id: 2, duration: 60, amount: '55.5', discounted_amount: null }]
  expect(api.listCalls(updateService)).toMatchObject([{ body: { by_calendar } }])
})

test('a service of one calendar asks for no duration by calendar', async ({ api, render, user }) => {
  api.on(listServices, () => ({ services: [aManagedService()], ...lastPage }))
  api.on(listCalendars, () => ({ calendars: [aCalendar()], ...lastPage }))
  api.on(readServiceDeletionBlocker, () => ({ deletion_blocker: null }))
  render(<ManagedServicesPage />)
  await user.click(await screen.findByRole('button', { name: 'Taglio' }))
  await panelButton(/^Chi e quando/)

  expect(panel().queryByRole('button', { name: /^Durata e prezzo/ })).toBeNull()
})
