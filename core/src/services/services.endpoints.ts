import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { pageQuery, pageTail } from '../contract/pagination.ts'
import { publicService } from './service-schema.ts'

export const servicePage = z.object({ services: z.array(publicService), ...pageTail })
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
