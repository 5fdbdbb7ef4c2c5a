import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countedTail, idParams, pageQuery } from '../page.ts'
import { customer, customerExport } from './customer-schema.ts'

export const customerPage = z.object({ customers: z.array(customer), ...countedTail })
export type CustomerPage = z.infer<typeof customerPage>

export const listCustomers = endpoint({
  method: 'GET',
  path: '/customers',
  summary: 'Everybody who has booked',
  access: 'operator',
  status: 200,
  query: pageQuery,
  response: customerPage,
})

export const readCustomer = endpoint({
  method: 'GET',
  path: '/customers/:id',
  summary: 'Somebody who has booked',
  access: 'operator',
  status: 200,
  params: idParams,
  response: customer,
})

export const exportCustomer = endpoint({
  method: 'GET',
  path: '/customers/:id/export',
  summary: 'Everything that is kept about a customer',
  access: 'editor',
  status: 200,
  params: idParams,
  response: customerExport,
})

export const eraseCustomer = endpoint({
  method: 'DELETE',
  path: '/customers/:id',
  summary: 'Erases a customer’s personal data everywhere; past bookings stay, without a name',
  access: 'admin',
  status: 204,
  params: idParams,
})
