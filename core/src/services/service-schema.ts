import * as z from 'zod/mini'
import { idField } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { line, optionalText, requiredLine, requiredText } from '../fields/text.ts'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'
import { uploadAddress } from '../uploads/upload-address.ts'

/** The free slots of one day: visit_day and start times as HH:mm:ss, local time of the business. */
export const availableDay = z.object({ date: plainDateOutput, slots: z.array(plainTimeOutput) })
export type AvailableDay = z.infer<typeof availableDay>

/** A calendar of a service with its public name; `picture` may be ''. */
const serviceCalendar = z.object({ id: z.int(), name: z.string(), picture: z.string() })
export type ServiceCalendar = z.infer<typeof serviceCalendar>

/**
 * The public data of a service. In lists `available_slots` has only today's entry;
 * a single service has the whole booking horizon.
 */
export const publicService = z.object({
  id: z.int(),
  name: z.string(),
  duration: z.int(),
  amount: z.string(),
  discounted_amount: z.nullable(z.string()),
  description: z.string(),
  color: z.string(),
  position: z.int(),
  /** Whether visitors may add notes to their booking. */
  allow_patient_notes: z.boolean(),
  /** The address of an uploaded picture, and the category heading in long lists; '' is none. */
  picture: z.string(),
  category: z.string(),
  /** The calendars to choose from; empty for a service with one calendar. */
  calendars: z.array(serviceCalendar),
  available_slots: z.array(availableDay),
  /** The first free slot in the booking horizon. */
  next_slot: z.nullable(z.object({ date: plainDateOutput, hour: plainTimeOutput })),
})
export type PublicService = z.infer<typeof publicService>

/** A period in which closures close a service. An hour is null where that end covers the whole day. */
const closedSpan = z.object({
  day_from: plainDateOutput,
  hour_from: z.nullable(plainTimeOutput),
  day_to: plainDateOutput,
  hour_to: z.nullable(plainTimeOutput),
})

/** The public data of a single service. */
export const offeredService = z.extend(publicService, {
  /** The day of the answer, local time of the business. */
  today: plainDateOutput,
  /** The instant until which the answer stays valid unless a record changes. */
  valid_until: z.string(),
  /** Closed days in the booking horizon: closures, and days without opening hours. */
  closed_days: z.array(plainDateOutput),
  /** The closures within the booking horizon, without their reasons. */
  closures: z.array(closedSpan),
})
export type OfferedService = z.infer<typeof offeredService>

/** The price: the discounted amount when it is above zero, otherwise the amount. Decimal text. */
export const priceOf = (service: Pick<PublicService, 'amount' | 'discounted_amount'>) =>
  Number(service.discounted_amount) > 0 ? (service.discounted_amount as string) : service.amount

/** Whether the price is below the amount. */
export const isReduced = (service: Pick<PublicService, 'amount' | 'discounted_amount'>) =>
  Number(priceOf(service)) < Number(service.amount)

/** A service in the back office. */
export const service = z.extend(z.omit(publicService, { next_slot: true }), {
  notes: z.nullable(z.string()),
  internal_notes: z.nullable(z.string()),
  allow_medical_notes: z.boolean(),
  visible_frontend: z.boolean(),
  visible_api: z.boolean(),
  calendar_id: z.int(),
  other_calendar_ids: z.array(z.int()),
  buffer_before: z.int(),
  buffer_after: z.int(),
  slot_step: z.nullable(z.int()),
  version,
})
export type Service = z.infer<typeof service>

const WRONG_AMOUNT = 'Formato importo non valido.'
const WRONG_DISCOUNT = 'Formato importo scontato non valido.'

const TOO_HIGH = 'L’importo è troppo alto: al massimo 99.999.999,99 €.'

