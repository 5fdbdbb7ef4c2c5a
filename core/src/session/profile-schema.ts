import * as z from 'zod/mini'
import { optionalLine, requiredName } from '../fields/text.ts'
import { MAX_PASSWORD } from '../users/password.ts'
import { staffEmail } from '../users/user-form-schema.ts'
import { samePasswords } from './same-passwords.ts'

const REQUIRED = 'Campo obbligatorio'

/** The current user's profile in the settings. */
export const profileSchema = z.object({
  name: requiredName(REQUIRED),
  surname: requiredName(REQUIRED),
  email: staffEmail(REQUIRED),
  phone: optionalLine(40),
})
export type Profile = z.infer<typeof profileSchema>

const required = z.string(REQUIRED).check(z.minLength(1, REQUIRED))

/** A change of the current user's password. */
export const passwordChangeSchema = z
  .object({
    current_password: required,
    new_password: z
      .string(REQUIRED)
      .check(
        z.minLength(1, { error: REQUIRED, abort: true }),
        z.minLength(6, 'La password deve avere almeno 6 caratteri'),
        z.maxLength(MAX_PASSWORD, 'Password troppo lunga.'),
      ),
    confirm_password: required,
  })
  .check(samePasswords)
export type PasswordChange = z.infer<typeof passwordChangeSchema>
