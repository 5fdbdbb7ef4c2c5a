import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { idempotencyHeader } from '@prenoto/core/contract/idempotency.ts'
import {
  type AffectedBookingsPage,
  affectedBookingsSchema,
  listAffectedBookings,
} from '@prenoto/core/schedule/affected-bookings.endpoints.ts'
import {
  changePatronDay,
  createClosures,
  deleteClosure,
  listHolidays,
  restoreClosedBookings,
  restoreClosure,
  updateClosure,
} from '@prenoto/core/schedule/closures.endpoints.ts'
import {
  ALL_CALENDARS,
  type CancelledWith,
  type ClosuresInput,
  type closureFormSchema,
} from '@prenoto/core/schedule/closures-schema.ts'
import type { DayOff } from '@prenoto/core/schedule/day-off-schema.ts'
import { dayOffEndpoints } from '@prenoto/core/schedule/exceptions.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api, withCurrent } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import { type Crud, type CursorList, crudCalls } from '../../lib/crud-queries.ts'
import { CANCELLATION, offerUndo } from '../../ui/feedback/undo-offers.ts'
import { type Choices, choiceFor, hasAction } from './booking-choices.ts'

const KEY = 'days-off'

/** A closure of several calendars is one item. */
export const daysOff: CursorList<DayOff> = {
  key: KEY,
  list: async ({ per_page, last_id }) => {
    const { daysOff: items, ...tail } = await api(dayOffEndpoints.list, {
      query: { per_page, last_id, grouped: 'true' },
    })
    return { items, ...tail }
  },
}

export type ClosureValues = z.input<typeof closureFormSchema>
type ClosureBody = z.output<typeof closureFormSchema>

/** `calendarId` is one of the closure's calendars, or 0 for all of them. */
type ClosureEdit = { dayOff: DayOff | undefined; calendarId: number | undefined; cancel: CancelledWith | undefined }

export const closesSeveral = (dayOff: DayOff | undefined) => (dayOff?.calendars?.length ?? 0) > 1

const ofOneCalendar = crudCalls(dayOffEndpoints)
const ofSeveral = crudCalls({
  create: createClosures,
  update: updateClosure,
  remove: deleteClosure,
  restore: restoreClosure,
})

/** CRUD calls of a closure form: the specified endpoints for one calendar, the closures endpoints for several. */
export function closuresCrud({ dayOff, calendarId, cancel }: ClosureEdit): Crud<DayOff, ClosureBody> {
  const isSeveral = closesSeveral(dayOff)
  const single = isSeveral ? dayOff!.calendars!.find(({ calendar_id }) => calendar_id === calendarId) : undefined
  const { remove, restore } = isSeveral && !single ? ofSeveral : ofOneCalendar
  return {
    ...daysOff,
    page: adminPaths.daysOff,
    create: (body, key) =>
      body.calendar_id === ALL_CALENDARS || cancel ? createClosure(body, key, cancel) : ofOneCalendar.create(body, key),
    update: (id, body, version) => {
      const { calendar_id, ...closure } = body
      const isOfAll = calendar_id === ALL_CALENDARS
      if (!isSeveral && !isOfAll && !cancel) return ofOneCalendar.update(id, body, version)
      return ofSeveral.update(id, { ...closure, cancel, ...(!isOfAll && { calendar_id }) }, version)
    },
    remove: (id) => remove(single?.id ?? id),
    restore: (id) => restore(single?.id ?? id),
    getName: ({ reason }) => (single ? `${reason}, ${single.calendar_name}` : reason),
  }
}

async function createClosure(
  { calendar_id, ...span }: ClosureBody,
  key: string,
  cancel?: CancelledWith,
): Promise<DayOff> {
  const calendar_ids = calendar_id === ALL_CALENDARS ? null : [calendar_id]
  const call = { headers: idempotencyHeader(key), body: { calendar_ids, spans: [span], cancel } }
  const { daysOff, cancelled } = await withCurrent(
    () => api(createClosures, call),
    (saved) => saved.daysOff[0],
  )
  return { ...daysOff[0]!, cancelled }
}

/** Closes all calendars on some days. Idempotent, since it skips calendars that are already closed. */
export const closeAll = (spans: ClosuresInput['spans'], cancel: CancelledWith | undefined) =>
  api(createClosures, { headers: {}, body: { calendar_ids: null, spans, skip_closed: true, cancel } })

