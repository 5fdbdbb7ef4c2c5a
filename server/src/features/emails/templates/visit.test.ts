import { expect, test } from 'vitest'
import type { MailBooking } from './email-records.repository.ts'
import { serviceFacts } from './visit.ts'

const haircut = { service_name: 'Taglio', service_price: '25.00', visit_day: '2026-11-23', visit_hour: '09:00:00' }

test.each([
  ['Anna', ['Servizio', 'Con', 'Giorno', 'Ora', 'Durata', 'Costo']],
  ['', ['Servizio', 'Giorno', 'Ora', 'Durata', 'Costo']],
])('an e-mail names the calendar (%o) only if customers choose one', { tags: ['13.55'] }, (calendar_name, labels) => {
  const facts = serviceFacts({ ...haircut, calendar_name } as unknown as MailBooking)

  expect(facts.map(({ label }) => label)).toEqual(labels)
  if (calendar_name) expect(facts).toContainEqual({ label: 'Con', value: 'Anna' })
})
