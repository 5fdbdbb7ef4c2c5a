import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import type { CustomerProfile, visitTimes } from '@prenoto/core/customers/customer-schema.ts'
import {
  blockCustomer,
  eraseCustomer,
  exportCustomer,
  listConsents,
  listCustomerVisits,
  listDuplicates,
  mergeCustomers,
  previewErasure,
  restrictCustomer,
  updateCustomerNotes,
} from '@prenoto/core/customers/customers.endpoints.ts'
import { readPreviousPrivacyText } from '@prenoto/core/privacy/privacy.endpoints.ts'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, api } from '../../../../lib/api-client.ts'
import { reportFailure } from '../../../../ui/report-failure.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { useConfiguration } from '../../configuration/configuration.queries.ts'
import { customerQuery } from '../customers.queries.ts'
import { exportDocument } from './export-document.ts'

const VISITS_PER_PAGE = 10

/** The visits of a customer. Read again when bookings change, since the query key begins with theirs. */
export const visitsQuery = (id: number, time: (typeof visitTimes)[number]) =>
  infiniteQueryOptions({
    queryKey: ['bookings', 'customer', id, time],
    queryFn: ({ pageParam }) =>
      api(listCustomerVisits, { params: { id }, query: { time, per_page: VISITS_PER_PAGE, last_id: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
    meta: { isSilent: true },
  })

export const consentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['bookings', 'consents', id],
    queryFn: () => api(listConsents, { params: { id } }),
    meta: { isSilent: true },
  })

export const previousPrivacyTextQuery = (version: string) =>
  queryOptions({
    queryKey: ['previous-privacy-text', version],
    queryFn: () => api(readPreviousPrivacyText, { params: { version } }),
    meta: { isSilent: true },
  })

export const duplicatesQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id, 'duplicates'],
    queryFn: () => api(listDuplicates, { params: { id } }),
    staleTime: 0,
    meta: { isSilent: true },
  })

const cacheProfile = (queryClient: QueryClient, profile: CustomerProfile) =>
  queryClient.setQueryData(customerQuery(profile.id).queryKey, profile)

function invalidateCustomers(queryClient: QueryClient) {
  for (const name of ['bookings', 'customers']) queryClient.invalidateQueries({ queryKey: [name] })
}

/** Saves the staff's notes; a version conflict updates the cached customer. */
export function useSaveNotes(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ notes, version }: { notes: string; version: number }) =>
      api(updateCustomerNotes, { params: { id }, headers: ifMatchHeader(version), body: { notes } }),
    onSuccess: (profile) => {
      cacheProfile(queryClient, profile)
      showToast('success', 'Note salvate')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.current) cacheProfile(queryClient, error.current as CustomerProfile)
    },
  })
}

export function useBlock(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (is_blocked: boolean) => api(blockCustomer, { params: { id }, body: { is_blocked } }),
    onSuccess: (profile) => {
      cacheProfile(queryClient, profile)
      showToast('success', profile.blocked_at ? 'Cliente bloccato' : 'Cliente sbloccato')
    },
    onError: reportFailure,
  })
}

/** Restricts the processing for a reason; null lifts the restriction. */
export function useRestrict(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string | null) =>
      api(restrictCustomer, { params: { id }, body: { is_restricted: reason !== null, reason: reason ?? '' } }),
    onSuccess: (profile) => {
      cacheProfile(queryClient, profile)
      showToast('success', profile.restriction ? 'Trattamento limitato' : 'Limitazione tolta')
      // Bookings, notifications and requests name the customer, too; a cached one must not be shown again.
      queryClient.removeQueries({ type: 'inactive' })
      for (const name of ['customers', 'customer-search', 'restricted-customers'])
        queryClient.invalidateQueries({ queryKey: [name] })
    },
  })
}

/** Merges `removed` into `remaining`, irreversibly. */
export function useMerge() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ remaining, removed }: { remaining: number; removed: number }) =>
      api(mergeCustomers, { params: { id: remaining }, body: { other_id: removed } }),
    onSuccess: (profile) => {
      cacheProfile(queryClient, profile)
      showToast('success', 'Clienti uniti')
    },
    onError: reportFailure,
    onSettled: () => invalidateCustomers(queryClient),
  })
}

/** Preview of an erasure, never cached. */
export const erasureQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id, 'erasure'],
    queryFn: () => api(previewErasure, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  })

/** Erases a customer. Nothing is refetched, since the page is left at once. */
export function useErase(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(eraseCustomer, { params: { id } }),
    onSuccess: () => {
      showToast('success', 'Dati del cliente cancellati')
      for (const name of ['bookings', 'customers'])
        queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' })
    },
    onError: reportFailure,
  })
}

/** Downloads all stored data of a customer as a JSON file, or as a page to read and print. */
export function useExport(id: number) {
  const { app_name, time_zone } = useConfiguration()
  return useMutation({
    mutationFn: async (format: 'json' | 'html') => {
      const data = await api(exportCustomer, { params: { id } })
      const content =
        format === 'json'
          ? JSON.stringify(data, null, 2)
          : exportDocument(data, { business: app_name, timeZone: time_zone, now: new Date() })
      const file = new Blob([content], { type: format === 'json' ? 'application/json' : 'text/html' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `cliente-${id}.${format}`
      link.click()
      URL.revokeObjectURL(link.href)
    },
    onError: reportFailure,
  })
}
