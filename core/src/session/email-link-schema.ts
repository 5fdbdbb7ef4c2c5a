import * as z from 'zod/mini'
import { logInSchema } from './log-in-schema.ts'
import { token } from './password-link-schema.ts'

/** A one-time link about somebody's e-mail address. */
export const emailLinkSchema = z.object({ token })

/** What such a link is for, and about which address. */
export const emailLink = z.object({ purpose: z.enum(['confirm', 'restore']), email: z.string() })
export type EmailLink = z.infer<typeof emailLink>

const { password } = logInSchema.shape

/** The form behind a link that confirms an address. */
export const emailConfirmationFormSchema = z.object({ password })

/** Whoever confirms an address reads what comes there, and knows the password. */
export const emailConfirmationSchema = z.object({ token, password })
export type EmailConfirmation = z.infer<typeof emailConfirmationSchema>
