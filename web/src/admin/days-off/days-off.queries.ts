import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { ClosedBookings, DayOff, DayOffInput } from '@prenoto/core/days-off/day-off-schema.ts'
import {
  createDayOff,
  deleteDayOff,
  listClosedBookings,
  listDaysOff,
  restoreDayOff,
  updateDayOff,
} from '@prenoto/core/days-off/days-off.endpoints.ts'
import { madeTo } from '@prenoto/core/version.ts'
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { isGone, useDeleteBooking } from '../bookings/bookings.queries.ts'
import type { Crud } from '../lib/crud-queries.ts'
import { type Choices, choiceFor } from './choices.ts'

export const daysOff: Crud<DayOff, DayOffInput> = {
  key: 'days-off',
  list: async (query) => {
    const { daysOff: items, ...tail } = await api(listDaysOff, { query })
    return { items, ...tail }
  },
  create: (body) => api(createDayOff, { body }),
  update: (id, body, version) => api(updateDayOff, { params: { id }, headers: madeTo(version), body }),
  remove: (id) => api(deleteDayOff, { params: { id } }),
  restore: (id) => api(restoreDayOff, { params: { id } }),
  nameOf: (dayOff) => dayOff.reason,
}

/** From when to when which calendar is closed. */
export type ClosedTime = Omit<ClosedBookings, 'per_page' | 'last_id'>

/** The bookings to come in a time that is to be closed, page by page; the form says itself when it cannot read them. */
export const closedBookingsQuery = (time: ClosedTime | undefined) =>
  infiniteQueryOptions({
    queryKey: ['closed-bookings', time],
    queryFn: ({ pageParam }) => api(listClosedBookings, { query: { ...time!, last_id: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
    enabled: time !== undefined,
    staleTime: 0,
    meta: { isSilent: true },
  })

const MOST_PER_PAGE = 100

async function readClosedBookings(time: ClosedTime): Promise<StaffBooking[]> {
  const all: StaffBooking[] = []
  for (let last_id: number | undefined, has_more = true; has_more; ) {
    const page = await api(listClosedBookings, { query: { ...time, per_page: MOST_PER_PAGE, last_id } })
    all.push(...page.bookings)
    has_more = page.has_more
    last_id = page.last_id ?? undefined
  }
  return all
}

/** Does what was chosen for the bookings of a closure that is saved. Yields those that are left: to be moved, or not cancelled. */
export function useCarryOut() {
  const { mutateAsync: cancel } = useDeleteBooking()
  return useMutation({
    mutationFn: async ({ time, choices }: { time: ClosedTime; choices: Choices }) => {
      const left: StaffBooking[] = []
      for (const booking of await readClosedBookings(time)) {
        const choice = choiceFor(choices, booking)
        if (choice === 'move') left.push(booking)
        if (choice === 'cancel')
          await cancel(booking).catch((error) => {
            if (!isGone(error)) left.push(booking)
          })
      }
      return left
    },
  })
}
