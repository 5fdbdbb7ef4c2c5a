import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import sharp from 'sharp'
import type { Dice } from '../../server/src/features/operations/demo/random.ts'
import {
  asStaff,
  type Booking,
  bookingRecord,
  callers,
  chooseSlot,
  closureValue,
  observeBooking,
  observeCreation,
  remember,
  requestSlot,
  type Scene,
  type Service,
  type Slot,
  serviceValue,
  slotsIn,
  someDay,
  toEmail,
  toPosition,
  visitValue,
} from '../business.ts'

/** How many days ahead the staff reads and closes. */
const AHEAD = 50

/** Number of newest bookings among which the staff picks one; sometimes one of the last three, whose visitors are active. */
const NEWEST = 150
const VERY_NEWEST = 3

/** The longest pause before an undo, milliseconds; some come after the time limit. */
const LATEST_UNDO = 12_000

export async function listBookings(scene: Scene) {
  const from = someDay(scene, AHEAD)
  await asStaff(scene).call({
    method: 'POST',
    path: '/bookings/events',
    payload: { from, to: addDays(from, 7) },
    expected: [200],
    observe(bookings: Booking[]) {
      for (const booking of bookings) remember(scene.business, booking)
      return { observations: bookings.flatMap(observeBooking) }
    },
  })
}

/** Reads a known booking; undefined when it does not exist or there is no answer. */
async function readSomeBooking(scene: Scene): Promise<Booking | undefined> {
  const { business, random } = scene
  const newest = [...business.bookings].slice(random.chance(0.3) ? -VERY_NEWEST : -NEWEST)
  if (newest.length === 0) return undefined
  const [id, record] = random.pick(newest)
  const { status, json } = await asStaff(scene).call({
    method: 'GET',
    path: `/bookings/${id}`,
    expected: [200, 404],
    observe: (booking) => ({ observations: observeBooking(booking) }),
    onMissing: [{ record, value: null }],
  })
  return status === 200 ? json : undefined
}

/** The free slots that the staff sees; `except` is the booking that is about to be rescheduled. */
export async function readStaffSlots(scene: Scene, serviceId: number, except?: number): Promise<Slot[]> {
  const query = except === undefined ? '' : `?except=${except}`
  const path = `/services/${serviceId}${query}`
  const { status, json } = await asStaff(scene).call({ method: 'GET', path, expected: [200] })
  return status === 200 ? slotsIn(json) : []
}

export async function bookAsStaff(scene: Scene) {
  const { business, random, serial } = scene
  const service: Service = random.pick(business.services)
  const slots = await readStaffSlots(scene, service.id)
  if (slots.length === 0) return
  const key = `${business.marker.toLowerCase()}-${serial}`
  const visit = { service_id: service.id, ...chooseSlot(random, slots) }
  requestSlot(business, service.id, visit)
  const person = { name: business.marker, surname: key, email: toEmail(key), telephone: '3337654321' }
  await asStaff(scene).retry({
    method: 'POST',
    path: '/bookings/create',
    idempotencyKey: key,
    payload: { ...visit, ...person },
    expected: [201, 409],
    changes: [{ record: bookingRecord(person.email), how: 'create', value: visitValue(visit) }],
    observe: (booking) => observeCreation(business, booking, 0),
  })
}

export async function rescheduleAsStaff(scene: Scene) {
  const { business, random } = scene
  const booking = await readSomeBooking(scene)
  if (!booking) return
  const { id, service_id, name, surname, email, telephone } = booking
  const slots = await readStaffSlots(scene, service_id, id)
  if (slots.length === 0) return
  const visit = { service_id, ...chooseSlot(random, slots) }
  requestSlot(business, service_id, visit)
  const record = bookingRecord(email)
  await asStaff(scene).retry({
    method: 'PUT',
    path: `/bookings/update/${id}`,
    payload: { ...visit, name, surname, email, telephone },
    // 404: cancelled meanwhile; 409: the slot was taken, or the visit is over.
    expected: [200, 404, 409],
    changes: [{ record, how: 'update', value: visitValue(visit) }],
    observe: (booking) => ({ observations: observeBooking(booking), position: toPosition(business, booking) }),
    onMissing: [{ record, value: null }],
  })
}

