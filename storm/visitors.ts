import { setTimeout as sleep } from 'node:timers/promises'
import { chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Dice } from '../server/src/demo/random.ts'
import type { Ask, Client } from './client.ts'
import type { Sight } from './journal.ts'
import type { Step } from './plan.ts'
import {
  BEHIND,
  bookedOf,
  bookingValueOf,
  emailOf,
  type OwnBooking,
  offerOf,
  placeOf,
  type Shop,
  serviceValueOf,
  sightsOf,
  slotsOf,
  want,
  withBooking,
} from './shop.ts'

export type Scene = {
  client: Client
  shop: Shop
  step: Step
  chance: Dice
  serial: number
  /** The private links that an address was sent. */
  linksTo: (email: string) => string[]
}

type Slot = { visit_day: PlainDate; visit_hour: PlainTime }
export type Service = Shop['services'][number]

/** One visitor in so many, of a hundred: leaves before the answer, presses twice, or presses before the page's script has run, too. */
const LEAVES = 6
const PRESSES_TWICE = 4
const PRESSES_EARLY = 12

/** How long somebody fills in the form at most, milliseconds: meanwhile others may be quicker. */
const LONGEST_THOUGHT = 2_000

/** How many days of the offer everybody wants, and how many slots of each. */
const WANTED_DAYS = 3
const WANTED_SLOTS = 40

export async function book(scene: Scene, again?: Service) {
  const { client, shop, step, chance, serial } = scene
  const service = again ?? chance.pick(shop.services)
  const calendar = chooseCalendar(chance, service)
  const slots = await readSlots(scene, service, calendar)
  if (!slots) return
  await sleep(chance.below(LONGEST_THOUGHT))
  const key = `${shop.marker.toLowerCase()}-${serial}`
  const slot = chooseSlot(chance, slots)
  const asked = bookingAsk(shop, { actor: step.actor, key }, { service, slot, calendar })
  const luck = chance.below(100)
  const presses = luck < PRESSES_TWICE ? [asked, asked] : [asked]
  if (luck >= 100 - LEAVES) presses[0] = { ...asked, leavesAfter: chance.below(60) }
  const isEarly = luck >= PRESSES_TWICE && luck < PRESSES_TWICE + PRESSES_EARLY
  const early = isEarly ? [client.ask(chance.pick(client.servers), formAsk(asked, { service, slot, calendar }))] : []
  await Promise.all([...early, ...presses.map((press) => client.insist(chance, press))])
}

/** The same booking, under the same key, as the browser sends it by itself. */
function formAsk(
  { actor, shop, key, payload, own, among, change, also }: Ask,
  { service, slot, calendar }: Wanted,
): Ask {
  const { name, surname, email, telephone } = payload as Record<string, string>
  const visit = chosenVisitQuery({ calendar, day: slot.visit_day, hour: slot.visit_hour })
  return {
    actor,
    shop,
    what: 'book by form',
    method: 'POST',
    path: `/client_service/${service.id}/booking?${new URLSearchParams(visit)}`,
    isPage: true,
    payload: new URLSearchParams({
      name: name!,
      surname: surname!,
      email: email!,
      telephone: telephone!,
      privacy: 'on',
      key: key!,
    }),
    own,
    among,
    expected: [303, 409],
    change,
    also,
  }
}

/** Half of all want the same few, so that places are lost to others. */
export function chooseSlot(chance: Dice, slots: Slot[]): Slot {
  if (chance.chance(0.5)) return chance.pick(slots)
  const days = [...new Set(slots.map(({ visit_day }) => visit_day))].slice(0, WANTED_DAYS)
  const day = chance.pick(days)
  return chance.pick(slots.filter(({ visit_day }) => visit_day === day).slice(0, WANTED_SLOTS))
}

/** With whom; undefined is with anybody. */
export const chooseCalendar = (chance: Dice, { calendars }: Service) =>
  calendars.length > 1 && chance.chance(0.5) ? chance.pick(calendars) : undefined

const ofCalendar = (calendar: number | undefined) => (calendar === undefined ? '' : `?calendar_id=${calendar}`)

type Who = { actor: string; key: string; telephone?: string; block?: string }

type Wanted = { service: Service; slot: Slot; calendar?: number }

export function bookingAsk(
  shop: Shop,
  { actor, key, telephone = '3331234567', block }: Who,
  { service, slot, calendar }: Wanted,
): Ask {
  want(shop, service.id, slot)
  const payload = {
    name: `${shop.marker} ${key}`,
    surname: shop.marker,
    email: emailOf(key),
    telephone,
    privacy: true,
    calendar_id: calendar,
    ...slot,
  }
  const record = `booking ${key}`
  return {
    actor,
    shop,
    what: 'book',
    method: 'POST',
    path: `/client/bookings/create/${service.id}`,
    key,
    payload,
    own: payload.email,
    block,
    among: calendar === undefined ? service.calendars : [calendar],
    expected: [201, 409],
    change: { record, how: 'create', value: bookingValueOf({ ...payload, service_id: service.id }) },
    also: withBooking(record, payload),
    learn(made) {
      own(shop, actor, { record, hiddenId: made.hidden_id, service })
      return { sights: sightsOf(made), booked: bookedOf(shop, made, shop.notice), gave: placeOf(shop, made) }
    },
  }
}

/** Remembers what a visitor has booked. */
export const own = (shop: Shop, actor: string, booking: OwnBooking) =>
  shop.ownBookings.set(actor, [...(shop.ownBookings.get(actor) ?? []), booking])

