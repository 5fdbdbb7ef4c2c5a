import * as z from 'zod/mini'
import { idField } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { cleanLine } from '../fields/pasted-text.ts'
import { line, optionalText, requiredLine, requiredText, text } from '../fields/text.ts'
import { uploadAddress } from '../uploads/upload-address.ts'
import { findTermsIssue } from './by-calendar.ts'
import { findProcessingIssue, type Processing } from './processing.ts'
import { publicService, publicServiceFields, variant } from './service-schema.ts'

/** A variant in the back office; older ones have no processing time. */
const managedVariant = z.extend(variant, {
  processing_after: z.optional(z.nullable(z.int())),
  processing_minutes: z.optional(z.int()),
})
export type ManagedVariant = z.infer<typeof managedVariant>

/** Duration and prices of a service on one of its calendars; null is the service's own value. */
const calendarTerms = z.object({
  calendar_id: z.int(),
  duration: z.nullable(z.int()),
  amount: z.nullable(z.string()),
  discounted_amount: z.nullable(z.string()),
})

/** The stored fields of a service. */
export const serviceFields = {
  ...publicServiceFields,
  variants: z.array(managedVariant),
  notes: z.nullable(z.string()),
  internal_notes: z.nullable(z.string()),
  allow_medical_notes: z.boolean(),
  visible_frontend: z.boolean(),
  visible_api: z.boolean(),
  calendar_id: z.int(),
  buffer_before: z.int(),
  buffer_after: z.int(),
  slot_step: z.nullable(z.int()),
  /** Minutes from the start after which the calendar is free, and for how many. */
  processing_after: z.nullable(z.int()),
  processing_minutes: z.int(),
  by_calendar: z.array(calendarTerms),
  version,
}

/** A service in the back office. */
export const service = z.object({
  ...serviceFields,
  other_calendar_ids: z.array(z.int()),
  calendars: publicService.shape.calendars,
  available_slots: publicService.shape.available_slots,
})
export type Service = z.infer<typeof service>

const WRONG_AMOUNT = 'Formato importo non valido.'
const WRONG_DISCOUNT = 'Formato importo scontato non valido.'

const TOO_HIGH = 'L’importo è troppo alto: al massimo 99.999.999,99 €.'

/** Digits and at most two decimals, with a comma or a dot. */
const decimal = (format: RegExp, wrong: string) =>
  [
    z.overwrite((typed: string) => cleanLine(typed).replace(',', '.')),
    z.regex(format, { error: wrong, abort: true }),
    z.regex(/^0*\d{0,8}(\.|$)/, TOO_HIGH),
  ] as const

const REQUIRED_AMOUNT = "L'importo è obbligatorio."

const amount = z
  .string(REQUIRED_AMOUNT)
  .check(z.minLength(1, { error: REQUIRED_AMOUNT, abort: true }), ...decimal(/^\d+(\.\d{1,2})?$/, WRONG_AMOUNT))

/** Missing, null and '' yield null. */
const optionalAmount = (wrong: string) =>
  z.pipe(
    z.optional(z.nullable(z.string(wrong).check(...decimal(/^(\d+(\.\d{1,2})?)?$/, wrong)))),
    z.transform((typed) => typed || null),
  )

/** Zero is kept and means not applied. */
const discountedAmount = optionalAmount(WRONG_DISCOUNT)

const DEFAULT_SERVICE_COLOR = '#FFFFFF'

