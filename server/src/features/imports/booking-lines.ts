import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { ConflictKind } from '@prenoto/core/contract/conflict.ts'
import { readWhen } from '@prenoto/core/imports/import-dates.ts'
import { foldHeading } from '@prenoto/core/imports/import-fields.ts'
import type { LineOutcome, LineReason } from '@prenoto/core/imports/import-outcomes.ts'
import { getCell, type ImportedPerson, readPerson, withEmail } from '@prenoto/core/imports/import-person.ts'
import type { ImportOptions } from '@prenoto/core/imports/imports.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { chunks } from '../../lib/chunks.ts'
import { Conflict } from '../../lib/errors.ts'
import { inTurns, mapInTurns } from '../../lib/in-turns.ts'
import { toMailbox } from '../../outbox/mailbox.ts'
import type { Context } from '../../tenants/context.ts'
import { type BookableService, listBookableServices } from '../availability/availability.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import { calendarsOn, lockDaysOfMany } from '../availability/service-calendars.repository.ts'
import { allocateSlots, isStaffConflict } from '../bookings/allocation/allocate-slot.ts'
import { StartInPast } from '../bookings/errors.ts'
import { recordOverrides } from '../bookings/record-overrides.ts'
import { contactKeys } from '../bookings/repositories/blocked-customers.repository.ts'
import { insertBookings, type Visit } from '../bookings/repositories/bookings-write.repository.ts'
import { listChoices } from './choices.repository.ts'
import { type CustomerDirectory, readCustomerDirectory, toIdentity } from './customer-directory.ts'
import { listBlockedContacts, listBookedVisits, listCustomersOfBookings } from './imported-records.repository.ts'
import { isPending, type LineResult, type LockedImport, type StoredLine } from './imports.repository.ts'

/** A visit that can be booked, apart from conflicts. */
type ImportedVisit = {
  person: Omit<ImportedPerson, 'notes'>
  customer_id: number | null
  service_id: number
  calendar_id: number | null
  visit_day: PlainDate
  visit_hour: PlainTime
  isBlocked: boolean
  warnings: LineReason[]
}

type JudgedBooking = { line: number; result?: LineResult; visit?: ImportedVisit }

/** Ids by folded name: those that the user has chosen, as far as they still exist, then the names of the business's records. */
function byName(records: { id: number; names: string[] }[], chosen: ImportOptions['service_names']) {
  const ids = new Map<string, number | null>()
  for (const { id, names } of records) for (const name of names) if (name) ids.set(foldHeading(name), id)
  for (const { name, id } of chosen)
    if (id === null || records.some((record) => record.id === id)) ids.set(foldHeading(name), id)
  return ids
}

const findServices = async (ctx: Context, ids: number[]) =>
  new Map((await listBookableServices(ctx, ids)).map((service) => [service.id, service]))

async function readRules(ctx: Context, { fields, date_order, service_names, calendar_names }: ImportOptions) {
  const { services, calendars } = await listChoices(ctx)
  const bookable = await findServices(
    ctx,
    services.map(({ id }) => id),
  )
  return {
    fields,
    order: date_order ?? 'dmy',
    services: byName(
      services.filter(({ id }) => bookable.has(id)),
      service_names,
    ),
    calendars: byName(calendars, calendar_names),
    directory: await readCustomerDirectory(ctx),
    blocked: new Set(await listBlockedContacts(ctx)),
    bookable,
  }
}
type BookingRules = Awaited<ReturnType<typeof readRules>>

const CANCELLED = /cancel|annull|disdett|delet|declin|rifiut|reject|no.?show|non presentat/i

/** Visits that are booked in one transaction, which holds their days. */
const BOOKED_AT_ONCE = 50

/** Judges the pending lines day by day. */
export async function* judgeBookings(ctx: Context, lockedImport: LockedImport, lines: StoredLine[]) {
  const rules = await readRules(ctx, lockedImport.options!)
  const pending = await mapInTurns(
    lines.filter((line) => isPending(lockedImport, line)),
    (line) => ({ ...line, day: findDay(ctx, line, rules) }),
  )
  // In a dry run all visits of a day see each other; those that are booked see the earlier ones in the database.
  for (const [day, ofDay] of Map.groupBy(pending, ({ day }) => day))
    for (const batch of chunks(ofDay, day && lockedImport.state === 'checking' ? ofDay.length : BOOKED_AT_ONCE))
      yield await mapInTurns(batch, (line) => judge(ctx, line, rules))
}

