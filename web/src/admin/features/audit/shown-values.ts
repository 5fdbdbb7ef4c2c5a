import type { AuditEntry } from '@prenoto/core/audit/audit.endpoints.ts'
import { type Role, roleNames } from '@prenoto/core/contract/role.ts'
import { formatValue } from '../../ui/forms/differences.ts'
import { SITE_LABELS } from '../configuration/site-fields.tsx'

const LABELS: Record<string, string> = {
  ...SITE_LABELS,
  app_logo: 'Logo',
  patron_day: 'Giorno del patrono',
  name: 'Nome',
  surname: 'Cognome',
  role: 'Ruolo',
  is_disabled: 'Utente disattivato',
  calendar_id: 'Calendario (numero)',
  periods: 'Periodo',
  reason: 'Motivo',
  calendars: 'Calendari',
  cancelled_bookings: 'Prenotazioni disdette',
  conflicts: 'Nonostante',
  bookings: 'Prenotazioni',
  attempts: 'Tentativi nell’ora',
  duplicate_id: 'Cliente unito (numero)',
  customers: 'Schede cancellate',
  version: 'Versione',
  from: 'Dal',
  to: 'Al',
  domain: 'Dominio',
  canonical: 'Dominio principale',
  health_notes_role: 'Ruolo minimo per le note sulla salute',
  confirmations: 'Conferme',
  reminders: 'Promemoria',
  cap_cents: 'Spesa massima al mese (centesimi)',
  operators_contacts: 'Operatori: vedere email e telefono dei clienti',
  operators_customers: 'Operatori: aprire l’elenco e le schede dei clienti',
  operators_cancellations: 'Operatori: disdire le prenotazioni',
}

const CONFLICTS: Record<string, string> = {
  booking: 'un’altra prenotazione',
  closure: 'una chiusura',
  hours: 'gli orari di apertura',
  notice: 'il preavviso',
  limit: 'il limite del giorno',
}

const nameOfRole = (role: string) => roleNames[role as Role] ?? role

const CHANNELS: Record<string, string> = {
  none: 'Email',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  whatsapp_sms: 'WhatsApp, poi SMS',
}

const nameOfChannels = (choice: string) => CHANNELS[choice] ?? choice

const READINGS: Record<string, (value: string) => string> = {
  role: nameOfRole,
  health_notes_role: nameOfRole,
  confirmations: nameOfChannels,
  reminders: nameOfChannels,
  conflicts: (kinds) =>
    kinds
      .split(', ')
      .map((kind) => CONFLICTS[kind] ?? kind)
      .join(', '),
}

export type ShownValue = { field: string; label: string; before?: string; after?: string }

/** The recorded values with Italian labels; `before` or `after` is absent if it was not recorded. */
export function shownValues({ before, after }: Pick<AuditEntry, 'before' | 'after'>): ShownValue[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map((field) => ({
    field,
    label: LABELS[field] ?? field,
    before: before && field in before ? read(field, before[field]) : undefined,
    after: after && field in after ? read(field, after[field]) : undefined,
  }))
}

function read(field: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return READINGS[field]?.(String(value)) ?? formatValue(value ?? '')
}
