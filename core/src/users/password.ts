import * as z from 'zod/mini'

/** The rules in the hint beside a password field. Special: neither letter nor digit nor space. */
export const passwordRules: { text: string; holds: (password: string) => boolean }[] = [
  { text: 'Almeno 8 caratteri', holds: (password) => password.length >= 8 },
  { text: 'Almeno una lettera maiuscola', holds: (password) => /\p{Lu}/u.test(password) },
  { text: 'Almeno una lettera minuscola', holds: (password) => /\p{Ll}/u.test(password) },
  { text: 'Almeno un numero', holds: (password) => /\d/.test(password) },
  { text: 'Almeno un carattere speciale', holds: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
]

export const isStrongPassword = (password: string) => passwordRules.every(({ holds }) => holds(password))

const WEAK_PASSWORD =
  'La password deve avere almeno 8 caratteri, una lettera maiuscola, una minuscola, un numero e un carattere speciale.'

/** The maximum length of a password; bounds the time of hashing. */
export const MAX_PASSWORD = 200

/** Checks for the rules in the hint. */
export const strengthRules = [
  z.maxLength(MAX_PASSWORD, 'Password troppo lunga.'),
  z.refine<string>(isStrongPassword, WEAK_PASSWORD),
] as const

export const strongPassword = z.string().check(...strengthRules)
