import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { ConflictKind } from '@prenoto/core/contract/conflict.ts'
import { readWhen } from '@prenoto/core/imports/import-dates.ts'
import { type FieldsOfColumns, foldHeading } from '@prenoto/core/imports/import-fields.ts'
import type { LineReason } from '@prenoto/core/imports/import-outcomes.ts'
import { getCell, type ImportedPerson, readPerson, withEmail } from '@prenoto/core/imports/import-person.ts'
import type { ImportOptions } from '@prenoto/core/imports/imports.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { Conflict } from '../../lib/errors.ts'
import { inTurns, mapInTurns } from '../../lib/in-turns.ts'
import { toMailbox } from '../../outbox/mailbox.ts'
import type { Context } from '../../tenants/context.ts'
import { type BookableService, listBookableServices } from '../availability/availability.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import { allocateSlots, isStaffConflict, type Request } from '../bookings/allocation/allocate-slot.ts'
import { StartInPast } from '../bookings/errors.ts'
import { toBlockedContacts } from '../bookings/repositories/blocked-customers.repository.ts'
import { listChoices } from './choices.repository.ts'
import { type CustomerDirectory, toIdentity } from './customer-directory.ts'
import { listBlockedContacts, listBookedVisits } from './imported-records.repository.ts'
import type { LineResult } from './imports.repository.ts'

type Line = { line: number; cells: string[] }

/** The answers and records by which lines of bookings are read. */
export type BookingRules = {
  fields: FieldsOfColumns
  order: 'dmy' | 'mdy'
  services: Map<string, number | null>
  calendars: Map<string, number | null>
  directory: CustomerDirectory
  blocked: Set<string>
  bookable: Map<number, BookableService>
}

/** An order that can be booked, apart from conflicts. */
export type ImportedVisit = {
  person: Omit<ImportedPerson, 'notes'>
  customer_id: number | null
  service_id: number
  calendar_id: number | null
  visit_day: PlainDate
  visit_hour: PlainTime
  isBlocked: boolean
  warnings: LineReason[]
}

/** Ids by folded name: those that the user has chosen, as far as they still exist, then the names of the business's records. */
function byName(records: { id: number; names: string[] }[], chosen: ImportOptions['service_names']) {
  const ids = new Map<string, number | null>()
  for (const { id, names } of records) for (const name of names) if (name) ids.set(foldHeading(name), id)
  for (const { name, id } of chosen)
    if (id === null || records.some((record) => record.id === id)) ids.set(foldHeading(name), id)
  return ids
}

export async function readBookingRules(
  ctx: Context,
  options: ImportOptions,
  directory: CustomerDirectory,
): Promise<BookingRules> {
  const { services, calendars } = await listChoices(ctx)
  const bookable = await listBookableServices(
    ctx,
    services.map(({ id }) => id),
  )
  return {
    fields: options.fields,
    order: options.date_order ?? 'dmy',
    services: byName(
      services.filter(({ id }) => bookable.some((service) => service.id === id)),
      options.service_names,
    ),
    calendars: byName(calendars, options.calendar_names),
    directory,
    blocked: new Set(await listBlockedContacts(ctx)),
    bookable: new Map(bookable.map((service) => [service.id, service])),
  }
}

const CANCELLED = /cancel|annull|disdett|delet|declin|rifiut|reject|no.?show|non presentat/i

/** Reads a booking of a line, or its outcome if it cannot be booked. */
export function readVisit(ctx: Context, { line, cells }: Line, rules: BookingRules): LineResult | ImportedVisit {
  const { fields } = rules
  const cell = (field: Parameters<typeof getCell>[2]) => getCell(cells, fields, field)
  if (CANCELLED.test(cell('status'))) return { line, outcome: 'skipped', reasons: ['cancelled'] }

  const { person, reasons, warnings } = readPerson(cells, fields)
  const timeZone = ctx.tenant.time_zone
  const when = readWhen({ day: cell('day'), hour: cell('hour') }, { order: rules.order, timeZone })
  if (!when.visit_day) reasons.push(cell('day') ? 'day_invalid' : 'day_missing')
  else if (when.visit_day < toNow(ctx).today) return { line, outcome: 'skipped', reasons: ['past'] }
  if (when.visit_day && !when.visit_hour) reasons.push(cell('hour') ? 'hour_invalid' : 'hour_missing')

  const serviceName = cell('service')
  const service = rules.services.get(foldHeading(serviceName))
  if (service === null) return { line, outcome: 'skipped', reasons: ['service_skipped'] }
  if (service === undefined) reasons.push(serviceName ? 'service_unknown' : 'service_missing')

  const calendar = findCalendar(cell('calendar'), rules, service)
  if (typeof calendar === 'string') reasons.push(calendar)

  if (reasons.length > 0) {
    const { same } = rules.directory.find(person)
    // Lines of a restricted customer are not shown, whatever their outcome.
    return { line, outcome: 'error', reasons, ...(same?.is_restricted && { customer_id: same.main_id }) }
  }
  const customer = findPerson(person, rules.directory)
  if (typeof customer === 'string') return { line, outcome: 'error', reasons: [customer] }
  if (customer.isRestricted)
    return { line, outcome: 'skipped', reasons: ['restricted'], customer_id: customer.customer_id }
  return {
    person: customer.person,
    customer_id: customer.customer_id,
    service_id: service!,
    calendar_id: calendar as number | null,
    visit_day: when.visit_day!,
    visit_hour: when.visit_hour!,
    warnings,
    isBlocked: toBlockedContacts(customer.person).some((contact) => rules.blocked.has(contact)),
  }
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
  const existingCustomer = named[0] ?? directory.find(person).same
  if (!existingCustomer) return { person: withEmail(person), customer_id: null, isRestricted: false }
  return {
    person: {
      name: existingCustomer.name,
      surname: existingCustomer.surname,
      email: existingCustomer.email,
      telephone: existingCustomer.telephone || telephone,
    },
    customer_id: existingCustomer.main_id,
    isRestricted: existingCustomer.is_restricted,
  }
}

