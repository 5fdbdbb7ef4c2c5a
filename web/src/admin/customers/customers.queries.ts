import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { listCustomers, readCustomer } from '@prenoto/core/customers/customers.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../lib/api-client.ts'
import type { CursorList } from '../lib/crud-queries.ts'

export const CUSTOMERS_PER_PAGE = 10

/** One of them; their page tells itself when there is none. */
export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id],
    queryFn: () => api(readCustomer, { params: { id } }),
    meta: { isSilent: true },
  })

/** No customer has this number, or none can. */
export const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

export const customers: CursorList<Customer> = {
  key: 'customers',
  list: async (query) => {
    const { customers: items, ...tail } = await api(listCustomers, { query })
    return { items, ...tail }
  },
}
