import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { listCustomers, readCustomer, searchCustomers } from '@prenoto/core/customers/customers.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../../lib/api-client.ts'
import type { CursorList } from '../../lib/crud-queries.ts'

export const CUSTOMERS_PER_PAGE = 10

/** One of them; their page tells itself when there is none. */
export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id],
    queryFn: () => api(readCustomer, { params: { id } }),
    meta: { isSilent: true },
  })

/** From so many characters on customers are looked for. */
export const MIN_SEARCH_LENGTH = 2

/** Whom somebody may mean who has typed that much; whoever shows them says itself when they could not be read. */
export const customerSearchQuery = (typed: string, limit?: number) =>
  queryOptions({
    queryKey: ['customer-search', typed, limit],
    queryFn: async () => (await api(searchCustomers, { query: { q: typed, limit } })).customers,
    enabled: typed.length >= MIN_SEARCH_LENGTH,
    meta: { isSilent: true },
  })

/** What those hear who do not see how many were found. */
export const resultCountText = (count: number) =>
  count === 0 ? 'Nessun cliente trovato.' : count === 1 ? 'Un cliente trovato.' : `${count} clienti trovati.`

/** No customer has this number, or none can. */
export const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

export const customers: CursorList<Customer> = {
  key: 'customers',
  list: async (query) => {
    const { customers: items, ...tail } = await api(listCustomers, { query })
    return { items, ...tail }
  },
}
