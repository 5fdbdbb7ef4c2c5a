import type { BookingHistoryEntry } from '@prenoto/core/bookings/booking-history.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { historyText } from './history-text.ts'

const at = '21-11-2026 09:45'
const by = 'Sara Gallo'
const nine = { visit_day: parsePlainDate('2026-11-23'), visit_hour: parsePlainTime('09:00'), service_name: 'Taglio' }
const from = { ...nine, calendar_name: 'Anna' }

test.for<[string, BookingHistoryEntry]>([
  ['Prenotata dal sito', { kind: 'created', at, by: null, overridden_conflicts: null, source: null }],
  [
    'Prenotata dal sito (con un assistente)',
    { kind: 'created', at, by: null, overridden_conflicts: null, source: 'assistente' },
  ],
  [
    'Prenotata da Sara Gallo. Fuori dagli orari proposti: durante una chiusura',
    { kind: 'created', at, by, overridden_conflicts: ['closure'], source: null },
  ],
  [
    'Spostata dal cliente: da lunedì 23 novembre alle 09:00 a martedì 24 novembre alle 09:00',
    {
      kind: 'rescheduled',
      at,
      by: null,
      from,
      to: { ...from, visit_day: parsePlainDate('2026-11-24') },
      overridden_conflicts: null,
    },
  ],
  [
    'Spostata da Sara Gallo: con Bruno invece di Anna, Piega invece di Taglio',
    {
      kind: 'rescheduled',
      at,
      by,
      from,
      to: { ...from, calendar_name: 'Bruno', service_name: 'Piega' },
      overridden_conflicts: null,
    },
  ],
  [
    'Dati del cliente modificati da Sara Gallo: cognome, telefono',
    { kind: 'person', at, by, fields: ['surname', 'telephone'] },
  ],
  ['Segnata “Non presentato” da Sara Gallo', { kind: 'attendance', at, by, attendance: 'no_show' }],
  ['Esito tolto da Sara Gallo', { kind: 'attendance', at, by, attendance: null }],
  ['Disdetta da Sara Gallo', { kind: 'cancelled', at, by }],
  ['Ripristinata da Sara Gallo', { kind: 'restored', at, by }],
  ['Email di conferma inviata', { kind: 'message', at, message: 'confirmation', is_refused: false }],
  ['Promemoria inviato', { kind: 'message', at, message: 'reminder', is_refused: false }],
  ['Email con la modifica non consegnata', { kind: 'message', at, message: 'change', is_refused: true }],
  [
    'WhatsApp: promemoria, consegnato',
    { kind: 'text', at, message: 'reminder', channel: 'whatsapp', state: 'delivered', reason: null },
  ],
  [
    'SMS: conferma, accettato dal gestore',
    { kind: 'text', at, message: 'confirmation', channel: 'sms', state: 'accepted', reason: null },
  ],
  [
    'SMS: promemoria, non riuscito (limite di spesa raggiunto)',
    { kind: 'text', at, message: 'reminder', channel: 'sms', state: 'failed', reason: 'cap' },
  ],
])('describes a history entry as “%s”', { tags: ['13.115'] }, ([words, entry]) => {
  expect(historyText(entry)).toBe(words)
})
