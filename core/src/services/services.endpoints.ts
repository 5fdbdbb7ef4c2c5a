import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { pageQuery, pageTail } from '../contract/pagination.ts'
import { publicService } from './service-schema.ts'

const category = z.object({
  /** '' for the services without one. */
  name: z.string(),
  /** The number of its services. */
  services: z.int(),
  /** The service before its first one, as the `last_id` of a page that begins with it. */
  after: z.nullable(z.int()),
})
export type Category = z.infer<typeof category>

const servicePage = z.object({
  services: z.array(publicService),
  ...pageTail,
  /** The categories of all services, in the order of their first services. */
  categories: z.array(category),
})
export type ServicePage = z.infer<typeof servicePage>

export const listPublicServices = endpoint({
  method: 'GET',
  path: '/client/services',
  summary: 'Lists the services that visitors can book, with today’s free slots',
  access: 'visitor',
  status: 200,
  query: pageQuery,
  response: servicePage,
})
