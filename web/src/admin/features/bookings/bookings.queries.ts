import type { BookingEvent, StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import {
  createBooking,
  deleteBooking,
  listBookingEvents,
  listSameHours,
  readBooking,
  restoreBooking,
  updateBooking,
} from '@prenoto/core/bookings/bookings.endpoints.ts'
import type { updateSeries } from '@prenoto/core/bookings/series.endpoints.ts'
import type { SeriesChange } from '@prenoto/core/bookings/series-schema.ts'
import { madeUnder } from '@prenoto/core/contract/idempotency.ts'
import { madeTo } from '@prenoto/core/contract/version.ts'
import type { Closure } from '@prenoto/core/days-off/day-off-schema.ts'
import { listClosureEvents } from '@prenoto/core/days-off/days-off.endpoints.ts'
import type { Service } from '@prenoto/core/services/service-schema.ts'
import { listPublicServices, listServices, readService } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import {
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
import { gridRange, monthOf } from '../../../lib/month-days.ts'
import { showToast } from '../../../ui/toasts.ts'
import type { ChoiceList, CursorList } from '../../lib/crud-queries.ts'
import { DELETION, offerUndo, type UndoTexts } from '../../ui/feedback/undo-offers.ts'
import { closedHoursByDay } from './closed-hours.ts'
import { byDay, customerOf, NO_BOOKINGS } from './month-grid.ts'

/** More bookings than these are not sent for a month of which one day is read. */
const AT_ONCE = 600

const MONTHS = ['bookings', 'month']
const DAYS = ['bookings', 'days']
/** The visits of any customer. */
const VISITS = ['bookings', 'customer']

/** The bookings of all days that a month's grid shows, by day; of very many only those that the grid lists. */
export const monthQuery = (month: PlainDate) =>
  queryOptions({
    queryKey: [...MONTHS, month],
    queryFn: () => api(listBookingEvents, { body: { ...gridRange(month), at_most: AT_ONCE } }),
    select: byDay,
  })

/** All bookings of the days from one to another. */
export const daysQuery = (from: PlainDate, to: PlainDate) =>
  queryOptions({
    queryKey: [...DAYS, from, to],
    queryFn: () => api(listBookingEvents, { body: { from, to } }),
  })

/** All bookings of a day: those of its month, unless there are too many. */
export function useBookingsOfDay(day: PlainDate) {
  const ofMonth = useQuery(monthQuery(monthOf(day)))
  const known = ofMonth.data && (ofMonth.data.get(day) ?? NO_BOOKINGS)
  const isCut = known !== undefined && known.count > known.listed.length
  const ofDay = useQuery({ ...daysQuery(day, day), enabled: isCut })
  return isCut ? ofDay : { ...ofMonth, data: known?.listed }
}

/** The closures that touch the days from one to another. Read at every visit: other screens change them. */
export const closuresQuery = (from: PlainDate, to: PlainDate) =>
  queryOptions({
    queryKey: ['closures', from, to],
    queryFn: () => api(listClosureEvents, { query: { from, to } }),
    staleTime: 0,
  })

/** When calendars are closed on the days that a month's grid shows, by day. */
export function monthClosuresQuery(month: PlainDate) {
  const range = gridRange(month)
  return { ...closuresQuery(range.from, range.to), select: (closures: Closure[]) => closedHoursByDay(closures, range) }
}

/** One booking; its page tells itself when there is none. */
export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: ['bookings', id],
    queryFn: () => api(readBooking, { params: { id } }),
    meta: { isSilent: true },
  })

