import { setTimeout as sleep } from 'node:timers/promises'
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
  offerOf,
  type Shop,
  serviceValueOf,
  sightOf,
  slotsOf,
  want,
} from './shop.ts'

export type Scene = { client: Client; shop: Shop; step: Step; chance: Dice; serial: number }

type Slot = { visit_day: PlainDate; visit_hour: PlainTime }
type Service = Shop['services'][number]

/** One visitor in so many, of a hundred: leaves before the answer, or presses twice. */
const LEAVES = 6
const PRESSES_TWICE = 4

/** How long somebody fills in the form at most, milliseconds: meanwhile others may be quicker. */
const LONGEST_THOUGHT = 2_000

/** How many days of the offer everybody wants, and how many slots of each. */
const WANTED_DAYS = 3
const WANTED_SLOTS = 40

export async function book({ client, shop, step, chance, serial }: Scene) {
  const service = chance.pick(shop.services)
  const slots = await readSlots({ client, shop, step, chance, serial }, service)
  if (!slots) return
  await sleep(chance.below(LONGEST_THOUGHT))
  const key = `${shop.marker.toLowerCase()}-${serial}`
  const asked = bookingAsk(shop, { actor: step.actor, key }, { service, slot: chooseSlot(chance, slots) })
  const luck = chance.below(100)
  const presses = luck < PRESSES_TWICE ? [asked, asked] : [asked]
  if (luck >= 100 - LEAVES) presses[0] = { ...asked, leavesAfter: chance.below(60) }
  await Promise.all(presses.map((press) => client.insist(chance, press)))
}

/** Half of all want the same few, so that places are lost to others. */
export function chooseSlot(chance: Dice, slots: Slot[]): Slot {
  if (chance.chance(0.5)) return chance.pick(slots)
  const days = [...new Set(slots.map(({ visit_day }) => visit_day))].slice(0, WANTED_DAYS)
  const day = chance.pick(days)
  return chance.pick(slots.filter(({ visit_day }) => visit_day === day).slice(0, WANTED_SLOTS))
}

type Who = { actor: string; key: string }

export function bookingAsk(shop: Shop, { actor, key }: Who, { service, slot }: { service: Service; slot: Slot }): Ask {
  want(shop, service.id, slot)
  const payload = {
    name: `${shop.marker} ${key}`,
    surname: shop.marker,
    email: emailOf(key),
    telephone: '3331234567',
    privacy: true,
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
    expected: [201, 409],
    change: { record, how: 'create', value: bookingValueOf({ ...payload, service_id: service.id }) },
    learn(made) {
      const own = shop.ownBookings.get(actor) ?? []
      shop.ownBookings.set(actor, [...own, { record, hiddenId: made.hidden_id }])
      return { sights: [sightOf(made)], booked: bookedOf(shop, made, shop.notice) }
    },
  }
}

/** The free slots of a service; undefined where there are none, or no answer. */
async function readSlots({ client, shop, step, chance }: Scene, service: Service): Promise<Slot[] | undefined> {
  const told = await client.ask(chance.pick(client.servers), {
    actor: step.actor,
    shop,
    what: 'read service',
    method: 'GET',
    path: `/client/services/${service.id}`,
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
export async function cancel({ client, shop, step, chance }: Scene) {
  const own = shop.ownBookings.get(step.actor) ?? []
  const booking = own.shift()
  if (!booking) return
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
