import * as z from 'zod/mini'
import { listEndpoint, updateEndpoint } from '../contract/crud-endpoints.ts'
import { endpoint } from '../contract/endpoint.ts'
import { countedTail, idParams, pageQuery, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { requiredLine } from '../fields/text.ts'
import {
  blockQuery,
  blockSchema,
  consent,
  contactsReadSchema,
  customer,
  customerDuplicate,
  customerExport,
  customerFormSchema,
  customerNotesSchema,
  customerProfile,
  customerVisit,
  erasurePreview,
  foundCustomer,
  mergeSchema,
  restrictedCustomer,
  restrictionSchema,
  visitTimes,
  visitTotals,
} from './customer-schema.ts'

const customerPage = z.object({ customers: z.array(customer), ...countedTail })

const customers = { path: '/customers', read: 'customers', change: 'customers' } as const

export const listCustomers = listEndpoint(customers, 'Lists customers', {
  query: pageQuery,
  response: customerPage,
  keyRight: 'customers',
})

const customerSearchQuery = z.object({
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
  summary: 'Searches customers by prefixes of name or e-mail, or by telephone digits, best match first',
  access: 'operator',
  right: 'booking_changes',
  keyRight: 'customers',
  status: 200,
  query: customerSearchQuery,
  response: z.object({ customers: z.array(foundCustomer), has_more: z.boolean() }),
})

export const readCustomer = endpoint({
  method: 'GET',
  path: '/customers/:id',
  summary: 'Returns a customer; for a merged duplicate, the customer it was merged into',
  access: 'operator',
  right: 'customers',
  keyRight: 'customers',
  status: 200,
  params: idParams,
  response: customerProfile,
})

/** The totals come with the first page. */
const customerVisitPage = z.object({
  visits: z.array(customerVisit),
  totals: z.optional(visitTotals),
  ...pageTail,
})

export const listCustomerVisits = endpoint({
  method: 'GET',
  path: '/customers/:id/visits',
  summary: 'Lists the visits of a customer: upcoming (earliest first), past or cancelled (newest first)',
  access: 'operator',
  right: 'customers',
  status: 200,
  params: idParams,
  query: z.extend(pageQuery, {
    time: z.enum(visitTimes, 'Scegli tra le visite future, quelle passate e quelle disdette.'),
  }),
  response: customerVisitPage,
})

export const listConsents = endpoint({
  method: 'GET',
  path: '/customers/:id/consents',
  summary: 'Lists the consents of a customer: privacy text, source and latest time',
  access: 'operator',
  right: 'customers',
  status: 200,
  params: idParams,
  response: z.array(consent),
})

export const createCustomer = endpoint({
  method: 'POST',
  path: '/customers',
  summary: 'Adds a customer; a repeated request returns the same one, and another one with this name and e-mail is 409',
  access: 'operator',
  right: 'customers',
  status: 201,
  body: customerFormSchema,
  response: customerProfile,
})

export const updateCustomer = updateEndpoint(
  customers,
  'Corrects the data of a customer, and of the upcoming bookings that have the same; no message is sent',
  {
    body: customerFormSchema,
    response: customerProfile,
  },
)

export const updateCustomerNotes = endpoint({
  method: 'PUT',
  path: '/customers/:id/notes',
  summary: 'Updates the staff’s internal notes about a customer',
  access: 'operator',
  right: 'customers',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: customerNotesSchema,
  response: customerProfile,
})

export const blockCustomer = endpoint({
  method: 'PUT',
  path: '/customers/:id/block',
  summary: 'Blocks a customer: their own bookings fail like a lost slot; the staff can still book for them',
  access: 'editor',
  right: 'customer_changes',
  status: 200,
  params: idParams,
  body: blockSchema,
  response: customerProfile,
})

export const restrictCustomer = endpoint({
  method: 'PUT',
  path: '/customers/:id/restriction',
  summary: 'Restricts the processing of a customer’s data, which are then kept but neither used nor shown, or lifts it',
  access: 'admin',
  right: 'erasure',
  status: 200,
  params: idParams,
  body: restrictionSchema,
  response: customerProfile,
})

export const listRestrictedCustomers = endpoint({
  method: 'GET',
  path: '/customers/restricted',
  summary: 'Lists the customers whose processing is restricted, the latest first',
  access: 'admin',
  right: 'erasure',
  status: 200,
  response: z.array(restrictedCustomer),
})

export const readBlock = endpoint({
  method: 'POST',
  path: '/customers/blocked',
  summary: 'Returns whether a customer with this e-mail or telephone is blocked',
  access: 'operator',
  right: 'booking_changes',
  status: 200,
  body: blockQuery,
  response: blockSchema,
})

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/customers/:id/duplicates',
  summary: 'Lists probable duplicates of a customer, most likely first',
  access: 'editor',
  right: 'customer_changes',
  status: 200,
  params: idParams,
  response: z.array(customerDuplicate),
})

export const mergeCustomers = endpoint({
  method: 'POST',
  path: '/customers/:id/merge',
  summary:
    'Merges a duplicate into this customer permanently: transfers bookings, consents and notes, and keeps this customer’s own data',
  access: 'editor',
  right: 'customer_changes',
  status: 200,
  params: idParams,
  body: mergeSchema,
  response: customerProfile,
})

export const exportCustomer = endpoint({
  method: 'GET',
  path: '/customers/:id/export',
  summary: 'Exports all stored data of a customer',
  access: 'editor',
  right: 'customer_export',
  proof: true,
  status: 200,
  params: idParams,
  response: customerExport,
})

export const recordContactsRead = endpoint({
  method: 'POST',
  path: '/customers/contacts-read',
  summary:
    'Records in the audit trail that the contacts of a customer, or of the list (null), were shown; once in 15 minutes',
  access: 'operator',
  right: 'contacts',
  status: 204,
  body: contactsReadSchema,
})

export const previewErasure = endpoint({
  method: 'GET',
  path: '/customers/:id/erasure',
  summary: 'Previews an erasure: affected records, and remaining customers with the same e-mail address',
  access: 'admin',
  right: 'erasure',
  status: 200,
  params: idParams,
  response: erasurePreview,
})

export const eraseCustomer = endpoint({
  method: 'DELETE',
  path: '/customers/:id',
  summary: 'Erases a customer’s personal data; past bookings stay without a name',
  access: 'admin',
  right: 'erasure',
  proof: true,
  status: 204,
  params: idParams,
})
