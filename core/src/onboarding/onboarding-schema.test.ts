import { describe, expect, test } from 'vitest'
import {
  firstCalendarSchema,
  firstServiceSchema,
  onboardingSchema,
  onboardingSteps,
  openingTimesSchema,
} from './onboarding-schema.ts'
import { openingTime } from './opening-times.ts'

type Parse = { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } }
const findIssues = (schema: Parse, value: object) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path[0], message])

test('the six steps ask for every field once', () => {
  expect(onboardingSteps.map(({ name }) => name)).toEqual([
    'Dati Base',
    'Aspetto',
    'Prenotazioni',
    'Calendario',
    'Orari',
    'Servizio',
  ])
  expect(onboardingSteps.flatMap(({ fields }) => fields)).toEqual(Object.keys(onboardingSchema.shape))
})

test('the calendar needs its name, description and first day', () => {
  const empty = { name: '', description: '', from: '', to: '', simultaneous_bookings_number: 1 }
  expect(findIssues(firstCalendarSchema, empty)).toEqual([
    ['name', 'Il nome è obbligatorio.'],
    ['description', 'La descrizione è obbligatoria.'],
    ['from', 'La data di inizio è obbligatoria.'],
  ])
})

describe('opening times', () => {
  const timesIssues = (...opening_times: unknown[]) => findIssues(openingTimesSchema, { opening_times })

  test('need at least one interval', () =>
    expect(timesIssues()).toEqual([['opening_times', 'Devi aggiungere almeno un orario']]))

  test('accept two intervals a day', () =>
    expect(timesIssues(openingTime(1, '08:00', '12:00'), openingTime(1, '14:00', '00:00'))).toBeUndefined())

  test.each([
    ['more than two', ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'], 'Al massimo due orari al giorno.'],
    ['one that ends before it begins', ['12:00', '08:00'], 'La chiusura deve essere dopo l’apertura.'],
    [
      'two that overlap',
      ['08:00', '15:00', '14:00', '18:00'],
      'Il pomeriggio non può iniziare prima della fine della mattina.',
    ],
  ])('reject %s', (_, clock, message) => {
    const times = Array.from({ length: clock.length / 2 }, (_, i) => openingTime(5, clock[i * 2]!, clock[i * 2 + 1]!))
    expect(timesIssues(...times)).toEqual([['opening_times', message]])
  })
})

test('the service needs a name, a duration and an amount, but no description', {
  tags: ['5.26', '13.22'],
}, () => {
  const service = { name: '', duration: 0, amount: '0.00', discounted_amount: '0.00', description: '' }
  expect(findIssues(firstServiceSchema, service)).toEqual([
    ['name', 'Il nome è obbligatorio.'],
    ['duration', 'La durata deve essere almeno 1 minuto.'],
  ])
  expect(findIssues(firstServiceSchema, { ...service, name: 'Taglio', duration: 30, amount: '2.5.0' })).toEqual([
    ['amount', 'Formato importo non valido.'],
  ])
  const tooHigh = { name: 'Taglio', duration: 30, amount: '100000000', discounted_amount: '123456789,5' }
  expect(findIssues(firstServiceSchema, { ...service, ...tooHigh })).toEqual([
    ['amount', 'L’importo è troppo alto: al massimo 99.999.999,99 €.'],
    ['discounted_amount', 'L’importo è troppo alto: al massimo 99.999.999,99 €.'],
  ])
  expect(firstServiceSchema.parse({ ...service, name: 'Taglio', duration: 30, amount: '25,00' })).toMatchObject({
    amount: '25.00',
  })
})
