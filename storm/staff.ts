import { addDays } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import type { Ask, Told } from './client.ts'
import { picture } from './picture.ts'
import {
  bookedOf,
  bookingValueOf,
  closureOf,
  closureValueOf,
  emailOf,
  know,
  PASSWORD,
  personOf,
  personValueOf,
  placeOf,
  serviceValueOf,
  sightsOf,
  slotsOf,
  type Visit,
  want,
  withBooking,
} from './shop.ts'
import { chooseSlot, type Scene } from './visitors.ts'

/** How far ahead the staff looks and closes, days. */
const AHEAD = 50

/** Of how many bookings the staff picks one to look at. */
const NEWEST = 150

type Call = Omit<Ask, 'actor' | 'shop' | 'what'>

/** Somebody of the staff at work. */
export function atWork({ client, shop, step, chance }: Scene) {
  const me = chance.pick(shop.staff)
  const about = { actor: step.actor, shop, what: step.what, token: me.token, address: me.address }
  return {
    me,
    ask: (asked: Call): Promise<Told> => client.ask(chance.pick(client.servers), { ...about, ...asked }),
    insist: (asked: Call): Promise<Told> => client.insist(chance, { ...about, ...asked }),
  }
}

const someDay = ({ chance, shop }: Scene) => addDays(localTimeAt(Date.now(), shop.timeZone).date, chance.below(AHEAD))

export async function listBookings(scene: Scene) {
  const from = someDay(scene)
  await atWork(scene).ask({
    method: 'POST',
    path: '/bookings/events',
    payload: { from, to: addDays(from, 7) },
    expected: [200],
    learn(bookings) {
      for (const booking of bookings) know(scene.shop, booking)
      return { sights: bookings.flatMap(sightsOf) }
    },
  })
}

export type StaffBooking = Visit & {
  id: number
  email: string
  surname: string
  calendar_id: number
  customer_id: number
  service_duration: number
  version: number
}

/** A booking that somebody knows of, as it stands now; undefined when it is gone or there was no answer. */
export async function readSome(scene: Scene): Promise<StaffBooking | undefined> {
  const { shop, chance } = scene
  // Now and then the very newest: whoever made it may be about to cancel it, and a colleague to move it.
  const newest = [...shop.bookings].slice(chance.chance(0.3) ? -3 : -NEWEST)
  if (newest.length === 0) return undefined
  const [id, record] = chance.pick(newest)
  const { status, json } = await atWork(scene).ask({
    method: 'GET',
    path: `/bookings/${id}`,
    expected: [200, 404],
    learn: (booking) => ({ sights: sightsOf(booking) }),
    absent: [{ record, value: null }],
  })
  return status === 200 ? json : undefined
}

export async function readBooking(scene: Scene) {
  await readSome(scene)
}

async function save(scene: Scene, { id, email, surname }: StaffBooking, visit: Visit) {
  const record = `booking ${email.split('@')[0]}`
  want(scene.shop, visit.service_id, visit)
  await atWork(scene).insist({
    method: 'PUT',
    path: `/bookings/update/${id}`,
    payload: { ...visit, surname, email },
    // 404: somebody may have cancelled it, 409: somebody may have the slot, or its day is over.
    expected: [200, 404, 409],
    change: { record, how: 'update', value: bookingValueOf(visit) },
    also: [{ record: personOf(record), how: 'update', value: personValueOf(visit) }],
    learn: (booking) => ({ sights: sightsOf(booking), gave: placeOf(scene.shop, booking) }),
    absent: [{ record, value: null }],
  })
}

export async function moveBooking(scene: Scene) {
  const booking = await readSome(scene)
  if (!booking) return
  const { service_id, name, telephone } = booking
  const { status, json } = await atWork(scene).ask({
    method: 'GET',
    path: `/services/${service_id}?except=${booking.id}`,
    expected: [200],
  })
  const slots = status === 200 ? slotsOf(json) : []
  if (slots.length === 0) return
  await save(scene, booking, { service_id, name, telephone, ...chooseSlot(scene.chance, slots) })
}

export async function editBooking(scene: Scene) {
  const booking = await readSome(scene)
  if (!booking) return
  const { service_id, visit_day, visit_hour } = booking
  const name = `${scene.shop.marker} ${scene.serial}`
  await save(scene, booking, { service_id, visit_day, visit_hour, name, telephone: `333${10_000_000 + scene.serial}` })
}

export async function staffBooks(scene: Scene) {
  const { shop, chance, serial } = scene
  const { ask, insist } = atWork(scene)
  const service = chance.pick(shop.services)
  const { status, json } = await ask({ method: 'GET', path: `/services/${service.id}`, expected: [200] })
  const slots = status === 200 ? slotsOf(json) : []
  if (slots.length === 0) return
  const key = `${shop.marker.toLowerCase()}-${serial}`
  const visit = {
    service_id: service.id,
    name: `${shop.marker} ${key}`,
    telephone: '3337654321',
    ...chooseSlot(chance, slots),
  }
  want(shop, service.id, visit)
  await insist({
    method: 'POST',
    path: '/bookings/create',
    key,
    payload: { ...visit, surname: shop.marker, email: emailOf(key) },
    expected: [201, 409],
    among: service.calendars,
    change: { record: `booking ${key}`, how: 'create', value: bookingValueOf(visit) },
    also: withBooking(`booking ${key}`, visit),
    learn: (made) => ({ sights: sightsOf(made), booked: bookedOf(shop, made, 0), gave: placeOf(shop, made) }),
  })
}

