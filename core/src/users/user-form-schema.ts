import * as z from 'zod/mini'
import { idField } from '../contract/pagination.ts'
import { roles } from '../contract/role.ts'
import { EMAIL_PATTERN, normalizeEmail } from '../fields/email-address.ts'
import { optionalLine, requiredName } from '../fields/text.ts'
import { MAX_PASSWORD, strongPassword } from './password.ts'

/** An e-mail address in back-office forms; each form has its own messages. */
export const staffEmail = (required: string, invalid = 'Email non valida') =>
  z
    .string(required)
    .check(
      z.overwrite(normalizeEmail),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(254, { error: invalid, abort: true }),
      z.email({ error: invalid, pattern: EMAIL_PATTERN }),
    )

/** The form of the user panel. An empty password keeps the current one. */
export const userFormSchema = z.object({
  name: requiredName('Il nome è obbligatorio.'),
  surname: requiredName('Il cognome è obbligatorio.'),
  email: staffEmail("L'email è obbligatoria."),
  phone: optionalLine(40),
  role: z.enum(roles, 'Il ruolo è obbligatorio.'),
  is_disabled: z._default(z.boolean(), false),
  calendar_id: z.optional(z.nullable(idField('', 'ID calendario non valido.'))),
  password: z.optional(z.nullable(z.string().check(z.maxLength(MAX_PASSWORD, 'Password troppo lunga.')))),
})
export type UserForm = z.input<typeof userFormSchema>

/** The request of an administrator: a non-empty password follows the hint. */
export const userSchema = z.extend(userFormSchema, {
  password: z.optional(z.nullable(z.union([z.literal(''), strongPassword]))),
})
export type UserInput = z.infer<typeof userSchema>

/** The question whether an address is available for a new user, or for the user with the id. */
export const emailConflictQuery = z.object({
  email: staffEmail("L'email è obbligatoria."),
  id: z.optional(idField('')),
})
export type EmailConflictQuery = z.infer<typeof emailConflictQuery>

/** The Italian reason why an address is not available; null when it is. */
export const emailConflict = z.object({ conflict: z.nullable(z.string()) })
export type EmailConflict = z.infer<typeof emailConflict>