/** Reads again what a closure changes, and offers to restore the bookings that were cancelled with it. */
export function useRefreshAfterClosure() {
  const queryClient = useQueryClient()
  const invalidate = () =>
    Promise.all(
      [
        KEY,
        'closures',
        'changed-hours',
        'calendar-hours',
        'holidays',
        'bookings',
        'bookable-services',
        'dashboard-summary',
      ].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    )
  return (cancelled: number[] = [], onRestored?: () => void) => {
    invalidate()
    if (cancelled.length === 0) return
    const what = cancelled.length === 1 ? 'una prenotazione' : `${cancelled.length} prenotazioni`
    offerUndo(
      what,
      async () => {
        await api(restoreClosedBookings, { body: { ids: cancelled } }).finally(invalidate)
        onRestored?.()
      },
      {
        texts: CANCELLATION,
      },
    )
  }
}

/** The calendars and times of a saved closure. */
export const plannedClosure = ({ calendars, calendar_id, ...span }: DayOff) => ({
  calendar_ids: calendars?.map((one) => one.calendar_id) ?? [calendar_id],
  exceptions: [{ ...span, kind: 'closure' }],
})

type Page = { per_page?: number; last_id: number | undefined }

/** Reads a page of the future bookings that planned exceptions affect; `key` tells them apart. */
export type Affected = { key: unknown; read: (page: Page) => Promise<AffectedBookingsPage> }

/** The future bookings that planned exceptions affect; undefined while they are incomplete. */
export function affectedBy(planned: object | undefined): Affected | undefined {
  const { data } = affectedBookingsSchema.safeParse(planned)
  if (!data) return undefined
  const { calendar_ids, exceptions } = data
  const key = { calendar_ids, exceptions }
  return { key, read: (page) => api(listAffectedBookings, { body: { ...key, ...page } }) }
}

/** The bookings that a change affects, in pages. Silent, since the form shows the error. */
export const affectedBookingsQuery = (affected: Affected | undefined) =>
  infiniteQueryOptions({
    queryKey: ['closed-bookings', affected?.key],
    queryFn: ({ pageParam }) => affected!.read({ last_id: pageParam }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
    enabled: affected !== undefined,
    staleTime: 0,
    meta: { isSilent: true },
  })

const MAX_PER_PAGE = 100

async function readAffectedBookings({ read }: Affected): Promise<StaffBooking[]> {
  const all: StaffBooking[] = []
  for (let last_id: number | undefined, has_more = true; has_more; ) {
    const page = await read({ per_page: MAX_PER_PAGE, last_id })
    all.push(...page.bookings)
    has_more = page.has_more
    last_id = page.last_id ?? undefined
  }
  return all
}

/** After a change is saved: the bookings to reschedule, and those that could not be cancelled. */
export const useRemainingBookings = () =>
  useMutation({
    mutationFn: async ({ affected, choices }: { affected: Affected; choices: Choices }) =>
      (await readAffectedBookings(affected)).filter((booking) => choiceFor(choices, booking) !== 'leave'),
  })

type AfterSaving = { affected: Affected | undefined; choices: Choices }

/** `onSaved` reads again what a save changed; then `remaining` has the bookings to reschedule, or `onDone` is called. */
export function useBookingsAfterSaving(onDone: () => void) {
  const remaining = useRemainingBookings()
  const refreshAfterClosure = useRefreshAfterClosure()

  const onSaved = (cancelled: number[] | undefined, { affected, choices }: AfterSaving) => {
    const request = affected && { affected, choices }
    refreshAfterClosure(cancelled, () => request && remaining.mutate(request))
    if (!request || !hasAction(choices)) return onDone()
    remaining.mutate(request, { onSuccess: (bookings) => bookings.length === 0 && onDone() })
  }
  return { remaining, onSaved }
}

/** The public holidays from today until the end of a year. */
export const holidaysQuery = (until: number) =>
  queryOptions({
    queryKey: ['holidays', until],
    queryFn: () => api(listHolidays, { query: { until } }),
    staleTime: 0,
    meta: { isSilent: true },
    placeholderData: keepPreviousData,
  })

export function useChangePatronDay() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (patron_day: PlainDate | null) => api(changePatronDay, { body: { patron_day } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['holidays'] }),
  })
}
