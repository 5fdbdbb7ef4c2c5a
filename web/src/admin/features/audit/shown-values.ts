import type { AuditEntry } from '@prenoto/core/audit/audit.endpoints.ts'
import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import { type Role, roleNames } from '@prenoto/core/contract/role.ts'
import { lineOutcomeNames } from '@prenoto/core/imports/import-outcomes.ts'
import type { RetentionKind } from '@prenoto/core/retention/retention-periods.ts'
import type { ServiceInput } from '@prenoto/core/services/managed-service-schema.ts'
import { ATTENDANCES } from '../../ui/feedback/attendance-texts.ts'
import { formatValue } from '../../ui/forms/differences.ts'
import { SITE_LABELS } from '../configuration/site-fields.tsx'
import { countLabel } from '../imports/import-texts.ts'

/** The kinds of data that the retention removes. */
const REMOVED: Record<RetentionKind, string> = {
  customers: 'Schede cancellate',
  contact_requests: 'Richieste di contatto',
  waiting_list_entries: 'Richieste in lista d’attesa',
  notifications: 'Notifiche',
  messages: 'Email nell’elenco',
  sessions: 'Accessi',
  idempotency_keys: 'Ricevute di invio',
  calendar_days: 'Giorni passati',
  audit_entries: 'Voci del registro',
  uploads: 'Immagini non usate',
  imports: 'File importati',
}

const SERVICE_LABELS: Record<keyof ServiceInput, string> = {
  name: 'Nome',
  calendar_id: 'Calendario (numero)',
  duration: 'Durata (minuti)',
  amount: 'Prezzo',
  discounted_amount: 'Prezzo scontato',
  description: 'Descrizione',
  preparation: 'Come prepararsi',
  color: 'Colore',
  position: 'Posizione',
  picture: 'Immagine',
  category: 'Categoria',
  notes: 'Note per i clienti',
  internal_notes: 'Note interne',
  allow_medical_notes: 'Note sulla salute',
  allow_patient_notes: 'Note del cliente',
  visible_frontend: 'Sul sito',
  visible_api: 'Visibile ad altri programmi',
  other_calendar_ids: 'Altri calendari (numeri)',
  buffer_before: 'Minuti prima della visita',
  buffer_after: 'Minuti dopo la visita',
  slot_step: 'Minuti tra un orario e l’altro',
  processing_after: 'Posa dopo (minuti)',
  processing_minutes: 'Tempo di posa (minuti)',
  variants: 'Varianti',
  by_calendar: 'Durata e prezzo per calendario',
}

const LABELS: Record<string, string> = {
  ...SITE_LABELS,
  ...Object.fromEntries(lineOutcomeNames.map((name) => [name, countLabel('customers', name)])),
  ...REMOVED,
  app_logo: 'Logo',
  patron_day: 'Giorno del patrono',
  ...SERVICE_LABELS,
  surname: 'Cognome',
  role: 'Ruolo',
  is_disabled: 'Utente disattivato',
  public_name: 'Nome per i clienti',
  public_note: 'Nota per i clienti',
  simultaneous_bookings_number: 'Prenotazioni insieme',
  max_bookings_per_day: 'Prenotazioni al giorno',
  pauses: 'Pause',
  rota_from: 'Lunedì di una settimana A',
  other_weeks: 'Altre settimane',
  monday: 'Lunedì',
  tuesday: 'Martedì',
  wednesday: 'Mercoledì',
  thursday: 'Giovedì',
  friday: 'Venerdì',
  saturday: 'Sabato',
  sunday: 'Domenica',
  hours: 'Orari',
  visit: 'Visita',
  service: 'Servizio',
  fields: 'Campi',
  attendance: 'Esito',
  periods: 'Periodo',
  reason: 'Motivo',
  calendars: 'Calendari',
  cancelled_bookings: 'Prenotazioni disdette',
  conflicts: 'Nonostante',
  bookings: 'Prenotazioni',
  attempts: 'Tentativi nell’ora',
  duplicate_id: 'Cliente unito (numero)',
  version: 'Versione',
  from: 'Dal',
  to: 'Al',
  domain: 'Dominio',
  canonical: 'Dominio principale',
  host: 'Sito',
  health_notes_role: 'Ruolo minimo per le note sulla salute',
  confirmations: 'Conferme',
  reminders: 'Promemoria',
  import: 'Importazione (numero)',
  given_on: 'Dato il',
  method: 'Modo',
  customer_id: 'Cliente (numero)',
  documents: 'Documenti',
  terms: 'Condizioni d’uso accettate',
  key_rights: 'Cosa può fare',
  webhook_events: 'Avvenimenti',
  webhook_contacts: 'Con i recapiti',
  webhook_paused: 'In pausa',
  cap_cents: 'Spesa massima al mese (centesimi)',
  operators_contacts: 'Operatori: vedere email e telefono dei clienti',
  operators_customers: 'Operatori: aprire l’elenco e le schede dei clienti',
  operators_cancellations: 'Operatori: disdire le prenotazioni',
}

const METHODS: Record<string, string> = {
  paper: 'Su carta',
  screen: 'Sullo schermo',
  totp: 'App di verifica',
  passkey: 'Passkey',
  recovery_codes: 'Codici di recupero',
}

const CONFLICTS: Record<string, string> = {
  booking: 'un’altra prenotazione',
  closure: 'una chiusura',
  hours: 'gli orari di apertura',
  notice: 'il preavviso',
  limit: 'il limite del giorno',
}

const PERSON: Record<string, string> = { name: 'nome', surname: 'cognome', email: 'email', telephone: 'telefono' }

const nameOfRole = (role: string) => roleNames[role as Role] ?? role

const CHANNELS: Record<string, string> = {
  none: 'Email',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  whatsapp_sms: 'WhatsApp, poi SMS',
}

const nameOfChannels = (choice: string) => CHANNELS[choice] ?? choice

const nameOfAttendance = (value: string) => ATTENDANCES[value as Attendance]?.text ?? 'tolto'

const listNames = (names: Record<string, string>) => (keys: string) =>
  keys
    .split(', ')
    .map((key) => names[key] ?? key)
    .join(', ')

const READINGS: Record<string, (value: string) => string> = {
  method: (value) => METHODS[value] ?? value,
  role: nameOfRole,
  health_notes_role: nameOfRole,
  confirmations: nameOfChannels,
  reminders: nameOfChannels,
  attendance: nameOfAttendance,
  conflicts: listNames(CONFLICTS),
  fields: listNames(PERSON),
}

export type ShownValue = { field: string; label: string; before?: string; after?: string }

/** The recorded values with Italian labels; `before` or `after` is absent if it was not recorded. */
export function shownValues({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ShownValue[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map((field) => ({
    field,
    label: LABELS[field] ?? field,
    before: before && field in before ? readValue(field, before[field]) : undefined,
    after: after && field in after ? readValue(field, after[field]) : undefined,
  }))
}

function readValue(field: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return READINGS[field]?.(String(value)) ?? formatValue(value ?? '')
}
