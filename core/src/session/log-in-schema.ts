import * as z from 'zod/mini'
import { email } from '../fields/contact-fields.ts'

const REQUIRED_PASSWORD = 'La password è obbligatoria.'

/** The log-in form. The password is never trimmed. */
export const logInSchema = z.object({
  email,
  password: z
    .string(REQUIRED_PASSWORD)
    .check(z.minLength(1, REQUIRED_PASSWORD), z.maxLength(200, 'Password troppo lunga.')),
})
export type LogIn = z.infer<typeof logInSchema>
