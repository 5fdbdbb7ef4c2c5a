import * as z from 'zod/mini'

type Passwords = { new_password: string; confirm_password: string }

/** Requires both entries of the new password to be equal. */
export const samePasswords = z.refine<Passwords>(
  ({ new_password, confirm_password }) => new_password === confirm_password,
  {
    path: ['confirm_password'],
    error: 'Le password non coincidono',
    // Runs despite errors in other fields, so that a form shows all messages at once.
    when: ({ value }) => typeof (value as Partial<Passwords> | null)?.confirm_password === 'string',
  },
)