/** '#FFFFFF' or '#000'; none yields the default. */
const color = z.pipe(
  z.optional(z.nullable(z.string().check(z.regex(/^(#([\da-f]{3}|[\da-f]{6}))?$/i, 'Colore non valido.')))),
  z.transform((chosen) => chosen || DEFAULT_SERVICE_COLOR),
)

const notes = z.pipe(
  z.nullable(optionalText(5000)),
  z.transform((text) => text || null),
)

const duration = z
  .number('La durata è obbligatoria.')
  .check(
    z.int('Indica un numero intero di minuti.'),
    z.minimum(1, 'La durata deve essere almeno 1 minuto.'),
    z.maximum(1440, 'La durata non può superare un giorno.'),
  )

const minutes = (least: number, most: number) =>
  z
    .number('Indica un numero di minuti.')
    .check(
      z.int('Indica un numero intero di minuti.'),
      z.minimum(least, least > 0 ? `Almeno ${least} minuto.` : 'Non può essere negativo.'),
      z.maximum(most, `Al massimo ${most} minuti.`),
    )

const processing = {
  processing_after: z.optional(z.nullable(minutes(1, 1440))),
  processing_minutes: z.optional(minutes(0, 1440)),
}

const checkTerms = z.superRefine<z.output<typeof serviceInput>>((service, { addIssue }) => {
  const { variants = [], by_calendar = [], processing_after = null, processing_minutes = 0 } = service
  const issue = findTermsIssue({ ...service, variants, by_calendar, processing_after, processing_minutes })
  if (issue) addIssue({ code: 'custom', ...issue })
})

const checkProcessing = z.superRefine<Partial<Processing> & { duration: number }>((service, { addIssue }) => {
  const { duration, processing_after = null, processing_minutes = 0 } = service
  const issue = findProcessingIssue({ duration, processing_after, processing_minutes })
  if (issue) addIssue({ code: 'custom', ...issue })
})

const MAX_VARIANTS = 12

const isUnique = (names: string[]) => new Set(names.map((name) => name.toLowerCase())).size === names.length

const variants = z
  .array(
    z
      .object({
        /** Missing for a new variant. */
        id: z.optional(idField('', 'ID variante non valido.')),
        name: requiredLine('Il nome è obbligatorio.', 80),
        duration,
        amount,
        discounted_amount: discountedAmount,
        ...processing,
      })
      .check(checkProcessing),
  )
  .check(
    z.maxLength(MAX_VARIANTS, `Al massimo ${MAX_VARIANTS} varianti.`),
    z.refine((all) => isUnique(all.map(({ name }) => name)), 'Due varianti hanno lo stesso nome.'),
  )

const MAX_CALENDARS = 50

const NEVER_EMPTY = 'Indica la durata o il prezzo, o togli il calendario.'

const byCalendar = z
  .array(
    z
      .object({
        calendar_id: idField('Il calendario è obbligatorio.', 'ID calendario non valido.'),
        duration: z.pipe(
          z.optional(z.nullable(duration)),
          z.transform((minutes) => minutes ?? null),
        ),
        amount: optionalAmount(WRONG_AMOUNT),
        discounted_amount: discountedAmount,
      })
      .check(
        z.refine(({ duration, amount, discounted_amount }) => Boolean(duration ?? amount ?? discounted_amount), {
          error: NEVER_EMPTY,
          path: ['duration'],
        }),
      ),
  )
  .check(
    z.maxLength(MAX_CALENDARS, `Al massimo ${MAX_CALENDARS} calendari.`),
    z.refine(
      (all) => new Set(all.map(({ calendar_id }) => calendar_id)).size === all.length,
      'Lo stesso calendario è indicato due volte.',
    ),
  )

/** The fields of a service that staff fill in. */
type InputField = Exclude<keyof typeof serviceFields, 'id' | 'version'> | 'other_calendar_ids'

/** The fields of a service in requests, without the rule that concerns several of them. */
export const serviceInput = z.object({
  name: requiredLine('Il nome è obbligatorio.'),
  duration,
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
  preparation: z.optional(text(1000)),
  other_calendar_ids: z.optional(
    z
      .array(idField('ID calendario non valido.', 'ID calendario non valido.'))
      .check(z.maxLength(MAX_CALENDARS, `Al massimo ${MAX_CALENDARS} calendari.`)),
  ),
  buffer_before: z.optional(minutes(0, 720)),
  buffer_after: z.optional(minutes(0, 720)),
  /** Minutes between slot starts; null: the duration of the service. */
  slot_step: z.optional(z.nullable(minutes(1, 1440))),
  ...processing,
  variants: z.optional(variants),
  by_calendar: z.optional(byCalendar),
} satisfies Record<InputField, z.ZodMiniType>)

/** A service in requests; the onboarding may send an empty description. */
export const serviceSchema = serviceInput.check(checkProcessing, checkTerms)
export type ServiceInput = z.infer<typeof serviceSchema>

/** The form of the service panel, where the description is required. */
export const serviceFormSchema = z
  .extend(serviceInput, { description: requiredText('La descrizione è obbligatoria.') })
  .check(checkProcessing, checkTerms)
export type ServiceForm = z.input<typeof serviceFormSchema>
