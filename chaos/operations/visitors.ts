import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../server/src/features/operations/demo/random.ts'
import {
  type Business,
  bookingRecord,
  callers,
  chooseSlot,
  observeCreation,
  observeOffer,
  rememberOwn,
  requestSlot,
  type Scene,
  type Service,
  type Slot,
  STALENESS,
  serviceValue,
  slotsIn,
  toEmail,
  toPosition,
  visitValue,
} from '../business.ts'
import type { CallOptions } from '../client.ts'

/** The share of visitors who disconnect before the answer, and of those who press the button twice. */
const DISCONNECTS = 0.06
const DOUBLE_CLICKS = 0.06

/** How long a visitor fills in the form at most, milliseconds. */
const LONGEST_PAUSE = 2_000

export async function book(scene: Scene) {
  const { client, business, operation, random, serial } = scene
  const service = random.pick(business.services)
  const calendar = chooseCalendar(random, service)
  const slots = await readSlots(scene, service, calendar)
  if (slots.length === 0) return
  await sleep(random.below(LONGEST_PAUSE))

  const key = `${business.marker.toLowerCase()}-${serial}`
  const slot = chooseSlot(random, slots)
  const request = bookingRequest(business, { actor: operation.actor, key, service, slot, calendar })
  const first = random.chance(DISCONNECTS) ? { ...request, abortAfter: 1 + random.below(60) } : request
  const clicks = random.chance(DOUBLE_CLICKS) ? [first, request] : [first]
  await Promise.all(clicks.map((click) => client.retry(random, click)))
}

/** A calendar to book with; undefined leaves the choice to the server. */
const chooseCalendar = (random: Dice, { calendars }: Service) =>
  calendars.length > 1 && random.chance(0.5) ? random.pick(calendars) : undefined

const calendarQuery = (calendar?: number) => (calendar === undefined ? '' : `?calendar_id=${calendar}`)

type Wish = { actor: string; key: string; service: Service; slot: Slot; calendar?: number | undefined }

export function bookingRequest(business: Business, { actor, key, service, slot, calendar }: Wish): CallOptions {
  requestSlot(business, service.id, slot)
  const person = { name: business.marker, surname: key, email: toEmail(key), telephone: '3331234567' }
  const record = bookingRecord(person.email)
  return {
    actor,
    business,
    operation: 'book',
    method: 'POST',
    path: `/client/bookings/create/${service.id}`,
    idempotencyKey: key,
    payload: { ...person, privacy: true, calendar_id: calendar, ...slot },
    expected: [201, 409],
    changes: [{ record, how: 'create', value: visitValue({ ...slot, service_id: service.id }) }],
    observe(booking) {
      rememberOwn(business, actor, { record, hiddenId: booking.hidden_id, service })
      return observeCreation(business, booking, business.notice)
    },
  }
}

async function readSlots(scene: Scene, service: Service, calendar?: number): Promise<Slot[]> {
  const { status, json } = await callers(scene).call({
    method: 'GET',
    path: `/client/services/${service.id}${calendarQuery(calendar)}`,
    expected: [200],
    observe: (json) => ({
      offer: observeOffer(scene.business, json),
      observations: [{ record: `service ${service.id}`, value: serviceValue(json), staleness: STALENESS }],
    }),
  })
  return status === 200 ? slotsIn(json) : []
}

export async function readService(scene: Scene) {
  await readSlots(scene, scene.random.pick(scene.business.services))
}

export async function readHomePage(scene: Scene) {
  const { marker } = scene.business
  await callers(scene).call({
    method: 'GET',
    path: '/',
    isPage: true,
    expected: [200],
    observe(html: string) {
      const [value = null] = new RegExp(`${marker} saluta \\d+`).exec(html) ?? []
      return { observations: [{ record: `texts ${marker}`, value, staleness: STALENESS }] }
    },
  })
}

export async function cancel(scene: Scene) {
  const booking = scene.business.ownBookings.get(scene.operation.actor)?.shift()
  if (!booking) return
  const { record, hiddenId } = booking
  await callers(scene).retry({
    method: 'DELETE',
    path: `/client/bookings/delete/${hiddenId}`,
    // 404: already cancelled; 409: the visit has begun.
    expected: [204, 404, 409],
    changes: [{ record, how: 'delete', value: null }],
    onMissing: [{ record, value: null }],
  })
}

export async function rescheduleOwnBooking(scene: Scene) {
  const { business, random, operation } = scene
  const bookings = business.ownBookings.get(operation.actor) ?? []
  if (bookings.length === 0) return
  const { record, hiddenId, service } = random.pick(bookings)
  const { call, retry } = callers(scene)
  const onMissing = [{ record, value: null }]
  const calendar = chooseCalendar(random, service)
  const path = `/client/bookings/${hiddenId}/slots${calendarQuery(calendar)}`
  const { status, json } = await call({ method: 'GET', path, expected: [200, 404], onMissing })
  const slots = status === 200 ? slotsIn(json) : []
  if (slots.length === 0) return
  const slot = chooseSlot(random, slots)
  requestSlot(business, service.id, slot)
  await retry({
    method: 'PUT',
    path: `/client/bookings/update/${hiddenId}`,
    payload: { ...slot, calendar_id: calendar },
    expected: [200, 404, 409],
    changes: [{ record, how: 'update', value: visitValue({ ...slot, service_id: service.id }) }],
    observe: (booking) => ({
      observations: [{ record, value: visitValue(booking) }],
      position: toPosition(business, booking),
    }),
    onMissing,
  })
}
