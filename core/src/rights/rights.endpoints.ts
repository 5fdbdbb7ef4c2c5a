import { endpoint } from '../contract/endpoint.ts'
import { ownRights, rightChangeSchema, rightsOfRoles } from './rights-schema.ts'

export const readRights = endpoint({
  method: 'GET',
  path: '/configs/rights',
  summary: 'Returns the lowest role that has each right, and the rights that are withdrawn from operators',
  access: 'admin',
  right: 'users',
  status: 200,
  response: rightsOfRoles,
})

export const updateRights = endpoint({
  method: 'PUT',
  path: '/configs/rights',
  summary: 'Withdraws a right from operators, or gives it back',
  access: 'admin',
  right: 'users',
  proof: true,
  status: 200,
  body: rightChangeSchema,
  response: rightsOfRoles,
})

export const readOwnRights = endpoint({
  method: 'GET',
  path: '/user/rights',
  summary: 'Returns the rights that the business has withdrawn from the current user; only operators can lack some',
  access: 'operator',
  right: 'account',
  status: 200,
  response: ownRights,
})
