import { setTimeout as sleep } from 'node:timers/promises'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { type Dice, dice } from '../server/src/features/operations/demo/random.ts'
import type { Business } from './businesses.ts'
import { type CallOptions, type Client, outcome } from './client.ts'
import type { Timestamp } from './event-log.ts'
import type { ManagedProcess } from './processes/managed-process.ts'

const VISITORS = 24
const STAFF = 9

/** The longest pause between two operations of an actor, milliseconds. */
const PAUSE = 1_500

/** The share of visitors who disconnect before the answer, and of those who press the button twice. */
const DISCONNECTS = 0.06
const DOUBLE_CLICKS = 0.06

/** Maximum age of a cached answer, milliseconds: one second, doubled for a busy machine. */
const STALENESS = 2_000

/** How many visitors want the same slot in a rush. */
const RUSH = 60

/** The days, and slots of each day, for which half of all actors compete. */
const CONTESTED_DAYS = 3
const CONTESTED_SLOTS = 40

type Slot = { visit_day: PlainDate; visit_hour: PlainTime }

/** A booking that only one actor changes, one change after the other. */
export type Record = {
  /** 'booking ambra-3-1' */
  name: string
  business: string
  /** The values that the database may hold at the end: several after a change without an answer; null is none. */
  possible: (string | null)[]
  /** An attempt without an answer may still take effect. */
  isOpen?: boolean
  /** The private links that answers to the creation contained; more than one is a fault. */
  hiddenIds: Set<string>
  /** When the deletion was acknowledged. */
  deletedAt?: Timestamp
}

type Visit = Record & { id: number; hiddenId: string; service: number }

type ActorOptions = { client: Client; businesses: Business[]; seed: number; records: Record[]; isOver: () => boolean }

/** The address contains the idempotency key of a booking, which also names its record. */
const addressFor = (key: string) => `${key}@posta.example`
export const bookingName = (email: string) => `booking ${email.split('@')[0]}`

export const visitValue = (service: number, { visit_day, visit_hour }: Slot) => `${service}|${visit_day}|${visit_hour}`

/** Runs all visitors and staff until the run is over. */
export const runActors = (options: ActorOptions) =>
  Promise.all([
    ...Array.from({ length: VISITORS }, (_, i) => runActor(options, i, false)),
    ...Array.from({ length: STAFF }, (_, i) => runActor(options, VISITORS + i, true)),
  ])

/** Books, reschedules and cancels, as staff also undoes, and checks what the answers show. */
async function runActor({ client, businesses, seed, records, isOver }: ActorOptions, number: number, isStaff: boolean) {
  const random = dice(seed * 1000 + number)
  const business = businesses[number % businesses.length]!
  const token = isStaff ? random.pick(business.staff) : undefined
  const actor: Actor = { client, business, random, token, records, name: `${isStaff ? 'staff' : 'visitor'} ${number}` }
  const visits: Visit[] = []
  for (let serial = 1; !isOver(); serial += 1) {
    await sleep(random.below(PAUSE))
    const settledVisits = visits.filter(({ isOpen, possible }) => !isOpen && possible[0] !== null)
    const visit = settledVisits.length > 0 ? random.pick(settledVisits) : undefined
    const percent = random.below(100)
    if (!visit || percent < 45)
      visits.push(...(await book(actor, `${business.marker.toLowerCase()}-${number}-${serial}`)))
    else if (percent < 75) await reschedule(actor, visit)
    else await cancel(actor, visit)
  }
}

type Actor = {
  client: Client
  business: Business
  random: Dice
  token?: string | undefined
  records: Record[]
  name: string
}

type Request = Omit<CallOptions, 'actor' | 'business' | 'token'>

const about = ({ name, business, token }: Actor) => ({ actor: name, business, token })

const call = (actor: Actor, request: Request, server?: ManagedProcess) =>
  actor.client.call(server ?? actor.random.pick(actor.client.servers), { ...about(actor), ...request })

/** Sends a change until its outcome is known, and records what may be stored then. */
async function change(actor: Actor, record: Record, value: string | null, request: Request) {
  const result = await actor.client.retry(actor.random, { ...about(actor), ...request })
  const isDone = outcome(result) === 'done'
  if (!result.isSure) record.isOpen = true
  if (isDone) record.possible = [value]
  else if (!result.isSure) record.possible.push(value)
  return { ...result, isDone }
}

