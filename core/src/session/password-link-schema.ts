import * as z from 'zod/mini'
import { email } from '../fields/contact-fields.ts'
import { MAX_PASSWORD, strengthRules } from '../users/password.ts'
import { samePasswords } from './same-passwords.ts'

const REQUIRED = 'La password è obbligatoria.'
const REQUIRED_AGAIN = 'Ripeti la password.'

/** What stands in a link: 256 bits. */
export const token = z.string('Valore non valido.').check(z.regex(/^[\w-]{43}$/, 'Valore non valido.'))

export const passwordLinkSchema = z.object({ token })

const passwords = {
  new_password: z.string(REQUIRED).check(z.minLength(1, { error: REQUIRED, abort: true }), ...strengthRules),
  confirm_password: z
    .string(REQUIRED_AGAIN)
    .check(z.minLength(1, REQUIRED_AGAIN), z.maxLength(MAX_PASSWORD, 'Password troppo lunga.')),
}

/** The form behind a link; the token is the address's, not typed. */
export const newPasswordFormSchema = z.object(passwords).check(samePasswords)

/** The password that somebody who was sent a link chooses. */
export const passwordSettingSchema = z.object({ token, ...passwords }).check(samePasswords)
export type PasswordSetting = z.infer<typeof passwordSettingSchema>

/** Whoever forgot their password, or was never told one. */
export const linkRequestSchema = z.object({ email })
export type LinkRequest = z.infer<typeof linkRequestSchema>
