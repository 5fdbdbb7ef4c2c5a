import type { BookingEvent, StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import {
  createBooking,
  deleteBooking,
  listBookingEvents,
  listSameHours,
  readBooking,
  readCancelledBooking,
  restoreBooking,
  updateBooking,
} from '@prenoto/core/bookings/bookings.endpoints.ts'
import type { updateSeries } from '@prenoto/core/bookings/series.endpoints.ts'
import type { SeriesChangeBody } from '@prenoto/core/bookings/series-schema.ts'
import { readService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import { idempotencyHeader } from '@prenoto/core/contract/idempotency.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import { listClosureEvents } from '@prenoto/core/schedule/closures.endpoints.ts'
import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import type { Service } from '@prenoto/core/services/managed-service-schema.ts'
import { listServices } from '@prenoto/core/services/managed-services.endpoints.ts'
import { listPublicServices } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import {
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ApiError, api } from '../../../lib/api-client.ts'
import type { CursorPage } from '../../../lib/cursor-page.ts'
import { firstOfMonth, gridRange } from '../../../lib/month-days.ts'
import { showToast } from '../../../ui/toasts.ts'
import type { ChoiceList, CursorList } from '../../lib/crud-queries.ts'
import { DELETION, offerUndo, type UndoTexts } from '../../ui/feedback/undo-offers.ts'
import { byDay, customerName, NO_BOOKINGS } from './booking-format.ts'
import { closedHoursByDay } from './closed-hours.ts'

/** Above this number the server sends only the bookings that the month's grid lists. */
const MAX_BOOKINGS_PER_MONTH = 600

const MONTHS = ['bookings', 'month']
const DAYS = ['bookings', 'days']
const CUSTOMER_VISITS = ['bookings', 'customer']

/** The bookings of a month's grid, by day. */
export const monthQuery = (month: PlainDate) =>
  queryOptions({
    queryKey: [...MONTHS, month],
    queryFn: () => api(listBookingEvents, { body: { ...gridRange(month), at_most: MAX_BOOKINGS_PER_MONTH } }),
    select: byDay,
  })

/** All bookings of a range of days, both included. */
export const bookingsOfDaysQuery = (from: PlainDate, to: PlainDate) =>
  queryOptions({
    queryKey: [...DAYS, from, to],
    queryFn: () => api(listBookingEvents, { body: { from, to } }),
  })

/** All bookings of a day, from its month unless that is truncated. */
export function useBookingsOfDay(day: PlainDate) {
  const ofMonth = useQuery(monthQuery(firstOfMonth(day)))
  const monthEntry = ofMonth.data && (ofMonth.data.get(day) ?? NO_BOOKINGS)
  const isTruncated = monthEntry !== undefined && monthEntry.count > monthEntry.listed.length
  const ofDay = useQuery({ ...bookingsOfDaysQuery(day, day), enabled: isTruncated })
  return isTruncated ? ofDay : { ...ofMonth, data: monthEntry?.listed }
}

/** The closures that overlap a range of days. Never fresh, since other screens change them. */
export const closuresQuery = (from: PlainDate, to: PlainDate) =>
  queryOptions({
    queryKey: ['closures', from, to],
    queryFn: () => api(listClosureEvents, { query: { from, to } }),
    staleTime: 0,
  })

/** The closed hours of a month's grid, by day. */
export function monthClosuresQuery(month: PlainDate) {
  const range = gridRange(month)
  return { ...closuresQuery(range.from, range.to), select: (closures: Closure[]) => closedHoursByDay(closures, range) }
}

/** One booking. Silent, since its page shows the error. */
export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: ['bookings', id],
    queryFn: () => api(readBooking, { params: { id } }),
    meta: { isSilent: true },
  })

export const cancelledBookingQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingQuery(id).queryKey, 'cancelled'],
    queryFn: () => api(readCancelledBooking, { params: { id } }),
    meta: { isSilent: true },
  })