/** The free slots of a service that the actor sees. */
async function readSlots(actor: Actor, service: number, visit?: Visit): Promise<Slot[]> {
  const path = actor.token
    ? `/services/${service}${visit ? `?except=${visit.id}` : ''}`
    : visit
      ? `/client/bookings/${visit.hiddenId}/slots`
      : `/client/services/${service}`
  const { status, json } = await call(actor, { operation: 'read slots', method: 'GET', path, expected: [200] })
  return status === 200 ? slotsIn(json) : []
}

const slotsIn = ({ available_slots }: { available_slots: AvailableDay[] }): Slot[] =>
  available_slots.flatMap(({ date, slots }) => slots.map((hour) => ({ visit_day: date, visit_hour: hour })))

/** Picks a slot; half of all actors choose among the same few. */
function chooseSlot(random: Dice, slots: Slot[]): Slot {
  if (random.chance(0.5)) return random.pick(slots)
  const days = [...new Set(slots.map(({ visit_day }) => visit_day))].slice(0, CONTESTED_DAYS)
  const day = random.pick(days)
  return random.pick(slots.filter(({ visit_day }) => visit_day === day).slice(0, CONTESTED_SLOTS))
}

const toStart = ({ timeZone }: Business, { visit_day, visit_hour }: Slot) =>
  toInstant(visit_day, visit_hour, timeZone).epochMilliseconds

const observeVisit = ({ business, token }: Actor, slot: Slot) => ({
  visit: { start: toStart(business, slot), notice: token ? 0 : business.notice },
})

async function book(actor: Actor, key: string): Promise<Visit[]> {
  const { business, random } = actor
  const service = random.pick(business.services)
  const slots = await readSlots(actor, service)
  return slots.length === 0 ? [] : bookSlot(actor, { key, service, slot: chooseSlot(random, slots) })
}

/** Returns the visit if it was booked, or may have been. */
async function bookSlot(actor: Actor, { key, service, slot }: { key: string; service: number; slot: Slot }) {
  const { business, random, token, records } = actor
  const person = { name: business.marker, surname: key, email: addressFor(key), telephone: '3331234567' }
  const record = newRecord(bookingName(person.email), business)
  records.push(record)
  const value = visitValue(service, slot)
  const request: Request = {
    operation: 'book',
    method: 'POST',
    path: token ? '/bookings/create' : `/client/bookings/create/${service}`,
    idempotencyKey: key,
    payload: { ...person, ...slot, ...(token ? { service_id: service } : { privacy: true }) },
    expected: [201, 409],
    observe: () => observeVisit(actor, slot),
  }
  const hasSecondClick = random.chance(DOUBLE_CLICKS)
  const first = random.chance(DISCONNECTS) ? { ...request, abortAfter: 1 + random.below(60) } : request
  const clicks = await Promise.all([
    change(actor, record, value, first),
    ...(hasSecondClick ? [change(actor, record, value, { ...request, observe: () => ({}) })] : []),
  ])
  const answers = clicks.filter(({ isDone }) => isDone)
  for (const { json } of answers) record.hiddenIds.add(json.hidden_id)
  const [answer] = answers
  if (!answer) return []
  // The same key creates nothing more, so an acknowledged creation is certain.
  Object.assign(record, { possible: [value], isOpen: false })
  const { id, hidden_id: hiddenId } = answer.json
  const visit: Visit = Object.assign(record, { id, hiddenId, service })
  await checkAnswers(actor, visit, answer)
  return [visit]
}

const newRecord = (name: string, { marker }: Business): Record => ({
  name,
  business: marker,
  possible: [null],
  hiddenIds: new Set(),
})

type Answer = { process: ManagedProcess; isSure: boolean }

