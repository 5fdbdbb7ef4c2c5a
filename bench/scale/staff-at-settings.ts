import { randomUUID } from 'node:crypto'
import { cancelBooking, createBooking } from '@prenoto/core/bookings/bookings.endpoints.ts'
import {
  createCalendar,
  deleteCalendar,
  listCalendarHours,
  listCalendars,
  readCalendarObstacle,
  restoreCalendar,
  updateCalendar,
} from '@prenoto/core/calendars/calendars.endpoints.ts'
import { updateConfiguration } from '@prenoto/core/configuration/configuration.endpoints.ts'
import { readSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import {
  changePatronDay,
  createClosures,
  deleteClosure,
  listBookingsOfTimes,
  listHolidays,
  restoreClosedBookings,
  restoreClosure,
  updateClosure,
} from '@prenoto/core/days-off/closures.endpoints.ts'
import {
  createDayOff,
  deleteDayOff,
  listClosedBookings,
  listClosureEvents,
  listDaysOff,
  restoreDayOff,
  updateDayOff,
} from '@prenoto/core/days-off/days-off.endpoints.ts'
import {
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@prenoto/core/notifications/notifications.endpoints.ts'
import { exportBookings, exportCustomers, readNumbers } from '@prenoto/core/numbers/numbers.endpoints.ts'
import {
  createOpening,
  deleteOpening,
  listOpenings,
  restoreOpening,
  updateOpening,
} from '@prenoto/core/openings/openings.endpoints.ts'
import { readFormerPrivacyText, readPrivacyText, updatePrivacyText } from '@prenoto/core/privacy/privacy.endpoints.ts'
import {
  createService,
  deleteService,
  listServices,
  readService,
  readServiceObstacle,
  restoreService,
  updateService,
} from '@prenoto/core/services/services.endpoints.ts'
import { askForPasswordLink, updatePassword, updateProfile } from '@prenoto/core/session/account.endpoints.ts'
import { logIn, logOut, readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { addDays, addMonths, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import {
  createUser,
  deleteUser,
  listUsers,
  readEmailObstacle,
  restoreUser,
  updateUser,
} from '@prenoto/core/users/users.endpoints.ts'
import { PERSON, someSlots } from './a-visitor.ts'
import { gridAround } from './dashboard.ts'
import { PASSWORD } from './databases.ts'
import type { Ask, Desk } from './desk.ts'

/** Whoever asks afterwards is the admin. */
export async function logInAdmin(desk: Desk) {
  const body = { email: 'admin@salone.example', password: PASSWORD }
  desk.logIn((await desk.ask(logIn, { headers: {}, body })).access_token)
}

/** Everything that the staff does besides bookings and customers, once; what was made is removed in the end. */
export async function staffAtSettings({ ask }: Desk, today: PlainDate) {
  await ask(readSummary, {})
  await itself(ask)
  await theNotifications(ask)
  await numbersAndTables(ask, today)
  await aCalendar(ask, today)
  await aService(ask)
  await anOpening(ask, today)
  await closures(ask, today)
  await aUser(ask)
  await ask(updateConfiguration, { headers: {}, body: { welcome_text: `Benvenuti, ${Date.now()}` } })
  await ask(readPrivacyText, {})
  const { version } = await ask(readPrivacyText, {})
  await ask(updatePrivacyText, { body: { text: `Trattiamo i tuoi dati con cura ${Date.now()}.`, version } })
  await ask(readFormerPrivacyText, { params: { version: String(version + 1) } })
}

async function itself(ask: Ask) {
  await ask(readUserInfo, {})
  const body = { email: 'editor@salone.example', password: PASSWORD }
  await ask(askForPasswordLink, { headers: {}, body: { email: body.email } })
  const { access_token: first } = await ask(logIn, { headers: {}, body })
  await ask(
    updateProfile,
    { body: { name: 'Ada', surname: 'Neri', email: body.email, phone: '0551234567' } },
    { token: first },
  )
  const passwords = { current_password: PASSWORD, new_password: PASSWORD, confirm_password: PASSWORD }
  const { access_token: token } = await ask(updatePassword, { headers: {}, body: passwords }, { token: first })
  await ask(logOut, {}, { token })
}

async function theNotifications(ask: Ask) {
  const { notifications } = await ask(listNotifications, { query: {} })
  await ask(readNotification, { params: { id: notifications[0]!.id } })
  await ask(readAllNotifications, {})
}

async function numbersAndTables(ask: Ask, today: PlainDate) {
  const month = { from: addDays(today, -30), to: today }
  await ask(readNumbers, { query: { from: addMonths(today, -12), to: today } }, { how: 'a year' })
  await ask(readNumbers, { query: month }, { how: 'a month' })
  await ask(exportBookings, { query: month })
  await ask(exportCustomers, {})
}

async function aCalendar(ask: Ask, today: PlainDate) {
  await ask(listCalendars, { query: {} })
  await ask(listCalendarHours, { query: { from: today, to: addDays(today, 6) } })
  const body = {
    name: 'Sala in più',
    description: 'Per le feste',
    from: today,
    simultaneous_bookings_number: 1,
    ...MONDAY,
  }
  const made = await ask(createCalendar, { headers: {}, body })
  const params = { id: made.id }
  await ask(updateCalendar, { params, headers: {}, body: { ...body, name: 'Sala grande' } })
  await ask(deleteCalendar, { params })
  await ask(restoreCalendar, { params })
  await ask(deleteCalendar, { params })
}

const MONDAY = { monday_morning_from: '09:00', monday_morning_to: '12:00' }

async function aService(ask: Ask) {
  const { services } = await ask(listServices, { query: {} })
  const { id, calendar_id } = services[0]!
  await ask(readServiceObstacle, { params: { id } })
  await ask(readCalendarObstacle, { params: { id: calendar_id } })
  const body = { name: 'In più', duration: 20, amount: '10.00', description: 'Con calma', calendar_id, position: 9 }
  const params = { id: (await ask(createService, { headers: {}, body })).id }
  await ask(updateService, { params, headers: {}, body: { ...body, amount: '12.00' } })
  await ask(deleteService, { params })
  await ask(restoreService, { params })
  await ask(deleteService, { params })
}

async function anOpening(ask: Ask, today: PlainDate) {
  const { openings } = await ask(listOpenings, { query: {} })
  const { calendar_id } = openings[0]!
  const body = { day: addDays(today, 30), hour_from: '20:00', hour_to: '21:00', reason: 'Sera', calendar_id }
  const params = { id: (await ask(createOpening, { headers: {}, body })).id }
  await ask(updateOpening, { params, headers: {}, body: { ...body, hour_to: '22:00' } })
  await ask(deleteOpening, { params })
  await ask(restoreOpening, { params })
  await ask(deleteOpening, { params })
}

async function closures(ask: Ask, today: PlainDate) {
  await ask(listHolidays, { query: { until: Number(today.slice(0, 4)) + 1 } })
  await ask(changePatronDay, { body: { patron_day: `${today.slice(0, 4)}-06-24` } })
  await ask(listDaysOff, { query: {} })
  await ask(listDaysOff, { query: { grouped: 'true' } }, { how: 'grouped' })
  await ask(listClosureEvents, { query: gridAround(today) })

  const { openings } = await ask(listOpenings, { query: {} })
  const { calendar_id } = openings[0]!
  const day = addDays(today, 40)
  const time = { day_from: day, day_to: day, hour_from: '13:00', hour_to: '14:00' }
  await ask(listClosedBookings, { query: { ...time, calendar_id } })
  const body = { ...time, reason: 'Pausa', calendar_id }
  const params = { id: (await ask(createDayOff, { headers: {}, body })).id }
  await ask(updateDayOff, { params, headers: {}, body: { ...body, reason: 'Riposo' } })
  await ask(deleteDayOff, { params })
  await ask(restoreDayOff, { params })
  await ask(deleteDayOff, { params })

  await closuresOfAll(ask, day)
}

/** `notBefore`: a day from which on any is closed, since what was closed a moment ago and may be again has no free slots. */
async function closuresOfAll(ask: Ask, notBefore: PlainDate) {
  const { services } = await ask(listServices, { query: {} })
  const service_id = services[0]!.id
  const { available_slots } = await ask(readService, { params: { id: service_id }, query: {} })
  const [slot] = someSlots(available_slots.filter(({ date }) => date > notBefore))
  const day = slot.visit_day
  const times = { day_from: day, day_to: day, hour_from: '08:00', hour_to: '20:00', reason: 'Inventario' }
  const booked = await ask(createBooking, { headers: {}, body: { ...PERSON, service_id, ...slot } })
  const { reason: _, ...time } = times
  await ask(listBookingsOfTimes, { body: { spans: [time] } })
  const closed = await ask(createClosures, {
    headers: { 'idempotency-key': randomUUID() },
    body: { spans: [times], cancel: { only: [booked.id] } },
  })
  const params = { id: closed.daysOff[0]!.id }
  await ask(updateClosure, { params, headers: {}, body: { ...times, reason: 'Lavori' } })
  await ask(deleteClosure, { params })
  await ask(restoreClosure, { params })
  await ask(deleteClosure, { params })
  await ask(restoreClosedBookings, { body: { ids: closed.cancelled } })
  await ask(cancelBooking, { params: { hiddenId: booked.hidden_id } })
}

async function aUser(ask: Ask) {
  await ask(listUsers, { query: {} })
  const email = `ugo${Date.now()}@salone.example`
  await ask(readEmailObstacle, { body: { email } })
  const body = { name: 'Ugo', surname: 'Neri', email, role: 'operator' as const, phone: '' }
  const params = { id: (await ask(createUser, { body })).id }
  await ask(updateUser, { params, headers: {}, body: { ...body, surname: 'Bianchi' } })
  await ask(deleteUser, { params })
  await ask(restoreUser, { params })
  await ask(deleteUser, { params })
}
