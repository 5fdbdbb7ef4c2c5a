import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import * as z from 'zod/mini'
import { aBooking } from '../server/test-server.ts'

/** Valid values by field name, for every endpoint. */
const SAMPLES: Record<string, unknown> = {
  ...aBooking,
  visit_hour: '10:00',
  every: 1,
  times: 2,
  visits: [
    { visit_day: '2026-11-23', visit_hour: '10:00' },
    { visit_day: '2026-11-30', visit_hour: '10:00' },
  ],
  hours: [
    { visit_day: '2026-11-23', visit_hour: '15:00' },
    { visit_day: '2026-11-23', visit_hour: '16:00' },
  ],
  phone: '3331234567',
  domain: 'salone.it',
  url: 'https://calendario.example/privato.ics',
  message: 'Buongiorno',
  description: 'Con shampoo',
  from: '2026-01-01',
  to: '2026-12-31',
  simultaneous_bookings_number: 1,
  day_from: '2026-12-24',
  hour_from: '00:00',
  day_to: '2026-12-26',
  hour_to: '20:00',
  reason: 'Ferie',
  day: '2026-12-24',
  duration: 60,
  amount: '25.00',
  app_name: 'Salone Aurora',
  app_primary_color: '#1d4ed8',
  role: 'operator',
  part: 'morning',
  attendance: 'arrived',
  offer_id: 1,
  other_id: 999_999,
  is_blocked: true,
  is_restricted: true,
  is_given: true,
  windows: [{ weekdays: [1, 2], from: '14:00', to: '20:00' }],
  time: 'over',
  text: 'Trattiamo i tuoi dati con cura.',
  version: 0,
  password: 'Forbici-4812!',
  answered: true,
  given_on: '2026-11-20',
  method: 'paper',
  fields: ['full_name', 'email'],
  date_order: null,
  updates_present: false,
  service_names: [],
  calendar_names: [],
  override: false,
  rights: ['read'],
  shows_names: false,
  events: ['booking.created'],
}

/** The field names of a schema. */
export function listFields(schema: z.ZodMiniType | undefined): string[] {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

/** A valid body of an endpoint; `knownIds` adds the ids of existing records. */
export function sampleBody({ body }: Endpoint, knownIds: Record<string, unknown> = {}): Record<string, unknown> {
  const samples = { ...SAMPLES, ...knownIds }
  return Object.fromEntries(listFields(body).flatMap((field) => (field in samples ? [[field, samples[field]]] : [])))
}
