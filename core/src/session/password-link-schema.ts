import * as z from 'zod/mini'
import { MAX_PASSWORD, strengthRules } from '../users/password.ts'
import { samePasswords } from './same-passwords.ts'

const REQUIRED = 'La password è obbligatoria.'
const REQUIRED_AGAIN = 'Ripeti la password.'

/** The token of a one-time link: 256 bits in base64url. */
export const token = z.string('Valore non valido.').check(z.regex(/^[\w-]{43}$/, 'Valore non valido.'))

export const passwordLinkSchema = z.object({ token })

/** A new password, typed twice; check `samePasswords`, too. */
export const passwordFields = {
  new_password: z.string(REQUIRED).check(z.minLength(1, { error: REQUIRED, abort: true }), ...strengthRules),
  confirm_password: z
    .string(REQUIRED_AGAIN)
    .check(z.minLength(1, REQUIRED_AGAIN), z.maxLength(MAX_PASSWORD, 'Password troppo lunga.')),
}

/** The form on the page of a password link; the token comes from the URL. */
export const newPasswordFormSchema = z.object(passwordFields).check(samePasswords)

/** The new password of a user with a password link. */
export const passwordSettingSchema = z.object({ token, ...passwordFields }).check(samePasswords)
export type PasswordSetting = z.infer<typeof passwordSettingSchema>