const readTime = (ctx: Context, cells: string[], { fields, order }: BookingRules) =>
  readWhen(
    { day: getCell(cells, fields, 'day'), hour: getCell(cells, fields, 'hour') },
    { order, timeZone: ctx.tenant.time_zone },
  )

/** Undefined for a line without a day, and for a past one. */
function findDay(ctx: Context, { cells }: StoredLine, rules: BookingRules) {
  const { visit_day } = readTime(ctx, cells, rules)
  return visit_day && visit_day >= toNow(ctx).today ? visit_day : undefined
}

function judge(ctx: Context, { line, cells }: StoredLine, rules: BookingRules): JudgedBooking {
  const { fields, directory } = rules
  const cell = (field: Parameters<typeof getCell>[2]) => getCell(cells, fields, field)
  const judged = (outcome: LineOutcome, reasons: LineReason[], customer_id: number | null = null) => ({
    line,
    result: { line, outcome, reasons, customer_id },
  })
  if (CANCELLED.test(cell('status'))) return judged('skipped', ['cancelled'])

  const { person, reasons, warnings } = readPerson(cells, fields)
  const when = readTime(ctx, cells, rules)
  if (!when.visit_day) reasons.push(cell('day') ? 'day_invalid' : 'day_missing')
  else if (when.visit_day < toNow(ctx).today) return judged('skipped', ['past'])
  if (when.visit_day && !when.visit_hour) reasons.push(cell('hour') ? 'hour_invalid' : 'hour_missing')

  const service = rules.services.get(foldHeading(cell('service')))
  if (service === null) return judged('skipped', ['service_skipped'])
  if (service === undefined) reasons.push(cell('service') ? 'service_unknown' : 'service_missing')
  const calendar = findCalendar(cell('calendar'), rules, service)
  if (typeof calendar === 'string') reasons.push(calendar)
  if (reasons.length > 0) return judged('error', reasons, directory.find(person).same?.main_id)

  const owner = findPerson(person, directory)
  if (typeof owner === 'string') return judged('error', [owner])
  if (owner.isRestricted) return judged('skipped', ['restricted'], owner.customer_id)
  const visit = {
    person: owner.person,
    customer_id: owner.customer_id,
    service_id: service!,
    calendar_id: calendar as number | null,
    visit_day: when.visit_day!,
    visit_hour: when.visit_hour!,
    warnings,
    isBlocked: contactKeys(owner.person).some((contact) => rules.blocked.has(contact)),
  }
  return { line, visit }
}

/** Null: any calendar of the service. */
function findCalendar(
  name: string,
  { calendars, bookable }: BookingRules,
  service?: number,
): number | null | LineReason {
  if (!name) return null
  const id = calendars.get(foldHeading(name))
  if (id === undefined) return 'calendar_unknown'
  if (id === null || service === undefined) return null
  return bookable.get(service)?.calendars.some((calendar) => calendar.id === id) ? id : 'calendar_without_service'
}

/** The known customer of a booking, or the new one; a name alone must belong to one customer. */
function findPerson({ notes: _, ...person }: ImportedPerson, directory: CustomerDirectory) {
  const { email, telephone } = person
  const named = email || telephone ? [] : directory.named(person)
  const mains = new Set(named.map(({ main_id }) => main_id))
  if (!email && !telephone && mains.size !== 1) return mains.size === 0 ? 'customer_unknown' : 'customer_ambiguous'
  const existing = named[0] ?? directory.find(person).same
  if (!existing) return { person: withEmail(person), customer_id: null, isRestricted: false }
  return {
    person: {
      name: existing.name,
      surname: existing.surname,
      email: existing.email,
      telephone: existing.telephone || telephone,
    },
    customer_id: existing.main_id,
    isRestricted: existing.is_restricted,
  }
}

