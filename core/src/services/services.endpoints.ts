import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParam, pageQuery, pageTail } from '../page.ts'
import { publicService } from './service-schema.ts'

export const servicePage = z.object({ services: z.array(publicService), ...pageTail })
export type ServicePage = z.infer<typeof servicePage>

export const listPublicServices = endpoint({
  method: 'GET',
  path: '/client/services',
  summary: 'The services a visitor can book, with the free slots of today',
  access: 'visitor',
  status: 200,
  query: pageQuery,
  response: servicePage,
})

export const readPublicService = endpoint({
  method: 'GET',
  path: '/client/services/:serviceId',
  summary: 'One service with its free slots over the whole booking horizon',
  access: 'visitor',
  status: 200,
  params: z.object({ serviceId: idParam }),
  response: publicService,
})
