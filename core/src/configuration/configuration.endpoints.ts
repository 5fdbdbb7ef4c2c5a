import { endpoint } from '../endpoint.ts'
import { configuration } from './configuration-schema.ts'

export const readConfiguration = endpoint({
  method: 'GET',
  path: '/client/configs',
  summary: 'The name, looks, texts and booking rules of the business',
  access: 'visitor',
  status: 200,
  response: configuration,
})
