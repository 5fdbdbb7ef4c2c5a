import * as z from 'zod/mini'
import { email } from '../fields/contact-fields.ts'
import { requiredBusinessName, requiredLine } from '../fields/text.ts'
import { passwordFields } from '../session/password-link-schema.ts'
import { samePasswords } from '../session/same-passwords.ts'

/** Longer than any domain, for one that is pasted as an address. */
const MAX_TYPED_DOMAIN = 300

/** The form on the first page of an installation without a business. */
export const setUpSchema = z
  .object({
    code: requiredLine('Scrivi il codice di configurazione.'),
    name: requiredBusinessName('Scrivi il nome dell’attività.'),
    domain: requiredLine('Scrivi l’indirizzo del sito.', MAX_TYPED_DOMAIN),
    email,
    ...passwordFields,
  })
  .check(samePasswords)
export type SetUp = z.infer<typeof setUpSchema>