/** What a booking would run into at its own hour on the next day, and a week later. Asked at each look. */
export const sameHoursQuery = (id: number) =>
  queryOptions({
    queryKey: ['bookings', 'same-hours', id],
    queryFn: () => api(listSameHours, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  })

type ServiceChoice = { id: number; name: string; note?: string }

const CHOICES = 'service-choices'

/** Whether a query is one of services to choose from. */
export const isServiceChoice = ({ queryKey: [key] }: Pick<Query, 'queryKey'>) => String(key).startsWith(CHOICES)

/**
 * The services to choose from in the booking panel: those that the site shows, then those that it hides. A booking's own service
 * comes first, even when it was deleted.
 */
export const serviceChoices = (own: { id: number; name: string } | undefined): ChoiceList<ServiceChoice> => ({
  key: `${CHOICES}-${own?.id ?? 'all'}`,
  list: async (query) => {
    const { services, ...tail } = await api(listPublicServices, { query })
    return { items: query.last_id === undefined && own ? [own, ...services] : services, ...tail }
  },
  listRest: (query) => listChoices({ ...query, visibility: 'hidden' }),
  find: async (ids) => (await listChoices({ ids: ids.join() })).items,
})

/** The services whose name contains a text, hidden ones too. */
export const searchedChoices = (search: string): CursorList<ServiceChoice> => ({
  key: `${CHOICES}-search ${search}`,
  list: (query) => listChoices({ ...query, search }),
})

async function listChoices(query: z.input<typeof listServices.query>): Promise<CursorPage<ServiceChoice>> {
  const { services, ...tail } = await api(listServices, { query })
  return { items: services.map(choiceOf), ...tail }
}

const choiceOf = ({ id, name, visible_frontend }: Service): ServiceChoice =>
  visible_frontend ? { id, name } : { id, name, note: 'non visibile sul sito' }

/** For whom the slots of a service are asked: a booking that is being changed, and one of its calendars. */
type Asked = { edited: number | undefined; calendar?: number | null }

/**
 * A service with every slot that the staff can book, of one of its calendars or of any; a booking that is being edited does not
 * stand in its own way. Until those of another calendar have come, those that were shown are.
 */
export const bookableServiceQuery = (id: number | undefined, { edited, calendar = null }: Asked) =>
  queryOptions({
    queryKey: ['bookable-services', id, edited, calendar],
    queryFn: () =>
      api(readService, { params: { id: id! }, query: { except: edited, calendar_id: calendar ?? undefined } }),
    enabled: id !== undefined,
    staleTime: 0,
    placeholderData: (shown, of) => (of?.queryKey[1] === id ? shown : undefined),
  })

/** The id of the service that is booked with a calendar, hidden or not, if there is exactly one. */
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

/** `ofSeries`: where all that follow in its series are changed, too; what calls that is not needed for the month. */
type Change = { body: SeriesChange; version: number; ofSeries: typeof updateSeries | undefined }
/** `key`: the idempotency key of a new booking. */
type Save = Change & { key: string }

/** Makes a booking, or changes the one with the id `edited`. After a failure what is offered is read again: the screen never lies. */
export function useSaveBooking(edited: number | undefined) {
  const queryClient = useQueryClient()
  const know = (booking: StaffBooking) => queryClient.setQueryData(bookingQuery(booking.id).queryKey, booking)
  return useMutation({
    mutationFn: ({ key, ...changes }: Save) =>
      edited === undefined
        ? api(createBooking, { headers: madeUnder(key), body: changes.body })
        : change(edited, changes),
    onSuccess: (booking) => {
      know(booking)
      queryClient.invalidateQueries({ queryKey: ['bookings'] })
      // The panel closes; the news of this booking have the service read where it is still shown.
      queryClient.invalidateQueries({ queryKey: ['bookable-services'], refetchType: 'none' })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.current) know(error.current as StaffBooking)
      return readAgain(queryClient)
    },
  })
}

/** Shows a booking where it is, or is meant to be, before that is read. */
export function putInPlace(queryClient: QueryClient, booking: StaffBooking) {
  for (const [queryKey, shown] of queryClient.getQueriesData<BookingEvent[]>({ queryKey: ['bookings'] })) {
    const range = shownDays(queryKey)
    if (!shown || !range) continue
    const others = shown.filter(({ id }) => id !== booking.id)
    const isShown = booking.visit_day >= range.from && booking.visit_day <= range.to
    queryClient.setQueryData(queryKey, isShown ? [...others, booking].sort(inOrder) : others)
  }
}

/** The days whose bookings a query reads; undefined of any other. */
function shownDays([all, what, from, to]: QueryKey) {
  if (all === MONTHS[0] && what === MONTHS[1]) return gridRange(from as PlainDate)
  return all === DAYS[0] && what === DAYS[1] ? { from: from as PlainDate, to: to as PlainDate } : undefined
}

const inOrder = (one: BookingEvent, other: BookingEvent) =>
  one.visit_day.localeCompare(other.visit_day) || one.visit_hour.localeCompare(other.visit_hour) || one.id - other.id

/** Bookings and free slots as they are by now. */
export function readAgain(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: ['bookings'] })
  return queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
}

async function change(id: number, { body, version, ofSeries }: Change) {
  const call = { params: { id }, headers: madeTo(version), body }
  const booking = ofSeries ? await api(ofSeries, call) : await api(updateBooking, call)
  showToast('success', ofSeries ? 'Prenotazioni modificate con successo' : 'Prenotazione modificata con successo')
  return booking
}

/** Deletes a booking: it goes from the screen at once, and nothing asks for it again, unless that is undone. */
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
        `prenotazione di ${customerOf(booking)}`,
        async () => {
          await api(restoreBooking, call).finally(() => readAgain(queryClient))
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
      for (const queryKey of [MONTHS, DAYS, VISITS]) queryClient.invalidateQueries({ queryKey })
      queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
    },
  })
}

export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