export async function staffCancels(scene: Scene) {
  const booking = await readSome(scene)
  if (!booking) return
  const record = `booking ${booking.email.split('@')[0]}`
  await atWork(scene).insist({
    method: 'DELETE',
    path: `/bookings/delete/${booking.id}`,
    expected: [204, 404],
    change: { record, how: 'delete', value: null },
    absent: [{ record, value: null }],
  })
}

/** Sent once: a closure has no key, and is known by its reason. */
export async function closeCalendar(scene: Scene) {
  const { shop, chance, serial } = scene
  // Half of them on the days that everybody wants.
  const day = chance.chance(0.5)
    ? addDays(localTimeAt(Date.now(), shop.timeZone).date, chance.below(3))
    : someDay(scene)
  const hour = chance.below(21)
  const closure = {
    calendar_id: chance.pick(shop.calendars),
    day_from: day,
    hour_from: toShortTime(toPlainTime(hour * 60)),
    day_to: day,
    hour_to: toShortTime(toPlainTime((hour + 1 + chance.below(3)) * 60)),
  }
  const reason = `${shop.marker} ${serial}`
  const record = closureOf(reason, closure)
  const { status, json } = await atWork(scene).ask({
    method: 'POST',
    path: '/days_off',
    payload: { ...closure, reason },
    expected: [201],
    change: { record, how: 'create', value: closureValueOf(closure) },
  })
  if (status === 201) shop.closures.push({ id: json.id, record })
}

export async function openCalendar(scene: Scene) {
  const closure = scene.shop.closures.shift()
  if (!closure) return
  await atWork(scene).insist({
    method: 'DELETE',
    path: `/days_off/${closure.id}`,
    // 404: the attempt before may have removed it.
    expected: [204, 404],
    change: { record: closure.record, how: 'delete', value: null },
    absent: [{ record: closure.record, value: null }],
  })
}

export async function editService(scene: Scene) {
  const { shop, chance, serial } = scene
  const service = chance.pick(shop.services)
  const changed = {
    name: `${shop.marker} servizio ${serial}`,
    duration: service.duration + 5 * chance.below(2),
    amount: `${20 + chance.below(20)}.50`,
  }
  await atWork(scene).insist({
    method: 'PUT',
    path: `/services/${service.id}`,
    payload: { ...changed, description: shop.marker, calendar_id: service.calendarId },
    expected: [200],
    change: { record: `service ${service.id}`, how: 'update', value: serviceValueOf(changed) },
  })
}

export async function editTexts(scene: Scene) {
  const { shop, serial, client, chance, step } = scene
  const [admin] = shop.staff
  const welcome_text = `${shop.marker} saluta ${serial}`
  await client.insist(chance, {
    actor: step.actor,
    shop,
    what: step.what,
    token: admin!.token,
    method: 'PUT',
    path: '/configs/update',
    payload: { welcome_text },
    expected: [200],
    change: { record: `texts ${shop.marker}`, how: 'update', value: welcome_text },
  })
}

/** The editors', since the owner's begins before anybody looks. */
export async function editProfile(scene: Scene) {
  const { shop, chance, serial, client, step } = scene
  const me = chance.pick(shop.staff.filter(({ role }) => role === 'editor'))
  const record = `profile ${me.id}`
  const about = { actor: step.actor, shop, what: step.what, token: me.token }
  const phone = String(serial)
  await client.insist(chance, {
    ...about,
    method: 'PUT',
    path: '/user/update',
    payload: { name: 'Lia', surname: shop.marker, email: me.email, phone },
    expected: [200],
    change: { record, how: 'update', value: phone },
    learn: (user) => ({ sights: [{ record, value: user.phone }] }),
  })
  await client.ask(chance.pick(client.servers), {
    ...about,
    method: 'GET',
    path: '/user/userInfo',
    expected: [200],
    learn: (user) => ({ sights: [{ record, value: user.phone }] }),
  })
}

export async function upload(scene: Scene) {
  const { shop, serial, chance } = scene
  const { ask } = atWork(scene)
  const bytes = picture(200 + chance.below(600), serial)
  const { status, json } = await ask({
    method: 'POST',
    path: '/upload',
    file: { field: 'file', name: 'foto.png', type: 'image/png', bytes },
    expected: [201],
  })
  if (status === 201) shop.images.push(json.imageUrl)
  if (shop.images.length > 0) await readImage(scene, chance.pick(shop.images))
}

/** What was kept once is there for whoever works there. */
export async function readImage(scene: Scene, url: string) {
  await atWork(scene).ask({ method: 'GET', path: url.replace('/api', ''), expected: [200] })
}

export async function logInAndOut(scene: Scene) {
  const { me, ask } = atWork(scene)
  const { status, json } = await ask({
    method: 'POST',
    path: '/login',
    payload: { email: me.email, password: PASSWORD },
    expected: [200],
  })
  if (status !== 200) return
  const token: string = json.access_token
  await ask({ method: 'GET', path: '/user/userInfo', token, expected: [200] })
  const out = await ask({ method: 'POST', path: '/logout', payload: {}, token, expected: [204] })
  if (out.status === 204) await ask({ method: 'GET', path: '/user/userInfo', token, expected: [401] })
}

export async function lookAtDashboard(scene: Scene) {
  const { ask } = atWork(scene)
  for (const path of ['/dashboard/summary', '/notifications?per_page=20', '/customers?per_page=10', '/services'])
    await ask({ method: 'GET', path, expected: [200] })
}
