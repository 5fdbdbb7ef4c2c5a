import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { proofHeaders } from '../contract/proof-of-work.ts'
import { businessAddress } from './business-address.ts'
import { signUpSchema } from './sign-up-schema.ts'

/** Endpoints of the provider's own domain. They are not those of a business, which the files `*.endpoints.ts` declare. */

export const requestSignUp = endpoint({
  method: 'POST',
  path: '/sign-up',
  summary: 'Sends an e-mail with the link that opens a business',
  access: 'visitor',
  status: 204,
  headers: proofHeaders,
  body: signUpSchema,
})

export const checkAddress = endpoint({
  method: 'GET',
  path: '/sign-up/addresses/:address',
  summary: 'Returns whether a business can have an address',
  access: 'visitor',
  status: 200,
  params: z.object({ address: businessAddress }),
  response: z.object({ is_free: z.boolean(), detail: z.string() }),
})