/** Reads the visit, or the free slots: at once from the process that changed it, soon from any other. */
async function checkAnswers(actor: Actor, visit: Visit, { process, isSure }: Answer) {
  const { business, random, token } = actor
  const [value] = visit.possible
  if (!value || random.chance(0.5)) return
  if (token) {
    await call(actor, {
      operation: 'read booking',
      method: 'GET',
      path: `/bookings/${visit.id}`,
      expected: [200],
      observe: (booking) => compare(visit.name, visitValue(booking.service_id, booking), value),
    })
  } else if (business.capacity === 1) {
    const isOther = !isSure || random.chance(0.5)
    if (isOther) await sleep(STALENESS)
    const request: Request = {
      operation: 'read slots',
      method: 'GET',
      path: `/client/services/${visit.service}`,
      expected: [200],
      observe: (service) => {
        const isOffered = slotsIn(service).some((slot) => visitValue(visit.service, slot) === value)
        return isOffered ? { wrong: `${value} is offered although ${visit.name} has it` } : {}
      },
    }
    await call(actor, request, isOther ? undefined : process)
  }
}

const compare = (name: string, value: string, expected: string) =>
  value === expected ? {} : { wrong: `${name} is ${value}, expected ${expected}` }

async function reschedule(actor: Actor, visit: Visit) {
  const { random } = actor
  const slots = await readSlots(actor, visit.service, visit)
  if (slots.length === 0) return
  const slot = chooseSlot(random, slots)
  const key = visit.name.replace('booking ', '')
  const person = { name: actor.business.marker, surname: key, email: addressFor(key), telephone: '3331234567' }
  const answer = await change(actor, visit, visitValue(visit.service, slot), {
    operation: 'reschedule',
    method: 'PUT',
    path: actor.token ? `/bookings/update/${visit.id}` : `/client/bookings/update/${visit.hiddenId}`,
    payload: { ...slot, ...(actor.token && { service_id: visit.service, ...person }) },
    // 409: the slot was taken, or the visit is over.
    expected: [200, 409],
    observe: () => observeVisit(actor, slot),
  })
  if (answer.isDone) await checkAnswers(actor, visit, answer)
}

/** Cancels a visit; the staff sometimes restores it. */
async function cancel(actor: Actor, visit: Visit) {
  const { random, token } = actor
  const [value] = visit.possible
  const { status, isDone, isSure } = await change(actor, visit, null, {
    operation: 'cancel',
    method: 'DELETE',
    path: token ? `/bookings/delete/${visit.id}` : `/client/bookings/delete/${visit.hiddenId}`,
    // 404: an attempt without an answer has cancelled it; 409: the visit has begun.
    expected: [204, 404, 409],
  })
  if (status === 404 && !isSure) visit.possible = [null]
  if (visit.possible.length > 1 || visit.possible[0] !== null) return
  visit.deletedAt = Date.now()
  if (!isDone || !isSure || !token || random.chance(0.5)) return
  await sleep(random.below(500))
  const undo = await change(actor, visit, value!, {
    operation: 'undo',
    method: 'POST',
    path: `/bookings/restore/${visit.id}`,
    payload: {},
    // 409: the time limit has passed.
    expected: [200, 404, 409],
  })
  if (undo.isDone || !undo.isSure) delete visit.deletedAt
}

type RushOptions = Omit<ActorOptions, 'isOver'>

/** Many visitors book the same slot at once, on a calendar that takes three simultaneous visits. */
export async function rush({ client, businesses, records, seed }: RushOptions) {
  const random = dice(seed)
  const business = businesses.find(({ capacity }) => capacity === 3)!
  const [service] = business.services
  const actor = (name: string): Actor => ({ client, business, random, records, name })
  const slots = await readSlots(actor('rush'), service!)
  if (slots.length === 0) return
  const slot = random.pick(slots)
  const keys = Array.from({ length: RUSH }, (_, i) => `${business.marker.toLowerCase()}-rush${seed}-${i}`)
  await Promise.all(keys.map((key) => bookSlot(actor(key), { key, service: service!, slot })))
}

/** Cancels some of the visits of a day, as their visitors do on the morning of the reminders. */
export async function cancelSome({ client, businesses, records, seed }: RushOptions, day: PlainDate) {
  const random = dice(seed)
  const visitsOfDay = records.filter(
    (record): record is Visit => 'hiddenId' in record && !record.isOpen && !!record.possible[0]?.includes(day),
  )
  for (const visit of visitsOfDay.filter(() => random.chance(0.3))) {
    const business = businesses.find(({ marker }) => marker === visit.business)!
    await cancel({ client, business, random, records, name: 'late visitor' }, visit)
  }
}