/** Cancels a booking and sometimes restores it. */
export async function cancelAsStaff(scene: Scene) {
  const { random } = scene
  const booking = await readSomeBooking(scene)
  if (!booking) return
  const record = bookingRecord(booking.email)
  const { retry } = asStaff(scene)
  const { status } = await retry({
    method: 'DELETE',
    path: `/bookings/delete/${booking.id}`,
    expected: [204, 404],
    changes: [{ record, how: 'delete', value: null }],
    onMissing: [{ record, value: null }],
  })
  if (status === 404 || random.chance(0.4)) return
  await pauseBeforeUndo(random)
  await retry({
    method: 'POST',
    path: `/bookings/restore/${booking.id}`,
    payload: {},
    // 409: the time limit has passed.
    expected: [200, 404, 409],
    changes: [{ record, how: 'restore', value: null }],
    observe: (restored) => ({ observations: observeBooking(restored) }),
  })
}

export const pauseBeforeUndo = (random: Dice) =>
  sleep(random.chance(0.5) ? random.below(500) : random.below(LATEST_UNDO))

/** A closure has no idempotency key, so it is sent once; its reason identifies it. */
export async function closeCalendar(scene: Scene) {
  const { business, random, serial } = scene
  const day = someDay(scene, random.chance(0.5) ? 3 : AHEAD)
  const hour = random.below(20)
  const clock = (hours: number) => `${String(hours).padStart(2, '0')}:00`
  const closure = {
    calendar_id: random.pick(business.calendars).id,
    day_from: day,
    hour_from: clock(hour),
    day_to: day,
    hour_to: clock(hour + 1 + random.below(3)),
  }
  const reason = `${business.marker} ${serial}`
  const record = `closure ${reason}`
  const { status, json } = await asStaff(scene).call({
    method: 'POST',
    path: '/days_off',
    payload: { ...closure, reason },
    expected: [201],
    changes: [{ record, how: 'create', value: closureValue(closure) }],
  })
  if (status === 201) business.closures.push({ id: json.id, record })
}

export async function reopenCalendar(scene: Scene) {
  const closure = scene.business.closures.shift()
  if (!closure) return
  const { id, record } = closure
  await asStaff(scene).retry({
    method: 'DELETE',
    path: `/days_off/${id}`,
    // 404: an attempt without an answer has deleted it.
    expected: [204, 404],
    changes: [{ record, how: 'delete', value: null }],
    onMissing: [{ record, value: null }],
  })
}

export async function editService(scene: Scene) {
  const { business, random, serial } = scene
  const { id, duration, calendars } = random.pick(business.services)
  const changed = { name: `${business.marker} servizio ${serial}`, duration: duration + 5 * random.below(2) }
  await asStaff(scene).retry({
    method: 'PUT',
    path: `/services/${id}`,
    payload: { ...changed, amount: '25.00', description: business.marker, calendar_id: calendars[0] },
    expected: [200],
    changes: [{ record: `service ${id}`, how: 'update', value: serviceValue(changed) }],
  })
}

export async function editTexts(scene: Scene) {
  const { business, serial } = scene
  const [admin] = business.staff
  const welcome_text = `${business.marker} saluta ${serial}`
  await callers(scene, admin).retry({
    method: 'PUT',
    path: '/configs/update',
    payload: { welcome_text },
    expected: [200],
    changes: [{ record: `texts ${business.marker}`, how: 'update', value: welcome_text }],
  })
}

/** Uploads a large picture, which can then be read. */
export async function uploadPicture(scene: Scene) {
  const { retry } = callers(scene, scene.business.staff[0])
  const file = await largePicture()
  const { status, json } = await retry({ method: 'POST', path: '/upload', file, expected: [201] })
  if (status === 201) await retry({ method: 'GET', path: json.imageUrl.replace('/api', ''), expected: [200] })
}

let picture: Promise<Buffer> | undefined

/** Encodes a JPEG of 25 megapixels once. */
function largePicture() {
  const create = {
    width: 5760,
    height: 4320,
    channels: 3,
    background: '#0f766e',
    noise: { type: 'gaussian', mean: 128, sigma: 8 },
  } as const
  picture ??= sharp({ create }).jpeg().toBuffer()
  return picture
}
