import * as z from 'zod/mini'
import { deleteEndpoint } from '../contract/crud-endpoints.ts'
import { endpoint } from '../contract/endpoint.ts'
import { keyRights } from '../contract/key-right.ts'
import { requiredLine } from '../fields/text.ts'

const CHOOSE = 'Scegli almeno un permesso.'

export const apiKeySchema = z.object({
  name: requiredLine('Scrivi il nome del programma.', 60),
  rights: z.pipe(
    z.array(z.enum(keyRights, 'Questo permesso non esiste.'), CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(10)),
    z.transform((chosen) => keyRights.filter((right) => chosen.includes(right))),
  ),
})
export type ApiKeyInput = z.infer<typeof apiKeySchema>

const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  rights: z.array(z.enum(keyRights)),
  /** The end of the key, by which its owner recognises it. */
  last_characters: z.string(),
  /** The name of the administrator on whose behalf it acts. */
  created_by: z.string(),
  /** DD-MM-YYYY HH:mm, local time of the business. */
  created_at: z.string(),
  /** As `created_at`; null until it is used. */
  last_used_at: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof apiKey>

const ADMIN = { access: 'admin', right: 'configuration' } as const

export const listApiKeys = endpoint({
  ...ADMIN,
  method: 'GET',
  path: '/api_keys',
  summary: 'Lists the keys of other programs, newest first',
  status: 200,
  response: z.object({ keys: z.array(apiKey) }),
})

export const createApiKey = endpoint({
  ...ADMIN,
  method: 'POST',
  path: '/api_keys',
  summary: 'Makes a key for another program, which only this response contains',
  proof: true,
  status: 201,
  body: apiKeySchema,
  response: z.extend(apiKey, { key: z.string() }),
})

export const revokeApiKey = {
  ...deleteEndpoint({ path: '/api_keys', change: 'configuration' }, 'Revokes a key at once'),
  proof: true,
} as const
