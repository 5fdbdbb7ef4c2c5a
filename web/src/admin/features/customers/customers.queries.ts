import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import type { Customer, CustomerForm, CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import {
  createCustomer,
  listCustomers,
  readCustomer,
  searchCustomers,
  updateCustomer,
} from '@prenoto/core/customers/customers.endpoints.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../../../lib/api-client.ts'
import { showToast } from '../../../ui/toasts.ts'
import type { CursorList } from '../../lib/crud-queries.ts'
import { useHasRight } from '../session/session.queries.ts'

export const CUSTOMERS_PER_PAGE = 10

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id],
    queryFn: () => api(readCustomer, { params: { id } }),
    meta: { isSilent: true },
  })

/** Adds a customer, or corrects one; a version conflict updates the cached customer. */
export function useSaveCustomer(id: number | undefined) {
  const queryClient = useQueryClient()
  const cache = (profile: CustomerProfile) => queryClient.setQueryData(customerQuery(profile.id).queryKey, profile)
  return useMutation({
    mutationFn: ({ body, version }: { body: CustomerForm; version: number }) =>
      id === undefined
        ? api(createCustomer, { body })
        : api(updateCustomer, { params: { id }, headers: ifMatchHeader(version), body }),
    onSuccess: (profile) => {
      cache(profile)
      showToast('success', id === undefined ? 'Cliente aggiunto' : 'Scheda corretta')
      for (const name of ['bookings', 'customers', 'customer-search'])
        queryClient.invalidateQueries({ queryKey: [name] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.current) cache(error.current as CustomerProfile)
    },
  })
}

/** The customer of a booking; undefined for a user who may not open customers. */
export const useCustomer = (id: number) => useQuery({ ...customerQuery(id), enabled: useHasRight('customers') }).data

/** In characters. */
export const MIN_SEARCH_LENGTH = 2

/** The fields that a search covers, with and without the right to see contacts. */
export const SEARCH_HINT = 'Nome, email o almeno 3 cifre del telefono.'
export const NAMES_HINT = 'Nome o cognome.'

export const customerSearchQuery = (typed: string, limit?: number) =>
  queryOptions({
    queryKey: ['customer-search', typed, limit],
    queryFn: () => api(searchCustomers, { query: { q: typed, limit } }),
    enabled: typed.length >= MIN_SEARCH_LENGTH,
    meta: { isSilent: true },
  })

type SearchResults = { customers: unknown[]; has_more: boolean }

/** Announces the number of results to screen readers. */
export function resultCountText({ customers: { length }, has_more }: SearchResults) {
  if (length === 0) return 'Nessun cliente trovato.'
  if (has_more) return `Più di ${length} clienti trovati.`
  return length === 1 ? 'Un cliente trovato.' : `${length} clienti trovati.`
}

/** Whether the id is unknown or invalid. */
export const isNotFound = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 422)

export const customers: CursorList<Customer> = {
  key: 'customers',
  list: async (query) => {
    const { customers: items, ...tail } = await api(listCustomers, { query })
    return { items, ...tail }
  },
}
