import * as z from 'zod/mini'
import { logInSchema } from './log-in-schema.ts'
import { token } from './password-link-schema.ts'

/** A one-time link about a user's e-mail address. */
export const emailLinkSchema = z.object({ token })

/** The purpose and the address of a one-time link. */
export const emailLink = z.object({ purpose: z.enum(['confirm', 'restore']), email: z.string() })
export type EmailLink = z.infer<typeof emailLink>

const { password } = logInSchema.shape

/** The form on the page that confirms an address. */
export const emailConfirmationFormSchema = z.object({ password })

/** A confirmation requires access to the mailbox (token) and the password. */
export const emailConfirmationSchema = z.object({ token, password })
export type EmailConfirmation = z.infer<typeof emailConfirmationSchema>
