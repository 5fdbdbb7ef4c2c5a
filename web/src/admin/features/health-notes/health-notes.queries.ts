import { idempotencyHeader } from '@prenoto/core/contract/idempotency.ts'
import type { Role } from '@prenoto/core/contract/role.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import {
  createHealthDocument,
  createHealthNote,
  deleteHealthDocument,
  deleteHealthNote,
  eraseHealthData,
  listHealthDocuments,
  listHealthNotes,
  readHealthDocument,
  readHealthNotesAccess,
  readHealthSummary,
  recordHealthConsent,
  updateHealthNote,
  updateHealthNotesAccess,
  withdrawHealthConsent,
} from '@prenoto/core/health-notes/health-notes.endpoints.ts'
import type { HealthConsentForm, HealthNotesAccess } from '@prenoto/core/health-notes/health-schema.ts'
import { listServices } from '@prenoto/core/services/managed-services.endpoints.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, apiUpload, fileUrl } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

const NOTES_PER_PAGE = 10

const healthKey = (customerId: number) => ['health', customerId]

/** Health data are read each time that they are shown, and forgotten when they are hidden. */
const NOT_KEPT = { staleTime: 0, gcTime: 0, meta: { isSilent: true } }

export const summaryQuery = (id: number) =>
  queryOptions({
    queryKey: [...healthKey(id), 'summary'],
    queryFn: () => api(readHealthSummary, { params: { id } }),
    ...NOT_KEPT,
  })

export const notesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...healthKey(id), 'notes'],
    queryFn: ({ pageParam }) =>
      api(listHealthNotes, { params: { id }, query: { per_page: NOTES_PER_PAGE, last_id: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
    ...NOT_KEPT,
  })

export const documentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...healthKey(id), 'documents'],
    queryFn: async () => (await api(listHealthDocuments, { params: { id } })).documents,
    ...NOT_KEPT,
  })

export const documentUrl = (id: number, documentId: number) => fileUrl(readHealthDocument, { id, documentId })

/** Whether a service allows health notes; false for a deleted one. */
export const allowsNotesQuery = (serviceId: number) =>
  queryOptions({
    queryKey: ['services', 'allows-notes', serviceId],
    queryFn: async () => {
      const { services } = await api(listServices, { query: { ids: String(serviceId) } })
      return services.some(({ allow_medical_notes }) => allow_medical_notes)
    },
    meta: { isSilent: true },
  })

/** A change of a customer's health data, after which all of them are read again. */
function useHealthMutation<V>(id: number, change: (variables: V) => Promise<unknown>, done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => showToast('success', done),
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthKey(id) }),
  })
}

export const useRecordConsent = (id: number) =>
  useHealthMutation(
    id,
    (body: HealthConsentForm) => api(recordHealthConsent, { params: { id }, body }),
    'Consenso registrato',
  )

export const useWithdrawConsent = (id: number) =>
  useHealthMutation(id, () => api(withdrawHealthConsent, { params: { id } }), 'Revoca registrata')

export const useEraseHealthData = (id: number) =>
  useHealthMutation(id, () => api(eraseHealthData, { params: { id } }), 'Note e documenti eliminati')

type NewNote = { text: string; booking_id: number | null; key: string }

export const useAddNote = (id: number) =>
  useHealthMutation(
    id,
    ({ key, ...body }: NewNote) => api(createHealthNote, { params: { id }, headers: idempotencyHeader(key), body }),
    'Nota aggiunta',
  )

type NoteChange = { noteId: number; text: string; version: number }

export const useChangeNote = (id: number) =>
  useHealthMutation(
    id,
    ({ noteId, text, version }: NoteChange) =>
      api(updateHealthNote, { params: { id, noteId }, headers: ifMatchHeader(version), body: { text } }),
    'Nota salvata',
  )

export const useDeleteNote = (id: number) =>
  useHealthMutation(id, (noteId: number) => api(deleteHealthNote, { params: { id, noteId } }), 'Nota eliminata')

type NewDocument = { file: File; booking_id: number | undefined; key: string }

export const useAddDocument = (id: number) =>
  useHealthMutation(
    id,
    ({ file, booking_id, key }: NewDocument) =>
      apiUpload(createHealthDocument, file, { params: { id }, query: { booking_id }, headers: idempotencyHeader(key) }),
    'Documento aggiunto',
  )

export const useDeleteDocument = (id: number) =>
  useHealthMutation(
    id,
    (documentId: number) => api(deleteHealthDocument, { params: { id, documentId } }),
    'Documento eliminato',
  )

export const accessQuery = queryOptions({
  queryKey: ['health-notes-access'],
  queryFn: () => api(readHealthNotesAccess, {}),
  meta: { isSilent: true },
})

export function useChangeAccess() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) => api(updateHealthNotesAccess, { body: { role } }),
    onSuccess: (saved: HealthNotesAccess) => {
      queryClient.setQueryData(accessQuery.queryKey, saved)
      queryClient.invalidateQueries({ queryKey: ['customers'] })
      showToast('success', 'Configurazioni salvate con successo')
    },
    onError: reportFailure,
  })
}