/**
 * The outcomes of all lines of a file. Visits see those of the lines before them, as the import will book them.
 */
export async function checkBookings(ctx: Context, lines: Line[], rules: BookingRules): Promise<LineResult[]> {
  const read = await mapInTurns(lines, (line) => ({ line: line.line, read: readVisit(ctx, line, rules) }))
  const results = read.flatMap(({ read }) => ('outcome' in read ? [read] : []))
  const visits = read.flatMap(({ line, read }) => ('outcome' in read ? [] : [{ line, visit: read }]))

  const { fresh, repeated } = await withoutBooked(ctx, visits)
  results.push(...repeated)
  for (const [, ofDay] of Map.groupBy(fresh, ({ visit }) => visit.visit_day))
    results.push(...(await checkDay(ctx, ofDay, rules)))
  return results
}

/** Why a slot was refused. */
export function toReasons(refusal: Conflict): LineReason[] {
  if (refusal instanceof StartInPast) return ['past']
  const kinds = new Set(refusal.conflicts?.map(({ kind }) => kind).filter(isStaffConflict))
  return kinds.size > 0 ? [...kinds].map((kind) => CONFLICTS[kind]) : ['not_bookable']
}

const CONFLICTS: Record<ConflictKind, LineReason> = {
  booking: 'conflict_booking',
  closure: 'conflict_closure',
  hours: 'conflict_hours',
  limit: 'conflict_limit',
  // Applies to visitors only.
  notice: 'not_bookable',
}

type LineOfVisit = { line: number; visit: ImportedVisit }

/** Separates the visits that the agenda or an earlier line has already. */
async function withoutBooked(ctx: Context, visits: LineOfVisit[]) {
  const days = visits.map(({ visit }) => visit.visit_day).sort()
  const booked = days.length > 0 ? await listBookedVisits(ctx, days[0]!, days.at(-1)!) : []
  const bookedKeys = new Set(await mapInTurns(booked, (visit) => slotKey(visit, `customer ${visit.customer_id}`)))
  const lineBySlot = new Map<string, number>()
  const fresh: LineOfVisit[] = []
  const repeated: LineResult[] = []
  for await (const { line, visit } of inTurns(visits)) {
    const { customer_id, person } = visit
    const who = customer_id === null ? `${toMailbox(person.email)} ${toIdentity(person)}` : `customer ${customer_id}`
    const key = slotKey(visit, who)
    const other = lineBySlot.get(key)
    if (bookedKeys.has(key)) repeated.push({ line, outcome: 'present', reasons: ['already_booked'], customer_id })
    else if (other)
      repeated.push({ line, outcome: 'duplicate', reasons: ['same_line'], other_line: other, customer_id })
    else {
      lineBySlot.set(key, line)
      fresh.push({ line, visit })
    }
  }
  return { fresh, repeated }
}

type Slot = { service_id: number; visit_day: PlainDate; visit_hour: PlainTime }

const slotKey = ({ service_id, visit_day, visit_hour }: Slot, who: string) =>
  `${who} ${service_id} ${visit_day} ${visit_hour}`

/** Visits of one day, in the order of the file. */
async function checkDay(ctx: Context, visits: LineOfVisit[], { bookable }: BookingRules): Promise<LineResult[]> {
  const window = staffWindow(toNow(ctx))
  const requests = visits.map(({ visit }): Request => {
    const service = bookable.get(visit.service_id)!
    const locked = service.calendars.map(({ id }) => id)
    return {
      service,
      requested: visit,
      terms: { window, locked, isStaff: true, anyMinute: true },
      customer: visit.person,
    }
  })
  const outcomes = await allocateSlots(ctx, requests)
  return visits.map(({ line, visit: { customer_id, isBlocked, warnings } }, i): LineResult => {
    const answer = outcomes[i]!
    const refused = answer instanceof Conflict ? toReasons(answer) : []
    if (refused.includes('past')) return { line, outcome: 'skipped', reasons: ['past'], customer_id }
    if (refused.includes('not_bookable')) return { line, outcome: 'error', reasons: refused, customer_id }
    const reasons: LineReason[] = [...(isBlocked ? ['blocked' as const] : []), ...refused]
    return reasons.length > 0
      ? { line, outcome: 'conflict', reasons, customer_id }
      : { line, outcome: 'new', reasons: warnings, customer_id }
  })
}
