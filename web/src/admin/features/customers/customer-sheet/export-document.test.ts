import type { CustomerExport } from '@prenoto/core/customers/customer-schema.ts'
import { aVisit } from '@prenoto/test-support/fixtures/visits.ts'
import { expect, test } from 'vitest'
import { exportDocument } from './export-document.ts'

const options = { business: 'Salone <Aurora>', timeZone: 'Europe/Rome', now: new Date('2026-11-21T08:45:00Z') }

const data: CustomerExport = {
  customer: {
    id: 1,
    name: '<script>alert(1)</script>',
    surname: '"Verdi" & figli',
    email: 'giulia@example.it',
    telephone: '',
    created_at: '2026-01-01T09:00:00Z',
    notes: 'Allergica',
    blocked_at: null,
    also_known_as: [],
  },
  after_visit_refused_at: '2026-11-20T09:00:00Z',
  text_consents: [
    {
      telephone: '+393331234567',
      channels: ['sms'],
      version: '2026-11',
      given_at: '2026-11-20T09:00:00Z',
      by_customer: true,
      withdrawn_at: null,
    },
  ],
  bookings: [
    {
      id: 2,
      name: 'Giulia',
      surname: 'Verdi',
      email: 'giulia@example.it',
      telephone: '333',
      ...aVisit(),
      patient_notes: 'Interno 12',
      attendance: 'no_show',
      source: 'google',
      privacy_version: '2026-11-25',
      consented_at: '2026-11-20T09:00:00Z',
      created_at: '2026-11-20T09:00:00Z',
      updated_at: null,
      cancelled_at: null,
    },
  ],
  booking_history: [],
  contact_requests: [],
  waiting_list_entries: [],
  imported_lines: [{ file_name: 'clienti.csv', cells: ['Giulia', '', '=1'], imported_at: '2026-11-20T09:00:00Z' }],
}

test('the page contains every field and no markup of its data', () => {
  const page = exportDocument(data, options)
  expect(page).not.toContain('<script')
  expect(page).toContain('<h1>Dati di &lt;script&gt;alert(1)&lt;/script&gt; &quot;Verdi&quot; &amp; figli</h1>')
  expect(page).toContain('Salone &lt;Aurora&gt;')
  for (const text of [
    'Allergica',
    'Interno 12',
    'Non presentato',
    'lunedì 23 novembre 2026 alle 09:00',
    'Versione 2026-11-25',
  ])
    expect(page).toContain(text)
  expect(page).toContain('<dd>Giulia · =1</dd>')
  expect(page).not.toContain('Bloccato dal')
})

test('a section without entries says so, and instants are in the time of the business', () => {
  const page = exportDocument(data, options)
  expect(page).toContain('<h2>Richieste di contatto</h2><p>Niente.</p>')
  expect(page).toContain('21 novembre 2026 alle ore 09:45')
})
