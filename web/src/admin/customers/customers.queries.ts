import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { listCustomers } from '@prenoto/core/customers/customers.endpoints.ts'
import { api } from '../../lib/api-client.ts'
import type { CursorList } from '../lib/crud-queries.ts'

export const CUSTOMERS_PER_PAGE = 10

export const customers: CursorList<Customer> = {
  key: 'customers',
  list: async (query) => {
    const { customers: items, ...tail } = await api(listCustomers, { query })
    return { items, ...tail }
  },
}
