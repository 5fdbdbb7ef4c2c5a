import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { requiredText } from '../fields/text.ts'

export const privacyTextSchema = z.object({ text: requiredText('Obbligatorio', 20_000) })

/** The current text; version 0 is the default text. */
const privacyText = z.extend(privacyTextSchema, { version: z.int() })
export type PrivacyText = z.infer<typeof privacyText>

export const readPrivacyText = endpoint({
  method: 'GET',
  path: '/configs/privacy',
  summary: 'Returns the privacy text of the business with its placeholders',
  access: 'admin',
  right: 'configuration',
  status: 200,
  response: privacyText,
})

export const updatePrivacyText = endpoint({
  method: 'PUT',
  path: '/configs/privacy',
  summary: 'Publishes a new privacy text; `version` is the version that it replaces',
  access: 'admin',
  right: 'configuration',
  status: 200,
  body: z.extend(privacyTextSchema, {
    version: z
      .int('Indica un numero intero.')
      .check(z.minimum(0, 'Non può essere negativo.'), z.maximum(1_000_000, 'Troppo alto.')),
  }),
  response: privacyText,
})

/** A text that a consent refers to, filled with the current data of the business. */
const previousPrivacyText = z.object({
  version: z.string(),
  text: z.string(),
  /** The day it took effect, DD-MM-YYYY; '' for the default text. */
  since: z.string(),
})

export const readPreviousPrivacyText = endpoint({
  method: 'GET',
  path: '/configs/privacy/:version',
  summary: 'Returns a current or former privacy text by the version stored in consents',
  access: 'operator',
  right: 'customers',
  status: 200,
  params: z.object({ version: z.string().check(z.regex(/^[\d-]{1,10}$/, 'La versione non è valida.')) }),
  response: previousPrivacyText,
})

export const readProvider = endpoint({
  method: 'GET',
  path: '/configs/provider',
  summary: 'Returns the operator of the installation, who processes data for the business',
  access: 'admin',
  right: 'configuration',
  status: 200,
  response: z.object({ name: z.string(), email: z.string() }),
})
