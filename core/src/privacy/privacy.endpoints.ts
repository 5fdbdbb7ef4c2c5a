import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { requiredText } from '../fields/text.ts'

export const privacyTextSchema = z.object({ text: requiredText('Obbligatorio', 20_000) })
export type PrivacyTextForm = z.infer<typeof privacyTextSchema>

/** The text in force; version 0 is the one that every business begins with. */
const privacyText = z.extend(privacyTextSchema, { version: z.int() })
export type PrivacyText = z.infer<typeof privacyText>

export const readPrivacyText = endpoint({
  method: 'GET',
  path: '/configs/privacy',
  summary: 'The privacy text of the business, with the words that stand for its data',
  access: 'admin',
  status: 200,
  response: privacyText,
})

export const updatePrivacyText = endpoint({
  method: 'PUT',
  path: '/configs/privacy',
  summary: 'Puts a new privacy text in force; `version` is the one that it takes the place of',
  access: 'admin',
  status: 200,
  body: z.extend(privacyTextSchema, {
    version: z
      .int('Indica un numero intero.')
      .check(z.minimum(0, 'Non può essere negativo.'), z.maximum(1_000_000, 'Troppo alto.')),
  }),
  response: privacyText,
})

/** A text that somebody may have agreed to, with the data of the business as they are now. */
const previousPrivacyText = z.object({
  version: z.string(),
  text: z.string(),
  /** Since when it was in force, DD-MM-YYYY; '' for the one that every business begins with. */
  since: z.string(),
})

export const readPreviousPrivacyText = endpoint({
  method: 'GET',
  path: '/configs/privacy/:version',
  summary: 'A privacy text of the business, in force or not, by the version that consents keep',
  access: 'operator',
  status: 200,
  params: z.object({ version: z.string().check(z.regex(/^[\d-]{1,10}$/, 'La versione non è valida.')) }),
  response: previousPrivacyText,
})
