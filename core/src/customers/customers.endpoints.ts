import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams, pageQuery, pageTail } from '../page.ts'
import { customer, customerExport } from './customer-schema.ts'

export const customerPage = z.object({ customers: z.array(customer), ...pageTail })
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
