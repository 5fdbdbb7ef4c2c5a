import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { setUpSchema } from './set-up-schema.ts'

/** The address of the form for browsers that run no scripts. */
export const SET_UP_FORM = '/set-up'

/** Only an installation without a business has this endpoint. It is not one of a business, which the files `*.endpoints.ts` declare. */
export const setUp = endpoint({
  method: 'POST',
  path: '/set-up',
  summary: 'Opens the first business',
  access: 'visitor',
  status: 201,
  body: setUpSchema,
  /** The path of the log-in, or its whole address if the business has another host than the request. */
  response: z.object({ log_in: z.string() }),
})
