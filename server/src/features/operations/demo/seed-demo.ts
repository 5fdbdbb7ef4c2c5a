import { randomBytes } from 'node:crypto'
import type { RegularWeek } from '@prenoto/core/availability/opening-hours.ts'
import { halves, normalizeTimes } from '@prenoto/core/calendars/opening-hours-fields.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { DEFAULT_PRIVACY_VERSION } from '@prenoto/core/privacy/privacy-text.ts'
import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import { addDays, isoWeekday, type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import type { Pool } from '../../../database/connection.ts'
import { DEMO_PASSWORD } from '../../accounts/users/demo-password.ts'
import { hashAtOnce } from '../../accounts/users/passwords.ts'
import type { FileStore } from '../../uploads/file-store.ts'
import { type Filler, seedIfEmpty } from './demo.repository.ts'
import type { DemoBusiness, DemoCalendar, Hours } from './demo-business.ts'
import { storeDemoPicture } from './demo-pictures.ts'
import { DEMO_SITES } from './demo-sites.ts'
import { dice } from './random.ts'
import { SALON } from './salon.ts'
import { seedBookings } from './seed-bookings.ts'
import { seedHistory } from './seed-history.ts'
import { FIRST_NAMES, LAST_NAMES, NEW_OWNER, STUDIO } from './studio.ts'

const TIME_ZONE = 'Europe/Rome'

const EXTRA_HOURS: Hours = [
  [parsePlainTime('09:00'), parsePlainTime('13:00')],
  [parsePlainTime('14:30'), parsePlainTime('19:00')],
]

/** The demo's passwords by e-mail address. */
export type DemoPasswords = ReadonlyMap<string, string>

const STAFF_EMAILS = [...STUDIO.staff, ...SALON.staff, NEW_OWNER].map(({ email }) => email)

type SeedDemoOptions = { files: FileStore; isLocal: boolean }

/**
 * Adds the demo businesses to an empty database and returns their passwords: random ones, unless the server is reachable from
 * localhost only. Returns undefined if the database has a tenant.
 */
export async function seedDemo(owner: Pool, { files, isLocal }: SeedDemoOptions): Promise<DemoPasswords | undefined> {
  const passwords = new Map(STAFF_EMAILS.map((email) => [email, isLocal ? DEMO_PASSWORD : newPassword()]))
  const hashes = new Map<string, string>()
  for (const password of new Set(passwords.values())) hashes.set(password, await hashAtOnce(password))
  const findHash = (email: string) => hashes.get(passwords.get(email)!)!
  const now = Temporal.Now.instant()
  const isSeeded = await seedIfEmpty(owner, async (filler) => {
    const [finished, salonId, fresh, suspended] = await filler.insert(
      'tenants',
      DEMO_SITES.map(({ name, suspended }) => ({ name, time_zone: TIME_ZONE, suspended_at: suspended ? now : null })),
    )
    const tenantIds = [finished!, salonId!, fresh!, suspended!]
    await filler.insert(
      'domains',
      DEMO_SITES.map(({ domain }, i) => ({ tenant_id: tenantIds[i], domain, is_canonical: true })),
    )
    await filler.insert(
      'configurations',
      [fresh, suspended].map((tenant_id, i) => ({ tenant_id, app_name: DEMO_SITES[i + 2]!.name })),
    )
    await filler.insert('users', [{ ...NEW_OWNER, tenant_id: fresh, password_hash: findHash(NEW_OWNER.email) }])
    const options = { now, findHash, files }
    await seedBusiness(filler, finished!, STUDIO, options)
    await seedBusiness(filler, salonId!, SALON, options)
  })
  return isSeeded ? passwords : undefined
}

const newPassword = () => randomBytes(12).toString('base64url')

type SeedOptions = { now: Temporal.Instant; findHash: (email: string) => string; files: FileStore }

async function seedBusiness(filler: Filler, tenant_id: number, business: DemoBusiness, options: SeedOptions) {
  const { now, findHash, files } = options
  const { cover, configuration, staff, notes, waiting = [] } = business
  const { date: today } = localTimeAt(now.epochMilliseconds, TIME_ZONE)
  const moment = { today, minute: Math.floor(now.epochMilliseconds / 60_000) }
  const withTenant = <T extends object>(rows: T[]) => rows.map((row) => ({ tenant_id, ...row }))
  const insert = (table: string, rows: object[]) => filler.insert(table, withTenant(rows))

  const storePicture = async (drawing: string) => {
    const { address, uploads } = await storeDemoPicture(files, tenant_id, drawing)
    await insert('uploads', uploads)
    return address
  }

  await insert('configurations', [{ ...configuration, app_cover: await storePicture(cover) }])
  const userIds = await insert(
    'users',
    staff.map((user) => ({ ...user, password_hash: findHash(user.email) })),
  )

  const weeks = business.calendars.map(({ week }) => toRegularWeek(week))
  const calendarIds = await insert(
    'calendars',
    business.calendars.map(({ name, public_name = '', public_note = '', description, capacity }, i) => ({
      name,
      public_name,
      public_note,
      description,
      from: addDays(today, -400),
      simultaneous_bookings_number: capacity,
      weeks: [weeks[i]],
    })),
  )
  const calendars = business.calendars.map(({ capacity }, i) => ({ id: calendarIds[i]!, capacity, week: weeks[i]! }))

  const pictures: string[] = []
  for (const { picture } of business.services) pictures.push(picture ? await storePicture(picture) : '')
  const serviceIds = await insert(
    'services',
    business.services.map(({ calendar, others, ...service }, i) => ({
      allow_patient_notes: false,
      discounted_amount: '0.00',
      visible_frontend: true,
      buffer_before: 0,
      buffer_after: 0,
      slot_step: null,
      ...service,
      picture: pictures[i],
      position: i + 1,
      calendar_id: calendarIds[calendar],
    })),
  )
  const services = business.services.map((service, i) => ({
    ...service,
    id: serviceIds[i]!,
    calendar_ids: [service.calendar, ...(service.others ?? [])].map((calendar) => calendarIds[calendar]!),
  }))
  await insert(
    'service_calendars',
    services.flatMap(({ id: service_id, calendar_ids: [, ...others] }) =>
      others.map((calendar_id) => ({ service_id, calendar_id })),
    ),
  )

  const exceptions = [
    ...closuresAround(today, calendarIds),
    ...specialOpeningsToday(today, business.calendars, calendarIds),
  ]
  await insert('calendar_exceptions', exceptions)

  const people = customers()
  const customerIds = await insert(
    'customers',
    people.map((person, i) => ({ ...person, identity: customerIdentity(person), notes: CUSTOMER_NOTES[i] ?? '' })),
  )

  const bookings = seedBookings(
    {
      timeZone: TIME_ZONE,
      calendars,
      services,
      exceptions,
      notes,
      fullDay: waiting.length > 0 ? saturdayAfter(today) : undefined,
      customers: people.map((person, i) => ({ ...person, id: customerIds[i]! })),
    },
    moment,
  )
  const bookingIds = await insert(
    'bookings',
    bookings.map((booking) => ({
      ...booking,
      privacy_version: DEFAULT_PRIVACY_VERSION,
      consented_at: booking.created_at,
    })),
  )
  const { reschedules, attendances, messages } = seedHistory(
    bookings.map((booking, i) => ({ ...booking, id: bookingIds[i]! })),
    userIds,
    moment,
  )
  await insert('booking_history', reschedules)
  await insert('booking_history', attendances)
  await insert('messages', messages)
  await insert('calendar_days', [
    ...new Map(
      bookings.map(({ calendar_id, visit_day }) => [
        `${calendar_id} ${visit_day}`,
        { calendar_id, day: visit_day, version: 1 },
      ]),
    ).values(),
  ])

  await insert(
    'waiting_list_entries',
    waiting.map(({ service, calendar, part }, i) => {
      const person = people[i]!
      return {
        ...person,
        identity: customerIdentity(person),
        hidden_id: randomBytes(16).toString('base64url'),
        service_id: serviceIds[service],
        calendar_id: calendar === null ? null : calendarIds[calendar],
        visit_day: saturdayAfter(today),
        part,
        privacy_version: DEFAULT_PRIVACY_VERSION,
        consented_at: now,
      }
    }),
  )

  const newest = bookings
    .map((booking, i) => ({ ...booking, id: bookingIds[i]! }))
    .filter((booking) => booking.deleted_at === null)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    .slice(0, 45)
    .reverse()
  await insert(
    'notifications',
    userIds.flatMap((user_id) =>
      newest.map(({ id, name, surname, service_name, visit_day, visit_hour, created_at }, i) => ({
        user_id,
        title: 'Nuova prenotazione',
        message: `${capitalize(formatDay(visit_day))} alle ${toShortTime(visit_hour)}: ${name} ${surname} ha prenotato ${service_name}.`,
        read: i < newest.length - 4,
        deduplication_key: `booking-created:${id}`,
        created_at,
      })),
    ),
  )
}

/** The next Saturday after tomorrow, so that cancelling is still possible. */
const saturdayAfter = (today: PlainDate) => addDays(today, 2 + ((13 - isoWeekday(addDays(today, 2))) % 7))

const toRegularWeek = (week: Hours[]): RegularWeek => ({
  windows: normalizeTimes(
    week.flatMap((hours, i) => hours.map(([from, to], j) => ({ weekdays: [i + 1], half: halves[j]!, from, to }))),
  ),
  pauses: [],
})

/** Special openings for calendars that are closed on this weekday, so that the demo is always busy. */
function specialOpeningsToday(today: PlainDate, calendars: DemoCalendar[], ids: number[]) {
  const closedToday = ids.filter((_, i) => calendars[i]!.week[isoWeekday(today) - 1]!.length === 0)
  return closedToday.flatMap((calendar_id) =>
    EXTRA_HOURS.map(([hour_from, hour_to]) => ({
      kind: 'special_opening' as const,
      calendar_id,
      day_from: today,
      day_to: today,
      hour_from,
      hour_to,
      reason: 'Apertura straordinaria',
    })),
  )
}

/** Holidays of three years, except within the next six days, and a course next week. */
function closuresAround(today: PlainDate, calendarIds: number[]) {
  const year = Number(today.slice(0, 4))
  const whole = { kind: 'closure' as const, hour_from: parsePlainTime('00:00'), hour_to: parsePlainTime('23:59') }
  const on = (y: number, day: string) => parsePlainDate(`${y}-${day}`)
  const holidays = [year - 1, year, year + 1].flatMap((y) => [
    {
      ...whole,
      day_from: on(y, '12-24'),
      hour_from: parsePlainTime('13:00'),
      day_to: on(y, '12-26'),
      reason: 'Natale',
    },
    { ...whole, day_from: on(y, '01-01'), day_to: on(y, '01-01'), reason: 'Capodanno' },
    { ...whole, day_from: on(y, '08-10'), day_to: on(y, '08-23'), reason: 'Ferie estive' },
  ])
  const isFarOff = ({ day_from, day_to }: { day_from: PlainDate; day_to: PlainDate }) =>
    day_to < today || day_from > addDays(today, 6)
  const course = addDays(today, 11 - isoWeekday(today))
  return [
    ...calendarIds.flatMap((calendar_id) => holidays.filter(isFarOff).map((holiday) => ({ ...holiday, calendar_id }))),
    {
      kind: 'closure' as const,
      calendar_id: calendarIds[0]!,
      day_from: course,
      hour_from: parsePlainTime('14:00'),
      day_to: course,
      hour_to: parsePlainTime('18:00'),
      reason: 'Corso di aggiornamento',
    },
  ]
}

/** Notes of the first customers. */
const CUSTOMER_NOTES = [
  'Allergia ai prodotti con ammoniaca: usare la linea delicata.',
  'Preferisce il mattino presto, prima del lavoro.',
  'Porta anche il figlio: lasciare un quarto d’ora in più.',
]

/** Invented names with addresses of a reserved domain. */
function customers() {
  const random = dice(7)
  const people = new Map<string, { name: string; surname: string; email: string; telephone: string }>()
  while (people.size < 180) {
    const name = random.pick(FIRST_NAMES)
    const surname = random.pick(LAST_NAMES)
    const email = `${name}.${surname.replace('’', '')}@posta.example`.toLowerCase()
    const telephone = `3330${String(100_000 + random.below(900_000))}`
    people.set(email, { name, surname, email, telephone })
  }
  return [...people.values()]
}