/** Digits and at most two decimals, with a comma or a dot. */
const decimal = (format: RegExp, wrong: string) =>
  [
    z.overwrite((typed: string) => typed.trim().replace(',', '.')),
    z.regex(format, { error: wrong, abort: true }),
    z.regex(/^0*\d{0,8}(\.|$)/, TOO_HIGH),
  ] as const

const REQUIRED_AMOUNT = "L'importo è obbligatorio."

const amount = z
  .string(REQUIRED_AMOUNT)
  .check(z.minLength(1, { error: REQUIRED_AMOUNT, abort: true }), ...decimal(/^\d+(\.\d{1,2})?$/, WRONG_AMOUNT))

/** Missing, null and '' yield null; zero is kept and means not applied. */
const discountedAmount = z.pipe(
  z.optional(z.nullable(z.string(WRONG_DISCOUNT).check(...decimal(/^(\d+(\.\d{1,2})?)?$/, WRONG_DISCOUNT)))),
  z.transform((typed) => typed || null),
)

export const DEFAULT_SERVICE_COLOR = '#FFFFFF'

/** '#FFFFFF' or '#000'; none yields the default. */
const color = z.pipe(
  z.optional(z.nullable(z.string().check(z.regex(/^(#([\da-f]{3}|[\da-f]{6}))?$/i, 'Colore non valido.')))),
  z.transform((chosen) => chosen || DEFAULT_SERVICE_COLOR),
)

const notes = z.pipe(
  z.nullable(optionalText(5000)),
  z.transform((text) => text || null),
)

const minutes = (least: number, most: number) =>
  z
    .number('Indica un numero di minuti.')
    .check(
      z.int('Indica un numero intero di minuti.'),
      z.minimum(least, least > 0 ? `Almeno ${least} minuto.` : 'Non può essere negativo.'),
      z.maximum(most, `Al massimo ${most} minuti.`),
    )

const MAX_CALENDARS = 50

/** A service in requests; the onboarding may send an empty description. */
export const serviceSchema = z.object({
  name: requiredLine('Il nome è obbligatorio.'),
  duration: z
    .number('La durata è obbligatoria.')
    .check(
      z.int('Indica un numero intero di minuti.'),
      z.minimum(1, 'La durata deve essere almeno 1 minuto.'),
      z.maximum(1440, 'La durata non può superare un giorno.'),
    ),
  amount,
  discounted_amount: discountedAmount,
  description: optionalText(),
  color,
  notes,
  internal_notes: notes,
  allow_medical_notes: z._default(z.boolean(), false),
  allow_patient_notes: z._default(z.boolean(), false),
  position: z._default(
    z
      .number('Indica un numero.')
      .check(
        z.int('Indica un numero intero.'),
        z.minimum(0, 'La posizione non può essere negativa.'),
        z.maximum(1_000_000, 'La posizione è troppo alta.'),
      ),
    1,
  ),
  visible_frontend: z._default(z.boolean(), true),
  visible_api: z._default(z.boolean(), false),
  calendar_id: idField('Il calendario è obbligatorio.', 'ID calendario non valido.'),
  picture: z.optional(uploadAddress),
  category: z.optional(line(60)),
  // An update keeps the values of the following fields when they are omitted.
  other_calendar_ids: z.optional(
    z
      .array(idField('ID calendario non valido.', 'ID calendario non valido.'))
      .check(z.maxLength(MAX_CALENDARS, `Al massimo ${MAX_CALENDARS} calendari.`)),
  ),
  buffer_before: z.optional(minutes(0, 720)),
  buffer_after: z.optional(minutes(0, 720)),
  /** Minutes between slot starts; null: the duration of the service. */
  slot_step: z.optional(z.nullable(minutes(1, 1440))),
})
export type ServiceInput = z.infer<typeof serviceSchema>

/** The form of the service panel, where the description is required. */
export const serviceFormSchema = z.extend(serviceSchema, {
  description: requiredText('La descrizione è obbligatoria.'),
})
export type ServiceForm = z.input<typeof serviceFormSchema>
