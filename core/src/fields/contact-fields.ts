import * as z from 'zod/mini'
import { EMAIL_PATTERN, normalizeEmail } from './email-address.ts'
import { normalizeTelephone } from './telephone.ts'
import { isWithoutEmail } from './without-email.ts'

const REQUIRED_EMAIL = 'L’email è obbligatoria.'
const REQUIRED_TELEPHONE = 'Il telefono è obbligatorio.'

/** An e-mail address in public forms and the log-in. */
export const email = z.string(REQUIRED_EMAIL).check(
  z.overwrite(normalizeEmail),
  z.minLength(1, { error: REQUIRED_EMAIL, abort: true }),
  z.maxLength(254, { error: 'Inserisci un’email valida.', abort: true }),
  z.email({ error: 'Inserisci un’email valida.', abort: true, pattern: EMAIL_PATTERN }),
  z.refine((address) => !isWithoutEmail(address), 'Inserisci un’email valida.'),
)

/** A telephone number of 8 to 15 digits, normalised before validation. */
export const telephone = z
  .string(REQUIRED_TELEPHONE)
  .check(
    z.overwrite(normalizeTelephone),
    z.minLength(1, { error: REQUIRED_TELEPHONE, abort: true }),
    z.regex(/^\d+$/, { error: 'Devi inserire solo numeri.', abort: true }),
    z.minLength(8, 'Numero troppo corto.'),
    z.maxLength(15, 'Numero troppo lungo.'),
  )

/** The consent that every form with personal data requires. */
export const privacy = z.literal(true, 'Devi accettare la Privacy Policy.')

/** Name of the honeypot field, which password managers and browsers have no value for. */
export const BOT_TRAP = 'extra'

/** The honeypot field: hidden from people. A filled one is accepted with a proof of work, since a program of the visitor may have filled it. */
export const botTrap = { [BOT_TRAP]: z.optional(z.string()) }

/** Whether a form has a filled honeypot field. */
export const isTrapFilled = (form: unknown) => Boolean((form as { [BOT_TRAP]?: unknown } | undefined)?.[BOT_TRAP])
