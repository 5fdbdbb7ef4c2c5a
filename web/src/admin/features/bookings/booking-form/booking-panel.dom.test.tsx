import { createBooking } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { readService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import { readBlock } from '@prenoto/core/customers/customers.endpoints.ts'
import type { Service } from '@prenoto/core/services/managed-service-schema.ts'
import { listServices } from '@prenoto/core/services/managed-services.endpoints.ts'
import { listPublicServices } from '@prenoto/core/services/services.endpoints.ts'
import { capitalize, formatDate, formatDay, formatMonth, formatShortDay } from '@prenoto/core/time/format.ts'
import { addDays, type PlainDate, toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { aManagedService, aService } from '@prenoto/test-support/fixtures/services.ts'
import { expect } from 'vitest'
import { Refusal } from '../../../testing/fake-api.ts'
import { anAvailableDay, lastPage } from '../../../testing/fixtures.ts'
import {
  test as base,
  expectFocused,
  queryClient,
  screen,
  segmentsText,
  within,
} from '../../../testing/render-page.tsx'
import { readChangedRecords } from '../../notifications/read-changed-records.ts'
import { BookingPanel } from './booking-panel.tsx'

const HOURS = ['09:00', '10:00', '11:00', '12:00', '14:00']

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(Date.now()) as PlainDate
const day = (n: number) => addDays(today, n)
const freeOn = (...days: number[]) => days.map((n) => anAvailableDay(day(n), ...HOURS))

const bookable = (service: Service) => ({ ...service, visit_preparation: '', useless_gaps: [] })

const panel = () => within(screen.getByRole('dialog', { name: 'Nuova prenotazione' }))
const serviceButton = () => panel().getByRole('button', { name: /Servizio/ })
const dateField = () => panel().getByLabelText<HTMLSelectElement>('Data prenotazione')
const chosenTimes = () => panel().queryAllByRole('radio', { checked: true })
const typedDay = () => segmentsText(panel().getByRole('group', { name: 'Data prenotazione' }))

const test = base
  .extend('services', ({ api }) => {
    const all = new Map<number, Service>()
    api.on(listPublicServices, () => ({
      services: [...all.values()].map(aService),
      categories: [],
      ...lastPage,
    }))
    api.on(listServices, () => ({ services: [], ...lastPage }))
    api.on(readService, ({ params }) => {
      const service = all.get(params.id)
      return service ? bookable(service) : new Refusal(404)
    })
    api.on(readBlock, () => ({ is_blocked: false }))
    return {
      add: (...names: [name: string, freeDays: number[]][]) => {
        for (const [name, days] of names) {
          const id = all.size + 1
          all.set(id, aManagedService({ id, name, available_slots: freeOn(...days) }))
        }
      },
      delete: (id: number) => all.delete(id),
      takeHour: (id: number, hour: string) => {
        const service = all.get(id)!
        const free = service.available_slots.map(({ date }) =>
          anAvailableDay(date, ...HOURS.filter((one) => one !== hour)),
        )
        all.set(id, { ...service, available_slots: free })
      },
      setFreeDays: (id: number, days: number[]) => {
        all.set(id, { ...all.get(id)!, available_slots: freeOn(...days) })
      },
    }
  })
  .extend('pick', ({ user }) => async (name: string) => {
    await user.click(serviceButton())
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
  })

test('the booking panel validates its fields, and clears the time when day or service changes', {
  tags: ['2.61', '2.63', '5.6', '5.7', '13.166'],
}, async ({ render, user, services, pick }) => {
  services.add(['Taglio', [1, 2]], ['Piega', [1, 2]], ['Barba', [1, 3]], ['Ritiro', []])
  render(<BookingPanel isOpen onClose={() => {}} />)
  const save = await screen.findByRole('button', { name: 'Aggiungi prenotazione' })
  await user.click(save)
  for (const message of [
    'Scegli un servizio.',
    'Il nome è obbligatorio.',
    'Il cognome è obbligatoria.',
    "L'email è obbligatoria.",
    'Il telefono è obbligatoria.',
  ])
    await panel().findByText(message)
  await expectFocused(serviceButton)
  const missing = ['La data della prenotazione è obbligatoria.', "L'orario della prenotazione è obbligatoria."]
  for (const text of missing) expect(panel().queryByText(text)).toBeNull()
  await pick('Ritiro')
  await panel().findByText('Ci dispiace ma per questo servizio non ci sono slot disponibili.')
  expect(panel().queryByText('Scegli un servizio.')).toBeNull()
  await user.click(save)
  for (const text of missing) await panel().findByText(text)

  await pick('Taglio')
  await user.selectOptions(await panel().findByLabelText('Data prenotazione'), day(1))
  await user.click(panel().getByLabelText('10:00'))
  await expect.poll(chosenTimes).toHaveLength(1)
  await user.selectOptions(dateField(), day(2))
  await expect.poll(chosenTimes).toHaveLength(0)
  await user.click(panel().getByLabelText('11:00'))
  await expect.poll(chosenTimes).toHaveLength(1)
  await pick('Piega')
  await panel().findByLabelText('11:00')
  expect(chosenTimes()).toHaveLength(0)
  expect(
    panel()
      .getAllByRole('radio')
      .map((radio) => radio.parentElement!.textContent),
  ).toEqual(HOURS)

  await pick('Barba')
  await panel().findByText('Ci dispiace ma per questa giornata gli slot sono terminati.')
})

test('the booking panel opens on the selected or the first free day; days are grouped by month, today and tomorrow first', {
  tags: ['13.6'],
}, async ({ render, user, services, pick }) => {
  const free = [0, 1, 3, 4, 40, 41]
  services.add(['Taglio', free], ['Piega', free])
  render(<BookingPanel isOpen onClose={() => {}} preferred={{ day: day(2) }} />)
  await screen.findByRole('button', { name: 'Aggiungi prenotazione' })
  await pick('Taglio')

  const proposal = `${capitalize(formatDay(day(2)))} non ha orari liberi: ti proponiamo ${formatDay(day(3))}.`
  await panel().findByText(proposal)
  expect(dateField().value).toBe(day(3))
  const groups = [...dateField().querySelectorAll('optgroup')].map(({ label }) => label)
  expect(groups.slice(0, 3)).toEqual(['oggi', 'domani', formatMonth(day(3))])
  expect(new Set(groups).size).toBe(groups.length)
  expect(within(dateField()).getByRole('option', { name: formatShortDay(day(3)) })).toBeTruthy()

  const custom = panel().getByRole('switch', { name: 'Orario libero' })
  const italian = toItalianDate(day(2)).replaceAll('-', '/')
  await user.click(custom)
  await expect.poll(typedDay).toBe(italian)
  expect(panel().queryByText(proposal)).toBeNull()

  render(<BookingPanel isOpen onClose={() => {}} preferred={{ day: day(2) }} />)
  await screen.findByRole('button', { name: 'Aggiungi prenotazione' })
  await pick('Piega')
  await user.click(await panel().findByRole('button', { name: `Scrivi un orario libero per ${formatDay(day(2))}` }))
  await expect.poll(typedDay).toBe(italian)
  await user.click(panel().getByRole('switch', { name: 'Orario libero' }))
  await user.selectOptions(await panel().findByLabelText('Data prenotazione'), day(3))
  services.setFreeDays(1, [4, 40])
  await pick('Taglio')
  await panel().findByText('Ci dispiace ma per questa giornata gli slot sono terminati.')
  expect(dateField().value).toBe(day(3))
  await user.click(panel().getByRole('button', { name: `Primo giorno libero: ${formatDate(day(4))}` }))
  await expectFocused(dateField)
  expect(dateField().value).toBe(day(4))
  await panel().findByLabelText('10:00')
})

test('the service choice shows that it is loading and can be retried; a slot that a visitor takes disappears, and the form keeps its data', {
  tags: ['8.10', '13.3'],
}, async ({ api, render, user, services, pick, allowErrors }) => {
  allowErrors(/ApiError/)
  services.add(['Taglio', [1]])
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  api.on(listPublicServices, async () => {
    await answered
    return new Refusal(503)
  })
  render(<BookingPanel isOpen onClose={() => {}} />)
  const save = await screen.findByRole('button', { name: 'Aggiungi prenotazione' })
  await user.click(serviceButton())
  await screen.findByText('Caricamento…')
  answer()
  await screen.findByText('Elenco non disponibile.')

  api.on(listPublicServices, () => ({ services: [aService()], categories: [], ...lastPage }))
  await user.keyboard('{Escape}')
  await pick('Taglio')
  await user.selectOptions(await panel().findByLabelText('Data prenotazione'), day(1))
  await user.click(panel().getByLabelText('10:00'))
  for (const [label, text] of [
    ['Nome', 'Paolo'],
    ['Cognome', 'Neri'],
    ['Email', 'paolo@posta.example'],
    ['Telefono', '3339876543'],
  ] as const)
    await user.fill(panel().getByLabelText(label), text)
  api.on(createBooking, () => {
    api.on(readService, () => bookable(aManagedService({ available_slots: [anAvailableDay(day(1), '11:00')] })))
    return new Refusal(409, { detail: 'Lo slot scelto non è più disponibile.' })
  })
  const alerts = screen.queryAllByRole('alert').length
  await user.click(save)

  await panel().findByText('L’orario scelto non è più disponibile: scegline un altro.')
  await expect.poll(() => panel().queryByLabelText('10:00')).toBeNull()
  expect(panel().getByLabelText('11:00')).toBeTruthy()
  expect(chosenTimes()).toHaveLength(0)
  expect(panel().getByLabelText<HTMLInputElement>('Nome').value).toBe('Paolo')
  expect(screen.queryAllByRole('alert').length).toBeLessThanOrEqual(alerts)
  expect(api.listCalls(createBooking)).toMatchObject([{ body: { visit_day: day(1), visit_hour: '10:00:00' } }])
})

test('a panel whose slot or service disappears explains what to do next', {
  tags: ['13.40'],
}, async ({ render, user, services, pick, allowErrors }) => {
  allowErrors(/ApiError/)
  services.add(['Taglio', [1]], ['Piega', [1]])
  const choose = async (service: string, hour: string) => {
    await pick(service)
    await user.selectOptions(await panel().findByLabelText('Data prenotazione'), day(1))
    await user.click(panel().getByLabelText(hour))
  }
  render(<BookingPanel isOpen onClose={() => {}} />)
  await screen.findByRole('button', { name: 'Aggiungi prenotazione' })
  await choose('Taglio', '10:00')
  services.takeHour(1, '10:00')
  queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
  await panel().findByText('L’orario scelto non è più disponibile: scegline un altro.')
  expect(panel().queryByLabelText('10:00')).toBeNull()
  await user.click(panel().getByLabelText('11:00'))
  await expect.poll(() => panel().queryByText(/non è più disponibile/)).toBeNull()

  await choose('Piega', '12:00')
  services.delete(2)
  readChangedRecords(queryClient, [{ of: 'services', id: 2, version: 2 }])
  await panel().findByText('Questo servizio non c’è più: scegline un altro.')
  expect(panel().queryByLabelText('Data prenotazione')).toBeNull()
  expect(panel().queryByLabelText('12:00')).toBeNull()
  await user.click(serviceButton())
  await screen.findByRole('option', { name: 'Taglio' })
  await expect.poll(() => screen.queryByRole('option', { name: 'Piega' })).toBeNull()
})
