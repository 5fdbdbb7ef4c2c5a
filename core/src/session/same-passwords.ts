import * as z from 'zod/mini'

type Passwords = { new_password: string; confirm_password: string }

/** The new password was typed the same twice. */
export const samePasswords = z.refine<Passwords>(
  ({ new_password, confirm_password }) => new_password === confirm_password,
  {
    path: ['confirm_password'],
    error: 'Le password non coincidono',
    // Said together with what else is wrong, as a form says it field by field.
    when: ({ value }) => typeof (value as Partial<Passwords> | null)?.confirm_password === 'string',
  },
)
