import { aVisit } from '@prenoto/test-support/fixtures/visits.ts'
import { expect, test } from 'vitest'
import { formatVisit, serviceFacts } from './visit.ts'

const haircut = aVisit()

test.each([
  ['Anna', ['Servizio', 'Con', 'Giorno', 'Ora', 'Durata', 'Costo']],
  ['', ['Servizio', 'Giorno', 'Ora', 'Durata', 'Costo']],
])('an e-mail names the calendar (%o) only if customers choose one', { tags: ['13.55'] }, (calendar_name, labels) => {
  const facts = serviceFacts({ ...haircut, calendar_name })

  expect(facts.map(({ label }) => label)).toEqual(labels)
  if (calendar_name) expect(facts).toContainEqual({ label: 'Con', value: 'Anna' })
})

test('an e-mail lists several services, and its subject has room for the day', () => {
  const part = (name: string) => ({ service_id: 1, variant_id: null, name, duration: 30, price: '20.00' })
  const visit = {
    ...haircut,
    service_name: 'Taglio + Colore + Piega',
    calendar_name: '',
    services: ['Taglio', 'Colore', 'Piega'].map(part),
  }

  expect(serviceFacts(visit).slice(0, 3)).toEqual([
    { label: 'Servizio', value: 'Taglio, 30 minuti, 20,00\u00a0€' },
    { label: 'Poi', value: 'Colore, 30 minuti, 20,00\u00a0€' },
    { label: 'Poi', value: 'Piega, 30 minuti, 20,00\u00a0€' },
  ])
  expect(formatVisit(visit)).toBe('Taglio e altri 2 servizi, lunedì 23 novembre alle 09:00')
  const long = { ...visit, services: ['T'.repeat(180), 'Colore'].map(part) }
  expect(formatVisit(long)).toBe(`${'T'.repeat(59)}… e un altro servizio, lunedì 23 novembre alle 09:00`)
})
