import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countedTail, idParams, pageQuery } from '../page.ts'
import { requiredLine } from '../text.ts'
import { customer, customerExport, foundCustomer } from './customer-schema.ts'

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

export const customerSearchQuery = z.object({
  q: requiredLine('Scrivi un nome, un’email o un numero.', 200),
  limit: z._default(
    z.coerce
      .number('Indica un numero.')
      .check(z.int('Indica un numero intero.'), z.minimum(1, 'Almeno 1.'), z.maximum(50, 'Al massimo 50.')),
    8,
  ),
})

export const searchCustomers = endpoint({
  method: 'GET',
  path: '/customers/search',
  summary: 'Customers by the beginning of a name or e-mail, or by digits of their telephone, the likeliest first',
  access: 'operator',
  status: 200,
  query: customerSearchQuery,
  response: z.object({ customers: z.array(foundCustomer) }),
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
