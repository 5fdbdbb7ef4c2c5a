import type { StaffBooking, StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import {
  createBooking,
  deleteBooking,
  listBookingEvents,
  readBooking,
  updateBooking,
} from '@prenoto/core/bookings/bookings.endpoints.ts'
import { listPublicServices, readService } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { madeTo } from '@prenoto/core/version.ts'
import { type Query, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../../lib/api-client.ts'
import { bookingAttempts, isRefusal } from '../../lib/booking-attempts.ts'
import { showToast } from '../../ui/toasts.ts'
import type { CursorList } from '../lib/crud-queries.ts'
import { byDay, gridRange } from './month-grid.ts'

/** The bookings of all days that a month's grid shows, by day. */
export const monthQuery = (month: PlainDate) =>
  queryOptions({
    queryKey: ['bookings', 'month', month],
    queryFn: () => api(listBookingEvents, { body: gridRange(month) }),
    select: byDay,
  })

/** One booking; its page tells itself when there is none. */
export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: ['bookings', id],
    queryFn: () => api(readBooking, { params: { id } }),
    meta: { isSilent: true },
  })

type ServiceChoice = { id: number; name: string }

const CHOICES = 'service-choices'

/** Whether a query is one of services to choose from. */
export const isServiceChoice = ({ queryKey: [key] }: Pick<Query, 'queryKey'>) => String(key).startsWith(CHOICES)

/** The services to choose from in the booking panel; the one of a booking that is changed is among them from the start. */
export const serviceChoices = (own: ServiceChoice | undefined): CursorList<ServiceChoice> => ({
  key: `${CHOICES}-${own?.id ?? 'all'}`,
  list: async (query) => {
    const { services, ...tail } = await api(listPublicServices, { query })
    const isFirst = query.last_id === undefined
    return { items: isFirst && own ? [own, ...services] : services, ...tail }
  },
})

/** A service with every slot that the staff can book; a booking that is being edited does not stand in its own way. */
export const bookableServiceQuery = (id: number | undefined, edited: number | undefined) =>
  queryOptions({
    queryKey: ['bookable-services', id, edited],
    queryFn: () => api(readService, { params: { id: id! }, query: { except: edited } }),
    enabled: id !== undefined,
    staleTime: 0,
  })

/** Whatever came of it, bookings and free slots are read again: the screen never lies. */
function useReadAgain() {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: ['bookings'] })
    return queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
  }
}

const attempts = bookingAttempts()

/** Makes a booking, or changes the one with the id `edited`. */
export function useSaveBooking(edited: number | undefined) {
  const readAgain = useReadAgain()
  const queryClient = useQueryClient()
  const know = (booking: StaffBooking) => queryClient.setQueryData(bookingQuery(booking.id).queryKey, booking)
  return useMutation({
    mutationFn: ({ body, version }: { body: StaffBookingInput; version: number }) =>
      edited === undefined ? create(body) : change(edited, body, version),
    onSuccess: (booking) => {
      know(booking)
      readAgain()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.current) know(error.current as StaffBooking)
      return readAgain()
    },
  })
}

async function create(body: StaffBookingInput): Promise<StaffBooking> {
  try {
    const booking = await api(createBooking, { headers: { 'idempotency-key': attempts.keyFor(body) }, body })
    attempts.settle(body)
    return booking
  } catch (error) {
    if (isRefusal(error)) attempts.settle(body)
    throw error
  }
}

async function change(id: number, body: StaffBookingInput, version: number): Promise<StaffBooking> {
  const booking = await api(updateBooking, { params: { id }, headers: madeTo(version), body })
  showToast('success', 'Prenotazione modificata con successo')
  return booking
}

/** Deletes a booking: it goes from the screen at once, and nothing asks for it again. */
export function useDeleteBooking() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      await api(deleteBooking, { params: { id } })
      showToast('success', 'Prenotazione eliminata con successo')
    },
    onSuccess: (_, id) => {
      queryClient.setQueriesData<StaffBooking[]>({ queryKey: ['bookings', 'month'] }, (bookings) =>
        bookings?.filter((booking) => booking.id !== id),
      )
    },
    onSettled: (_, __, id) => {
      queryClient.invalidateQueries({ queryKey: bookingQuery(id).queryKey, refetchType: 'none' })
      queryClient.invalidateQueries({ queryKey: ['bookings', 'month'] })
      queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
    },
  })
}

export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