/** The free slots of a service; undefined where there are none, or no answer. */
async function readSlots(
  { client, shop, step, chance }: Scene,
  service: Service,
  calendar?: number,
): Promise<Slot[] | undefined> {
  const told = await client.ask(chance.pick(client.servers), {
    actor: step.actor,
    shop,
    what: 'read service',
    method: 'GET',
    path: `/client/services/${service.id}${ofCalendar(calendar)}`,
    expected: [200],
    learn: (json) => ({
      offer: offerOf(shop, json),
      sights: [{ record: `service ${service.id}`, value: serviceValueOf(json), behind: BEHIND }],
    }),
  })
  const slots = told.status === 200 ? slotsOf(told.json) : []
  return slots.length > 0 ? slots : undefined
}

export async function readService(scene: Scene) {
  await readSlots(scene, scene.chance.pick(scene.shop.services))
}

export async function readList({ client, shop, step, chance }: Scene) {
  const server = chance.pick(client.servers)
  const about = { actor: step.actor, shop, what: 'read list', method: 'GET', expected: [200] } as const
  await client.ask(server, { ...about, path: '/client/services?per_page=6' })
  await client.ask(server, {
    ...about,
    path: '/client/configs',
    learn: ({ welcome_text }) => ({ sights: [{ record: `texts ${shop.marker}`, value: welcome_text }] }),
  })
}

export async function readPage({ client, shop, step, chance }: Scene) {
  const pages = [
    '/',
    '/client_service',
    `/client_service/${chance.pick(shop.services).id}/booking`,
    '/thank_you',
    '/login',
  ]
  const path = chance.pick(pages)
  await client.ask(chance.pick(client.servers), {
    actor: step.actor,
    shop,
    what: 'read page',
    method: 'GET',
    path,
    isPage: true,
    expected: [200],
    learn: (html) => ({ sights: path === '/' ? [welcomeOf(shop, html)] : [] }),
  })
}

function welcomeOf({ marker }: Shop, html: string): Sight {
  const [greeting = null] = new RegExp(`${marker} saluta \\d+`).exec(html) ?? []
  return { record: `texts ${marker}`, value: greeting, behind: BEHIND }
}

/** Whoever has booked nothing yet has nothing to cancel, and does not. */
export async function cancel(scene: Scene) {
  await cancelOwn(scene)
}

async function cancelOwn({ client, shop, step, chance }: Scene): Promise<OwnBooking | undefined> {
  const booking = shop.ownBookings.get(step.actor)?.shift()
  if (!booking) return undefined
  const { record, hiddenId } = booking
  await client.insist(chance, {
    actor: step.actor,
    shop,
    what: 'cancel',
    method: 'DELETE',
    path: `/client/bookings/delete/${hiddenId}`,
    // 404: the staff, or the attempt before, may have cancelled it; 409: it may have begun.
    expected: [204, 404, 409],
    change: { record, how: 'delete', value: null },
    absent: [{ record, value: null }],
  })
  return booking
}

/** Cancels, and books the same service again. */
export async function rebook(scene: Scene) {
  const cancelled = await cancelOwn(scene)
  if (cancelled) await book(scene, cancelled.service)
}

/** Chooses another time on the page of the visit, which tells nobody's data. */
export async function moveVisit({ client, shop, step, chance }: Scene) {
  const own = shop.ownBookings.get(step.actor) ?? []
  if (own.length === 0) return
  const { record, hiddenId, service } = chance.pick(own)
  const about = { actor: step.actor, shop, what: step.what }
  const read = (path: string) =>
    client.ask(chance.pick(client.servers), {
      ...about,
      method: 'GET',
      path: `/client/bookings/${hiddenId}${path}`,
      expected: [200, 404],
      absent: [{ record, value: null }],
    })
  const calendar = chooseCalendar(chance, service)
  const visit = await read('')
  const slots = await read(`/slots${ofCalendar(calendar)}`)
  const offered = slots.status === 200 ? slotsOf(slots.json) : []
  if (visit.status !== 200 || offered.length === 0) return
  const slot = chooseSlot(chance, offered)
  want(shop, service.id, slot)
  await client.insist(chance, {
    ...about,
    method: 'PUT',
    path: `/client/bookings/update/${hiddenId}`,
    payload: { ...slot, calendar_id: calendar },
    among: calendar === undefined ? service.calendars : [calendar],
    expected: [200, 404, 409],
    change: { record, how: 'update', value: bookingValueOf({ ...slot, service_id: service.id }) },
    learn: (moved) => ({ sights: [{ record, value: bookingValueOf(moved) }], gave: placeOf(shop, moved) }),
    absent: [{ record, value: null }],
  })
}

/** Somebody whom the staff blocks now and then, known by their number. */
export async function comeUnwanted(scene: Scene) {
  const { client, shop, step, chance, serial } = scene
  const { id, telephone } = chance.pick(shop.unwanted)
  const service = chance.pick(shop.services)
  const slots = await readSlots(scene, service)
  if (!slots) return
  const key = `${shop.marker.toLowerCase()}-come${serial}`
  const who = { actor: step.actor, key, telephone, block: `block ${id}` }
  const asked = bookingAsk(shop, who, { service, slot: chooseSlot(chance, slots) })
  await client.insist(chance, asked)
}

/** Sent once: there is no key that would keep a repeated request from being another one. */
export async function askForContact({ client, shop, step, chance, serial }: Scene) {
  const tag = `${shop.marker} ${serial}`
  await client.ask(chance.pick(client.servers), {
    actor: step.actor,
    shop,
    what: 'contact',
    method: 'POST',
    path: '/client/contact',
    payload: { name: tag, email: emailOf(`contatto-${serial}`), phone: '3331234567', message: tag, privacy: true },
    expected: [201],
    change: { record: `contact ${tag}`, how: 'create', value: 'asked' },
  })
}