/** Finds the slots of judged visits of one day, and books them unless this is a dry run. */
export async function settleBookings(ctx: Context, { state, override }: LockedImport, lines: JudgedBooking[]) {
  const isBooking = state === 'importing'
  const results = new Map(lines.flatMap(({ line, result }) => (result ? [[line, result] as const] : [])))
  const visits = lines.flatMap(({ line, visit }) => (visit ? { line, ...visit } : []))
  if (visits.length === 0) return [...results.values()]

  const locked = isBooking ? await lockDaysOfMany(ctx, visits, []) : undefined
  // The services are read after the lock is taken.
  const services = await findServices(ctx, [...new Set(visits.map(({ service_id }) => service_id))])
  for (const { line, service_id, customer_id } of visits)
    if (!services.has(service_id)) results.set(line, { line, outcome: 'error', reasons: ['not_bookable'], customer_id })
  const bookable = visits.filter(({ service_id }) => services.has(service_id))
  const fresh = await withoutRepeated(ctx, bookable, results)
  const window = staffWindow(toNow(ctx))
  const slots = await allocateSlots(
    ctx,
    fresh.map((visit) => {
      const service = services.get(visit.service_id)!
      const calendars = locked ? calendarsOn(visit.visit_day, locked) : service.calendars.map(({ id }) => id)
      const terms = { window, locked: calendars, isStaff: true, anyMinute: true, override: isBooking && override }
      return { service, requested: visit, terms, customer: visit.person }
    }),
  )
  const booked = new Map<number, (typeof fresh)[number]>()
  for (const [i, visit] of fresh.entries()) {
    const { line, customer_id, isBlocked, warnings } = visit
    const slot = slots[i]!
    const refusals = listConflicts(slot)
    const reasons = [...(isBlocked ? (['blocked'] as const) : []), ...refusals]
    const isRefused = slot instanceof Conflict || (isBlocked && !(isBooking && override))
    if (refusals.includes('past')) results.set(line, { line, outcome: 'skipped', reasons: ['past'], customer_id })
    else if (refusals.includes('not_bookable')) results.set(line, { line, outcome: 'error', reasons, customer_id })
    else if (isRefused) results.set(line, { line, outcome: 'conflict', reasons, customer_id })
    else if (!isBooking) results.set(line, { line, outcome: 'new', reasons: warnings, customer_id })
    else {
      results.set(line, { line, outcome: 'imported', reasons: [...reasons, ...warnings] })
      booked.set(await insertVisit(ctx, services.get(visit.service_id)!, visit.person, slot), visit)
    }
  }
  for (const { id: booking_id, customer_id, is_new } of await listCustomersOfBookings(ctx, [...booked.keys()])) {
    const { line, person } = booked.get(booking_id)!
    const written = is_new ? { telephone: person.telephone, notes: '' } : null
    results.set(line, { ...results.get(line)!, customer_id, is_new_customer: is_new, booking_id, written })
  }
  return [...results.values()]
}

/** Books at any minute without conflicts, without e-mails. Returns the id. */
async function insertVisit(ctx: Context, service: BookableService, person: ImportedVisit['person'], visit: Visit) {
  const { createdBookings } = await insertBookings(ctx, service, person, [visit], { isVisitor: false })
  await recordOverrides(ctx, [{ id: createdBookings[0]!.id, visit }])
  return createdBookings[0]!.id
}

/** Why a slot was refused, or given in spite of what. */
function listConflicts(slot: Visit | Conflict): LineReason[] {
  if (slot instanceof StartInPast) return ['past']
  const kinds = slot instanceof Conflict ? slot.conflicts?.map(({ kind }) => kind) : slot.overridden_conflicts
  const reasons = new Set(kinds?.filter(isStaffConflict).map((kind) => CONFLICTS[kind]))
  return slot instanceof Conflict && reasons.size === 0 ? ['not_bookable'] : [...reasons]
}

const CONFLICTS: Record<ConflictKind, LineReason> = {
  booking: 'conflict_booking',
  closure: 'conflict_closure',
  hours: 'conflict_hours',
  limit: 'conflict_limit',
  // Applies to visitors only.
  notice: 'not_bookable',
}

type VisitOfLine = ImportedVisit & { line: number }

/** The visits that neither the agenda nor an earlier line has already; adds the results of the others. */
async function withoutRepeated(ctx: Context, visits: VisitOfLine[], results: Map<number, LineResult>) {
  const booked = await listBookedVisits(ctx, [...new Set(visits.map(({ visit_day }) => visit_day))])
  const agenda = new Set(booked.map((visit) => slotKey(visit, `customer ${visit.customer_id}`)))
  const fresh = new Map<string, VisitOfLine>()
  for await (const visit of inTurns(visits)) {
    const { line, customer_id, person } = visit
    const who = customer_id ? `customer ${customer_id}` : `${toMailbox(person.email)} ${toIdentity(person)}`
    const key = slotKey(visit, who)
    const other_line = fresh.get(key)?.line
    if (agenda.has(key)) results.set(line, { line, outcome: 'present', reasons: ['already_booked'], customer_id })
    else if (other_line)
      results.set(line, { line, outcome: 'duplicate', reasons: ['same_line'], other_line, customer_id })
    else fresh.set(key, visit)
  }
  return [...fresh.values()]
}

type Slot = { service_id: number; visit_day: PlainDate; visit_hour: PlainTime }

const slotKey = ({ service_id, visit_day, visit_hour }: Slot, who: string) =>
  `${who} ${service_id} ${visit_day} ${visit_hour}`
