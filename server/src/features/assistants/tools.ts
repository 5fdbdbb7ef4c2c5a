import { MAX_SERVICES } from '@prenoto/core/services/visit-services.ts'
import { plainDate } from '@prenoto/core/time/plain-date-schema.ts'
import { plainTime } from '@prenoto/core/time/plain-time-schema.ts'
import * as z from 'zod/mini'

/** Max days of one search, and the free hours in its answer. */
const MAX_DAYS = 31
export const MAX_HOURS = 500

const id = z.int().check(z.positive())

const services = z
  .array(z.object({ service_id: id, variant_id: z.optional(id) }))
  .check(
    z.minLength(1),
    z.maxLength(MAX_SERVICES),
    z.describe('I servizi della visita, uno dopo l’altro, con gli id di list_services; di solito uno solo.'),
  )

const calendar_id = z.optional(id).check(z.describe('Con chi, se il cliente ha una preferenza; altrimenti chiunque.'))

const shownDay = z.string().check(z.describe('AAAA-MM-GG'))
const shownHour = z.string().check(z.describe('HH:MM, ora locale dell’attività'))

const money = { duration_minutes: z.int(), price: z.string() }

/** The tools that assistants see, in the order of a conversation. */
export const TOOLS = {
  describe_business: {
    title: 'Chi siamo',
    description: 'Nome, indirizzo, telefono, sito e orari di apertura dell’attività.',
    inputSchema: z.object({}),
    outputSchema: z.object({
      name: z.string(),
      address: z.string(),
      telephone: z.string(),
      site: z.string(),
      time_zone: z.string(),
      opening_hours: z.array(
        z.object({ title: z.string(), days: z.array(z.object({ day: z.string(), hours: z.string() })) }),
      ),
    }),
    annotations: { readOnlyHint: true },
  },
  list_services: {
    title: 'Servizi',
    description: 'I servizi che si prenotano, con durata, prezzo, varianti e persone tra cui scegliere.',
    inputSchema: z.object({
      after: z
        .optional(id)
        .check(z.describe('Per continuare un elenco lungo: il valore di next della risposta prima.')),
    }),
    outputSchema: z.object({
      services: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          category: z.string(),
          description: z.string(),
          ...money,
          variants: z.array(z.object({ id: z.int(), name: z.string(), ...money })),
          calendars: z.array(z.object({ id: z.int(), name: z.string() })),
        }),
      ),
      next: z.nullable(z.int()),
    }),
    annotations: { readOnlyHint: true },
  },
  find_free_hours: {
    title: 'Orari liberi',
    description: 'Gli orari liberi di un servizio, o di più servizi nella stessa visita, in giorni e ore locali.',
    inputSchema: z.object({
      services,
      calendar_id,
      from_day: z.optional(plainDate).check(z.describe('Il primo giorno, AAAA-MM-GG; se manca, oggi.')),
      days: z
        ._default(z.int().check(z.minimum(1), z.maximum(MAX_DAYS)), 7)
        .check(z.describe('Quanti giorni guardare.')),
    }),
    outputSchema: z.object({
      name: z.string(),
      ...money,
      days: z.array(z.object({ day: shownDay, hours: z.array(shownHour) })),
      is_cut: z
        .boolean()
        .check(z.describe('Se ci sono altri orari liberi in questi giorni: chiedine meno alla volta.')),
      next_day: z.nullable(z.string()).check(z.describe('Il primo giorno libero dopo quelli chiesti.')),
    }),
    annotations: { readOnlyHint: true },
  },
  hold_hour: {
    title: 'Tieni un orario',
    description:
      'Tiene un orario libero per dieci minuti e dà il link con cui la persona conferma: solo lei inserisce i suoi dati, lì. Non è ancora una prenotazione. Non chiedere e non mandare dati personali.',
    inputSchema: z.object({
      services,
      calendar_id,
      day: plainDate.check(z.describe('AAAA-MM-GG')),
      hour: plainTime.check(z.describe('HH:MM, uno degli orari di find_free_hours')),
    }),
    outputSchema: z.object({
      link: z.string(),
      name: z.string(),
      ...money,
      day: shownDay,
      hour: shownHour,
      calendar: z.nullable(z.string()),
      held_until: z.string().check(z.describe('HH:MM')),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  },
}
