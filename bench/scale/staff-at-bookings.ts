import { readBookingHistory } from '@prenoto/core/bookings/booking-history.endpoints.ts'
import {
  cancelBooking,
  createBooking,
  deleteBooking,
  listBookingEvents,
  listBookings,
  listSameHours,
  moveBooking,
  readBooking,
  restoreBooking,
  setOutcome,
  unmoveBooking,
  updateBooking,
} from '@prenoto/core/bookings/bookings.endpoints.ts'
import {
  createSeries,
  deleteSeries,
  planSeries,
  readSeries,
  restoreSeries,
  updateSeries,
} from '@prenoto/core/bookings/series.endpoints.ts'
import {
  createCalendarFeed,
  deleteCalendarFeed,
  readCalendarFeed,
  readFeedFile,
} from '@prenoto/core/calendar-files/calendar-files.endpoints.ts'
import { listServices, readService } from '@prenoto/core/services/services.endpoints.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { listWaiting, removeFromWaitingList, restoreToWaitingList } from '@prenoto/core/waiting/waiting.endpoints.ts'
import { any, PERSON, someSlots } from './a-visitor.ts'
import { AT_MOST, gridAround } from './dashboard.ts'
import type { Ask, Desk } from './desk.ts'

/** Everything that the staff does with bookings, once. */
export async function staffAtBookings({ ask }: Desk, today: PlainDate, fullDay: PlainDate) {
  await ask(listBookings, { query: {} })
  const grid = gridAround(today)
  await ask(listBookingEvents, { body: { ...grid, at_most: AT_MOST } }, { how: 'as the dashboard asks' })
  await ask(listBookingEvents, { body: grid }, { how: 'six weeks' })
  const yesterday = addDays(today, -1)
  const over = any(await ask(listBookingEvents, { body: { from: yesterday, to: yesterday } }, { how: 'a day' }))
  await ask(setOutcome, { params: { id: over.id }, body: { outcome: over.outcome === 'done' ? 'arrived' : 'done' } })

  const { services } = await ask(listServices, { query: {} })
  const service_id = services[0]!.id
  const { available_slots } = await ask(readService, { params: { id: service_id }, query: {} })
  const free = available_slots.slice(1)
  const [first, second] = someSlots(free)

  const booked = await ask(createBooking, { headers: {}, body: { ...PERSON, service_id, ...first } })
  const params = { id: booked.id }
  await ask(readBooking, { params })
  await ask(updateBooking, { params, headers: {}, body: { ...PERSON, surname: 'Verdini', service_id, ...first } })
  await ask(listSameHours, { params })
  await ask(moveBooking, { params, headers: {}, body: { ...second, override: true } })
  await ask(readBookingHistory, { params })
  await ask(unmoveBooking, { params, headers: {} })
  await ask(deleteBooking, { params })
  await ask(restoreBooking, { params })
  await ask(cancelBooking, { params: { hiddenId: booked.hidden_id } })

  await aSeries(ask, service_id, free)
  await theFeed(ask)

  const [waiting] = await ask(listWaiting, { query: { visit_day: fullDay } })
  await ask(removeFromWaitingList, { params: { id: waiting!.id } })
  await ask(restoreToWaitingList, { params: { id: waiting!.id } })
}

async function aSeries(ask: Ask, service_id: number, free: Parameters<typeof someSlots>[0]) {
  const [first] = someSlots(free.slice(0, free.length / 2))
  const plan = { service_id, ...first, every: 1, times: 4 }
  const { visits } = await ask(planSeries, { body: plan })
  const wanted = visits.map(({ visit_day, visit_hour }) => ({ visit_day, visit_hour, override: true }))
  const { bookings } = await ask(createSeries, { headers: {}, body: { ...PERSON, service_id, visits: wanted } })
  const params = { id: bookings[0]!.id }
  await ask(readSeries, { params })
  const { visit_day, visit_hour } = bookings[0]!
  const changed = { ...PERSON, surname: 'Verdoni', service_id, visit_day, visit_hour, override: true }
  await ask(updateSeries, { params, headers: {}, body: changed })
  await ask(deleteSeries, { params })
  await ask(restoreSeries, { params })
  for (const { hidden_id } of bookings) await ask(cancelBooking, { params: { hiddenId: hidden_id } })
}

async function theFeed(ask: Ask) {
  const { path } = await ask(createCalendarFeed, {})
  await ask(readCalendarFeed, {})
  await ask(readFeedFile, { params: { file: path.split('/').at(-1)! } })
  await ask(deleteCalendarFeed, {})
}
