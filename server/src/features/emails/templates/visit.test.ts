import { expect, test } from 'vitest'
import type { MailBooking } from './email-records.repository.ts'
import { serviceFacts, visitOf } from './visit.ts'

const haircut = { service_name: 'Taglio', service_price: '25.00', visit_day: '2026-11-23', visit_hour: '09:00:00' }

test.each([
  ['Anna', ['Servizio', 'Con', 'Giorno', 'Ora', 'Durata', 'Costo']],
  ['', ['Servizio', 'Giorno', 'Ora', 'Durata', 'Costo']],
])('an e-mail names the calendar (%o) only if customers choose one', { tags: ['13.55'] }, (calendar_name, labels) => {
  const facts = serviceFacts({ ...haircut, calendar_name } as unknown as MailBooking)

  expect(facts.map(({ label }) => label)).toEqual(labels)
  if (calendar_name) expect(facts).toContainEqual({ label: 'Con', value: 'Anna' })
})

test('an e-mail lists several services, and its subject has room for the day', () => {
  const parts = ['Taglio', 'Colore', 'Piega'].map((name) => ({ name, duration: 30, price: '20.00' }))
  const visit = { ...haircut, service_name: 'Taglio + Colore + Piega', calendar_name: '', services: parts }

  expect(serviceFacts(visit as unknown as MailBooking).slice(0, 3)).toEqual([
    { label: 'Servizio', value: 'Taglio, 30 minuti, 20,00\u00a0€' },
    { label: 'Poi', value: 'Colore, 30 minuti, 20,00\u00a0€' },
    { label: 'Poi', value: 'Piega, 30 minuti, 20,00\u00a0€' },
  ])
  expect(visitOf(visit as unknown as MailBooking)).toBe('Taglio e altri 2 servizi, lunedì 23 novembre alle 09:00')
  const long = { ...visit, services: [{ ...parts[0], name: 'T'.repeat(180) }, parts[1]] }
  expect(visitOf(long as unknown as MailBooking)).toBe(
    `${'T'.repeat(59)}… e un altro servizio, lunedì 23 novembre alle 09:00`,
  )
})