/** The calendars at a booking's own time: its own, a colleague's or any. Never cached. */
export const sameHoursQuery = (id: number, calendar_id?: number | 'any') =>
  queryOptions({
    queryKey: ['bookings', 'same-hours', id, calendar_id],
    queryFn: () => api(listSameHours, { params: { id }, query: { calendar_id } }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { isSilent: true },
  })

type ServiceChoice = { id: number; name: string; note?: string }

const CHOICES = 'service-choices'

/** The key of the services to add to a visit, read again with the other choices. */
export const ADDABLE_SERVICES = `${CHOICES}-addable`

export const isServiceChoice = ({ queryKey: [key] }: Pick<Query, 'queryKey'>) => String(key).startsWith(CHOICES)

/**
 * The services to choose from in the booking panel: the visible ones, then the hidden ones. A booking's own service
 * comes first, even if it is deleted.
 */
export const serviceChoices = (ownService: { id: number; name: string } | undefined): ChoiceList<ServiceChoice> => ({
  key: `${CHOICES}-${ownService?.id ?? 'all'}`,
  list: async (query) => {
    const { services, ...tail } = await api(listPublicServices, { query })
    return { items: query.last_id === undefined && ownService ? [ownService, ...services] : services, ...tail }
  },
  listRest: (query) => listChoices({ ...query, visibility: 'hidden' }),
  find: async (ids) => (await listChoices({ ids: ids.join() })).items,
})

/** The services whose name contains a text, including hidden ones. */
export const searchedChoices = (search: string): CursorList<ServiceChoice> => ({
  key: `${CHOICES}-search ${search}`,
  list: (query) => listChoices({ ...query, search }),
})

async function listChoices(query: z.input<typeof listServices.query>): Promise<CursorPage<ServiceChoice>> {
  const { services, ...tail } = await api(listServices, { query })
  return { items: services.map(toServiceChoice), ...tail }
}

/** The note on a hidden service in a list of choices. */
export const HIDDEN_SERVICE = 'non visibile sul sito'

const toServiceChoice = ({ id, name, visible_frontend }: Service): ServiceChoice =>
  visible_frontend ? { id, name } : { id, name, note: HIDDEN_SERVICE }

type SlotFilter = { edited: number | undefined; calendar?: number | null; variant?: number; also?: string }

/**
 * A service with every slot that the staff can book, on one of its calendars or on any. The edited booking does not
 * occupy its own slot. Keeps the slots of the previous calendar while those of the next are loading.
 */
export const bookableServiceQuery = (id: number | undefined, { edited, calendar = null, variant, also }: SlotFilter) =>
  queryOptions({
    queryKey: ['bookable-services', id, edited, calendar, variant, also],
    queryFn: () =>
      api(readService, {
        params: { id: id! },
        query: { except: edited, calendar_id: calendar ?? undefined, variant_id: variant, also },
      }),
    enabled: id !== undefined,
    staleTime: 0,
    placeholderData: (previous, of) => (of?.queryKey[1] === id ? previous : undefined),
  })

/** The id of a calendar's only service, visible or not; null if it has none or several. */
export const onlyServiceQuery = (calendar: number | undefined) =>
  queryOptions({
    queryKey: [`${CHOICES}-with`, calendar],
    queryFn: async () => {
      const { services, has_more } = await api(listServices, { query: { calendar_id: calendar, per_page: 1 } })
      return has_more ? null : (services[0]?.id ?? null)
    },
    enabled: calendar !== undefined,
    meta: { isSilent: true },
  })

/** `ofSeries` is the endpoint that also changes the following visits, passed in to keep it out of the dashboard's bundle. */
type Change = { body: SeriesChangeBody; version: number; ofSeries: typeof updateSeries | undefined }
/** `key` is the idempotency key of a new booking. */
type Save = Change & { key: string }

/** Creates a booking, or updates the one with the id `edited`. Reads bookings and slots again after an error. */
export function useSaveBooking(edited: number | undefined) {
  const queryClient = useQueryClient()
  const cache = (booking: StaffBooking) => queryClient.setQueryData(bookingQuery(booking.id).queryKey, booking)
  return useMutation({
    mutationFn: ({ key, ...changes }: Save) =>
      edited === undefined
        ? api(createBooking, { headers: idempotencyHeader(key), body: changes.body })
        : change(edited, changes),
    onSuccess: (booking) => {
      cache(booking)
      queryClient.invalidateQueries({ queryKey: ['bookings'] })
      // The panel closes; the live update reads the service again where it is still shown.
      queryClient.invalidateQueries({ queryKey: ['bookable-services'], refetchType: 'none' })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.current) cache(error.current as StaffBooking)
      return invalidateBookings(queryClient)
    },
  })
}

/** Puts a booking into all cached lists that contain its day, and removes it from the others. */
export function updateCachedBooking(queryClient: QueryClient, booking: StaffBooking) {
  for (const [queryKey, cachedBookings] of queryClient.getQueriesData<BookingEvent[]>({ queryKey: ['bookings'] })) {
    const range = shownDays(queryKey)
    if (!cachedBookings || !range) continue
    const others = cachedBookings.filter(({ id }) => id !== booking.id)
    const isShown = booking.visit_day >= range.from && booking.visit_day <= range.to
    queryClient.setQueryData(queryKey, isShown ? [...others, booking].sort(byTime) : others)
  }
}

/** The days of a bookings query; undefined for other queries. */
function shownDays([root, kind, from, to]: QueryKey) {
  if (root === MONTHS[0] && kind === MONTHS[1]) return gridRange(from as PlainDate)
  return root === DAYS[0] && kind === DAYS[1] ? { from: from as PlainDate, to: to as PlainDate } : undefined
}

const byTime = (one: BookingEvent, other: BookingEvent) =>
  one.visit_day.localeCompare(other.visit_day) || one.visit_hour.localeCompare(other.visit_hour) || one.id - other.id

/** Reads bookings and free slots again. */
export function invalidateBookings(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: ['bookings'] })
  return queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
}

async function change(id: number, { body, version, ofSeries }: Change) {
  const call = { params: { id }, headers: ifMatchHeader(version), body }
  const booking = ofSeries ? await api(ofSeries, call) : await api(updateBooking, call)
  showToast('success', ofSeries ? 'Prenotazioni modificate con successo' : 'Prenotazione modificata con successo')
  return booking
}

/** Deletes a booking, removes it from the cached lists and offers to undo it. */
export function useDeleteBooking({
  texts = DELETION,
  onRestored,
}: {
  texts?: UndoTexts
  onRestored?: () => void
} = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (booking: StaffBooking) => {
      const call = { params: { id: booking.id } }
      await api(deleteBooking, call)
      showToast('success', 'Prenotazione eliminata con successo')
      offerUndo(
        `prenotazione di ${customerName(booking)}`,
        async () => {
          await api(restoreBooking, call).finally(() => invalidateBookings(queryClient))
          onRestored?.()
        },
        { texts },
      )
    },
    onSuccess: (_, { id }) => {
      for (const queryKey of [MONTHS, DAYS])
        queryClient.setQueriesData<BookingEvent[]>({ queryKey }, (bookings) =>
          bookings?.filter((booking) => booking.id !== id),
        )
    },
    onSettled: (_, __, { id }) => {
      queryClient.invalidateQueries({ queryKey: bookingQuery(id).queryKey, refetchType: 'none' })
      for (const queryKey of [MONTHS, DAYS, CUSTOMER_VISITS]) queryClient.invalidateQueries({ queryKey })
      queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
    },
  })
}

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404
