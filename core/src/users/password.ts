import * as z from 'zod/mini'

/** What the hint beside a password field lists. Special is whatever is neither letter nor digit nor space. */
export const passwordRules: { text: string; holds: (password: string) => boolean }[] = [
  { text: 'Almeno 8 caratteri', holds: (password) => password.length >= 8 },
  { text: 'Almeno una lettera maiuscola', holds: (password) => /\p{Lu}/u.test(password) },
  { text: 'Almeno una lettera minuscola', holds: (password) => /\p{Ll}/u.test(password) },
  { text: 'Almeno un numero', holds: (password) => /\d/.test(password) },
  { text: 'Almeno un carattere speciale', holds: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
]

export const isStrongPassword = (password: string) => passwordRules.every(({ holds }) => holds(password))

export const WEAK_PASSWORD =
  'La password deve avere almeno 8 caratteri, una lettera maiuscola, una minuscola, un numero e un carattere speciale.'

/** As long as anybody types; hashing longer ones would only cost time. */
export const MAX_PASSWORD = 200

/** What makes a text a password as the hint asks for it. */
export const strengthRules = [
  z.maxLength(MAX_PASSWORD, 'Password troppo lunga.'),
  z.refine<string>(isStrongPassword, WEAK_PASSWORD),
] as const

export const strongPassword = z.string().check(...strengthRules)
