import * as z from 'zod/mini'
import { requiredLine } from '../fields/text.ts'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'

export const MAX_BUSY_FEEDS = 5

/** Why a feed was not read, for staff. */
export const busyFeedFailures = {
  refused: 'L’indirizzo non porta a un sito pubblico: controlla il link.',
  unreachable: 'Il sito dell’altro calendario non risponde.',
  not_found: 'Il link non vale più: creane uno nuovo nell’altro calendario e aggiungilo qui.',
  moved: 'Il link rimanda a un’altra pagina: copia di nuovo quello privato in formato iCal.',
  broken: 'Il sito dell’altro calendario risponde con un errore.',
  not_calendar: 'Il link apre una pagina e non un calendario: copia quello privato in formato iCal.',
  too_large: 'Il calendario è troppo grande: può avere al massimo 5 MB.',
  too_many: 'Il calendario ha troppi impegni: al massimo 5.000, e 20.000 con le ripetizioni.',
  locked: 'L’indirizzo salvato non si legge più: togli questo calendario e aggiungilo di nuovo.',
} as const

export type BusyFeedFailure = keyof typeof busyFeedFailures

const REQUIRED = 'Incolla il link dell’altro calendario.'

/** An address of another calendar. */
export const busyFeedSchema = z.object({
  name: requiredLine('Scrivi un nome, ad esempio «Google di Anna».', 60),
  url: z.pipe(
    requiredLine(REQUIRED, 2_000).check(
      z.regex(/^(?:https?|webcal):\/\/[^\s/?#]+/i, 'Il link deve iniziare con https:// o webcal://.'),
    ),
    z.transform((url) => url.replace(/^webcal:/i, 'https:')),
  ),
})
export type BusyFeedInput = z.output<typeof busyFeedSchema>

/** A feed in a response: the link itself is never shown again. Instants in ISO 8601. */
export const busyFeed = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string(),
  /** The number of events that close the calendar. */
  events: z.int(),
  read_at: z.string(),
  /** Null while it can be read. */
  failing_since: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** The number of upcoming bookings within its times. */
  bookings: z.int(),
  /** The first times to come. */
  next: z.array(
    z.object({
      day_from: plainDateOutput,
      hour_from: plainTimeOutput,
      day_to: plainDateOutput,
      hour_to: plainTimeOutput,
    }),
  ),
})
export type BusyFeed = z.infer<typeof busyFeed>
