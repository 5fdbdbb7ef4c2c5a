import * as z from 'zod/mini'
import { idField } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { line, optionalText, requiredLine, requiredText } from '../fields/text.ts'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'
import { uploadAddress } from '../uploads/upload-address.ts'

/** The free slots of one day: visit_day and the starts as HH:mm:ss, local time of the business. */
export const availableDay = z.object({ date: plainDateOutput, slots: z.array(plainTimeOutput) })
export type AvailableDay = z.infer<typeof availableDay>

/** One of several calendars of a service, as visitors know it; `picture` may be ''. */
const serviceCalendar = z.object({ id: z.int(), name: z.string(), picture: z.string() })
export type ServiceCalendar = z.infer<typeof serviceCalendar>

/**
 * A service as visitors see it. In lists `available_slots` carries today's entry only;
 * the read of one service covers the whole booking horizon.
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
  /** Whether visitors may write something beside their booking. */
  allow_patient_notes: z.boolean(),
  /** The address of an uploaded picture, and the heading it stands under in a long list; '' is none. */
  picture: z.string(),
  category: z.string(),
  /** With whom it can be booked, if there is a choice: none for a service of one calendar. */
  calendars: z.array(serviceCalendar),
  available_slots: z.array(availableDay),
  /** The first slot of the whole booking horizon. */
  next_slot: z.nullable(z.object({ date: plainDateOutput, hour: plainTimeOutput })),
})
export type PublicService = z.infer<typeof publicService>

/** A time when closing days close a service. An hour is null where the whole day is closed at that end. */
const closedSpan = z.object({
  day_from: plainDateOutput,
  hour_from: z.nullable(plainTimeOutput),
  day_to: plainDateOutput,
  hour_to: z.nullable(plainTimeOutput),
})

/** One service as it is read by itself. */
export const offeredService = z.extend(publicService, {
  /** The day it is read on, local time of the business. */
  today: plainDateOutput,
  /** The instant until which nothing of it passes by itself. */
  valid_until: z.string(),
  /** Days of the booking horizon on which nobody is there: closing days, and days without opening hours. */
  closed_days: z.array(plainDateOutput),
  /** The closures within the booking horizon, without their reasons. */
  closures: z.array(closedSpan),
})
export type OfferedService = z.infer<typeof offeredService>

/** What is paid: the discounted amount when it is above zero, otherwise the amount. Decimal text. */
export const priceOf = (service: Pick<PublicService, 'amount' | 'discounted_amount'>) =>
  Number(service.discounted_amount) > 0 ? (service.discounted_amount as string) : service.amount

/** Whether less is paid than it costs otherwise. */
export const isReduced = (service: Pick<PublicService, 'amount' | 'discounted_amount'>) =>
  Number(priceOf(service)) < Number(service.amount)

/** A service as the staff sees it. */
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

/** Digits and at most two decimals; '25,00' is typed as often as '25.00'. */
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

/** A service as it is saved; onboarding may leave its description empty. */
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
  // What follows may be left out: a change leaves it as it is.
  other_calendar_ids: z.optional(
    z
      .array(idField('ID calendario non valido.', 'ID calendario non valido.'))
      .check(z.maxLength(MAX_CALENDARS, `Al massimo ${MAX_CALENDARS} calendari.`)),
  ),
  buffer_before: z.optional(minutes(0, 720)),
  buffer_after: z.optional(minutes(0, 720)),
  /** How far apart its slots begin; null: its duration. */
  slot_step: z.optional(z.nullable(minutes(1, 1440))),
})
export type ServiceInput = z.infer<typeof serviceSchema>

/** The service panel. */
export const serviceFormSchema = z.extend(serviceSchema, {
  description: requiredText('La descrizione è obbligatoria.'),
})
export type ServiceForm = z.input<typeof serviceFormSchema>
