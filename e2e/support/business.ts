import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { weekdays } from '@prenoto/core/availability/opening-hours.ts'
import type { bookSlot } from '@prenoto/core/bookings/book-slot.endpoints.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { EndpointCall } from '@prenoto/core/contract/endpoint.ts'
import type { Role } from '@prenoto/core/contract/role.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt, toInstant } from '@prenoto/core/time/time-zone.ts'
import { toCalendarRow } from '@prenoto/test-support/fixtures/calendars.ts'
import { openOwnerPool, type Pool } from '../../server/src/database/connection.ts'
import { hashAtOnce } from '../../server/src/features/accounts/users/passwords.ts'
import { insertTenant } from '../../server/src/features/operations/provider/provider.repository.ts'

/** The password of all staff. */
export const PASSWORD = 'Prova-2026!'
const passwordHash = hashAtOnce(PASSWORD)

type Row = Record<string, unknown>
type BookingBody = EndpointCall<typeof bookSlot>['body']

const newToken = () => randomBytes(32).toString('base64url')
const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** By default a business is open daily from 9 to 13 and from 14 to 19 and has one service of an hour. */
export type BusinessOptions = {
  configuration?: Partial<Configuration>
  calendar?: Row
  services?: Row[]
  suspended?: boolean
  /** The port that its pages are opened at; by default that of the server. */
  pagesPort?: number
  /** As the provider creates it: without colour, calendar and service, with first steps. */
  isNew?: boolean
}

const MORNING = ['09:00', '13:00']
const AFTERNOON = ['14:00', '19:00']

/** The customer of the tests; each test file sets another e-mail address. */
export const giulia = {
  name: 'Giulia',
  surname: 'Verdi',
  email: '',
  telephone: '+39 333 123-4567',
}

/** A time zone in which it is between 6 and 7 a.m., so that the business is closed and no test runs over midnight. */
function earlyMorningZone() {
  const ahead = (6 - new Date().getUTCHours() + 24) % 24
  const offset = ahead > 12 ? ahead - 24 : ahead
  // The signs of Etc zones are inverted.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

type Businesses = ReturnType<typeof openBusinesses>
export type Business = Awaited<ReturnType<Businesses['open']>>

/** Creates businesses for tests, each with a domain of its own on the server at `port`. */
export function openBusinesses({ port, databaseUrl }: { port: number; databaseUrl: string }) {
  const owner = openOwnerPool(databaseUrl)
  return {
    open: (plan: BusinessOptions = {}) => openBusiness({ owner, port }, plan),
    close: () => owner.end(),
  }
}

async function openBusiness({ owner, port }: { owner: Pool; port: number }, plan: BusinessOptions) {
  const { pagesPort = port } = plan
  const domain = `s${randomBytes(5).toString('hex')}.localhost`
  const zone = earlyMorningZone()
  const { date: today } = localTimeAt(Temporal.Now.instant().epochMilliseconds, zone)
  const admin = { name: 'Ada', surname: 'Neri', email: 'ada@salone.example', passwordHash: await passwordHash }
  const tenantId = (await insertTenant(owner, { name: 'Salone Aurora', domain, timeZone: zone, admin }))!

  async function insert(table: string, row: Row): Promise<number> {
    const cells = Object.entries({ tenant_id: tenantId, ...(table === 'calendars' ? toCalendarRow(row) : row) })
    const { rows } = await owner.query<{ id: number }>(
      `insert into ${table} (${cells.map(([name]) => `"${name}"`)}) values (${cells.map((_, i) => `$${i + 1}`)})
       returning *`,
      cells.map(([, value]) => value),
    )
    return rows[0]!.id
  }

  async function configure(configuration: Partial<Configuration>) {
    const cells = Object.entries(configuration)
    await owner.query(
      `update configurations set ${cells.map(([name], i) => `"${name}" = $${i + 2}`)} where tenant_id = $1`,
      [tenantId, ...cells.map(([, value]) => value)],
    )
  }

  const setSuspended = (suspended: boolean) =>
    owner.query('update tenants set suspended_at = $2 where id = $1', [tenantId, suspended ? new Date() : null])

  const { isNew = false } = plan
  if (!isNew) await owner.query('delete from first_steps where tenant_id = $1', [tenantId])
  const defaults = { app_primary_color: '#0f766e', welcome_text: 'Un’ora per te.' }
  await configure({ ...(!isNew && defaults), app_name: 'Salone Aurora', ...plan.configuration })
  const hours = Object.fromEntries(
    weekdays.flatMap((day) => [
      [`${day}_morning_from`, MORNING[0]],
      [`${day}_morning_to`, MORNING[1]],
      [`${day}_afternoon_from`, AFTERNOON[0]],
      [`${day}_afternoon_to`, AFTERNOON[1]],
    ]),
  )
  const calendarId = isNew
    ? 0
    : await insert('calendars', { name: 'Sala', from: '2020-01-01', ...hours, ...plan.calendar })

  const newService = (service: Row = {}) =>
    insert('services', { name: 'Taglio', duration: 60, amount: '25.00', calendar_id: calendarId, ...service })

  const serviceIds: number[] = []
  for (const service of plan.services ?? (isNew ? [] : [{}])) serviceIds.push(await newService(service))
  if (plan.suspended) await setSuspended(true)

  async function newUser(user: Row = {}) {
    const email = `u${randomBytes(5).toString('hex')}@salone.example`
    const row = { name: 'Ugo', surname: 'Riva', email, role: 'editor', password_hash: await passwordHash, ...user }
    return { id: await insert('users', row), email: row.email }
  }

  /** Calls the API from outside the page under test. */
  async function api(
    method: string,
    path: string,
    body?: object,
    headers: Row = {},
    from: { localAddress?: string } = {},
  ) {
    const call = request({
      ...from,
      host: '127.0.0.1',
      port,
      method,
      path: `/api${path}`,
      headers: { host: `${domain}:${port}`, ...(body && { 'content-type': 'application/json' }), ...headers } as Record<
        string,
        string
      >,
    })
    call.end(body && JSON.stringify(body))
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    const answer = await text(response)
    return { status: response.statusCode!, body: answer ? JSON.parse(answer) : undefined }
  }

  return {
    domain,
    tenantId,
    today,
    zone,
    calendarId,
    serviceId: serviceIds[0]!,
    admin,
    serviceIds,
    api,
    configure,
    newService,
    insert,
    setSuspended,
    at: (path: string) => `http://${domain}:${pagesPort}${path}`,
    bookingPage: (serviceId = serviceIds[0]!) => `http://${domain}:${pagesPort}/client_service/${serviceId}/booking`,
    /** Adds a calendar to the first service, by default with the same hours. */
    async newOtherCalendar(calendar: Row) {
      const id = await insert('calendars', { from: '2020-01-01', ...hours, ...calendar })
      await owner.query('insert into service_calendars (tenant_id, service_id, calendar_id) values ($1, $2, $3)', [
        tenantId,
        serviceIds[0],
        id,
      ])
      return id
    },
    /** The n-th day from today. */
    day: (n: number): PlainDate => addDays(today, n),
    newUser,

    /** The address of a one-time link to choose a password. */
    async passwordLink(userId: number) {
      const token = newToken()
      await owner.query(
        `insert into password_links (tenant_id, token_hash, user_id, expires_at)
         values ($1, $2, $3, now() + interval '1 day')`,
        [tenantId, hashToken(token), userId],
      )
      return `http://${domain}:${port}/set_password#${token}`
    },

    /** The address of a one-time link that locks out an intruder, who logged in a minute ago. */
    async deviceLink(userId: number) {
      const token = newToken()
      await owner.query(
        `with log_in as (
           insert into new_device_log_ins (tenant_id, user_id, user_agent, address, had_second_factor, created_at)
           values ($1, $3, '', '', false, now() - interval '1 minute') returning id
         )
         insert into device_links (tenant_id, token_hash, user_id, log_in_id, expires_at)
         select $1, $2, $3, id, now() + interval '7 days' from log_in`,
        [tenantId, hashToken(token), userId],
      )
      return `http://${domain}:${port}/not_me#${token}`
    },

    /** Changes the e-mail address of a user. Returns the links that restore the previous address and confirm the new one. */
    async changeEmail(userId: number, email: string) {
      const { rows } = await owner.query<{ id: number; email: string }>(
        `with previous as (
           insert into previous_emails (tenant_id, user_id, email, reserved_until)
           select tenant_id, id, email, now() + interval '7 days' from users where tenant_id = $1 and id = $2
           returning id, email
         ), changed as (
           update users set email = $3, is_email_confirmed = false where tenant_id = $1 and id = $2
         )
         select id, email from previous`,
        [tenantId, userId, email],
      )
      const previous = rows[0]!
      const linkTo = async (page: string, about: string, previousId: number | null) => {
        const token = newToken()
        await owner.query(
          `insert into email_links (tenant_id, token_hash, user_id, email, previous_email_id, expires_at)
           values ($1, $2, $3, $4, $5, now() + interval '7 days')`,
          [tenantId, hashToken(token), userId, about, previousId],
        )
        return `http://${domain}:${port}/${page}#${token}`
      }
      return {
        restoring: await linkTo('restore_email', previous.email, previous.id),
        confirming: await linkTo('confirm_email', email, null),
      }
    },

    /** Attaches another domain, as if the business had proved it. Returns the address of a path there. */
    async attachDomain(path: string) {
      const added = `www.${domain}`
      await owner.query('insert into domains (tenant_id, domain, verified_at) values ($1, $2, now())', [
        tenantId,
        added,
      ])
      return `http://${added}:${pagesPort}${path}`
    },

    async adminId() {
      const { rows } = await owner.query<{ id: number }>(
        'select id from users where tenant_id = $1 order by id limit 1',
        [tenantId],
      )
      return rows[0]!.id
    },

    /** A new session token of the admin, or of a new user with another role. */
    async token(role: Role = 'admin', user: Row = {}) {
      const email = role === 'admin' ? admin.email : (await newUser({ role, ...user })).email
      const token = newToken()
      await owner.query(
        `with known as (
           update users set is_email_confirmed = true where tenant_id = $1 and email = $3 returning tenant_id, id
         )
         insert into sessions (tenant_id, token_hash, user_id, created_at, last_used_at)
         select tenant_id, $2, id, now(), now() from known`,
        [tenantId, hashToken(token), email],
      )
      return token
    },

    /** Makes the last proof of every session too old for sensitive calls. */
    expireProofs: () =>
      owner.query(`update sessions set proved_at = now() - interval '16 minutes' where tenant_id = $1`, [tenantId]),

    /** Ends the time of every log-in that waits for a second factor. */
    expireChallenges: () =>
      owner.query('update log_in_challenges set expires_at = now() where tenant_id = $1', [tenantId]),

    /** Uses up the log-ins of unknown devices of a user for today, except one. */
    leaveOneAttempt: (userId: number) =>
      owner.query(
        `insert into system.rate_limits (key, points, expire)
         values ('log-in-day:' || $1 || '/' || $2, 99, extract(epoch from now() + interval '1 day') * 1000)
         on conflict (key) do update set points = excluded.points`,
        [String(tenantId), String(userId)],
      ),

    /** Ends all sessions of a user. */
    logOutEverywhere: (email: string) =>
      owner.query(
        `delete from sessions s using users u
         where s.tenant_id = $1 and u.tenant_id = $1 and u.id = s.user_id and u.email = $2`,
        [tenantId, email],
      ),

    setServicePosition: (id: number, position: number) =>
      owner.query('update services set position = $3 where tenant_id = $1 and id = $2', [tenantId, id, position]),

    newDayOff: (row: Row) =>
      insert('calendar_exceptions', { kind: 'closure', calendar_id: calendarId, reason: 'Ferie', ...row }),

    /** Books as a visitor through the API. */
    async book(booking: Partial<BookingBody> & Pick<BookingBody, 'visit_day' | 'visit_hour'>) {
      // The bookings of a test's set-up do not count towards the limits of a contact and of the business.
      await owner.query('delete from system.recipients where tenant_id = $1', [tenantId])
      await owner.query(`delete from system.rate_limits where key = 'bookings:' || $1 || '/hour'`, [String(tenantId)])
      const { status, body } = await api('POST', `/client/bookings/create/${serviceIds[0]}`, {
        ...giulia,
        telephone: '3331234567',
        privacy: true,
        ...booking,
      })
      if (status !== 201) throw new Error(`The booking failed: ${JSON.stringify(body)}`)
      return body as { id: number; hidden_id: string }
    },

    /** Inserts a booking on any day, past ones too, without notifications. */
    async insertBooking({ visit_day, visit_hour, ...booking }: Row & { visit_day: PlainDate; visit_hour: string }) {
      const person = { ...giulia, telephone: '3331234567' }
      const starts = toInstant(visit_day, parsePlainTime(visit_hour), zone)
      const identity = randomBytes(5).toString('hex')
      return insert('bookings', {
        ...person,
        hidden_id: randomBytes(16).toString('base64url'),
        customer_id: booking.customer_id ?? (await insert('customers', { ...person, identity })),
        calendar_id: calendarId,
        service_id: serviceIds[0],
        service_name: 'Taglio',
        service_duration: 60,
        service_price: '25.00',
        visit_day,
        visit_hour,
        starts_at: starts.toString(),
        ends_at: starts.add({ minutes: 60 }).toString(),
        ...booking,
      })
    },

    /** Marks the confirmation of a booking as refused by the mail server. */
    refuseEmail: (bookingId: number) =>
      insert('messages', {
        deduplication_key: `confirmation:${bookingId}`,
        kind: 'confirmation',
        record_id: bookingId,
        refused_at: new Date(),
        refusal: '550 5.1.1',
      }),

    /** The bookings in the database that are not cancelled, in order of their visits. */
    async bookings() {
      const { rows } = await owner.query(
        `select id, hidden_id, name, surname, email, telephone, visit_day, visit_hour, service_name,
                calendar_id, patient_notes from bookings
         where tenant_id = $1 and deleted_at is null order by visit_day, visit_hour, id`,
        [tenantId],
      )
      return rows as {
        id: number
        hidden_id: string
        name: string
        visit_day: PlainDate
        visit_hour: PlainTime
        calendar_id: number
        patient_notes: string
      }[]
    },

    /** Sends the e-mails at once that wait for ten minutes without another change. */
    sendWaitingEmails: () =>
      owner.query(
        `update pgboss.job set start_after = now()
         where name = 'send-email' and state = 'created' and data ->> 'tenant_id' = $1::text`,
        [tenantId],
      ),

    /** The number of notifications of the admin. */
    async countNotifications() {
      const { rows } = await owner.query<{ count: number }>(
        `select count(*)::int as count from notifications
         where tenant_id = $1 and user_id = (select min(id) from users where tenant_id = $1)`,
        [tenantId],
      )
      return rows[0]!.count
    },

    /** Adds a customer to the waiting list and offers the slot for ten minutes. Returns the private link. */
    async offerSlot(visit_day: PlainDate, visit_hour = '09:00') {
      const hidden_id = randomBytes(16).toString('base64url')
      const entry_id = await insert('waiting_list_entries', {
        ...giulia,
        telephone: '3331234567',
        hidden_id,
        service_id: serviceIds[0],
        visit_day,
        identity: hidden_id,
        privacy_version: 'test',
        consented_at: new Date(),
      })
      const starts = toInstant(visit_day, parsePlainTime(visit_hour), zone)
      await insert('slot_holds', {
        entry_id,
        calendar_id: calendarId,
        visit_day,
        visit_hour,
        starts_at: starts.toString(),
        ends_at: starts.add({ minutes: 60 }).toString(),
        held_until: new Date(Date.now() + 600_000),
      })
      return `http://${domain}:${pagesPort}/waiting-list/${hidden_id}`
    },

    /** Ends every offer. */
    endOffers: () => owner.query('update slot_holds set held_until = now() where tenant_id = $1', [tenantId]),

    /** The private link of the newest waiting-list entry. */
    async waitingLink() {
      const { rows } = await owner.query<{ hidden_id: string }>(
        'select hidden_id from waiting_list_entries where tenant_id = $1 order by id desc limit 1',
        [tenantId],
      )
      return `http://${domain}:${pagesPort}/waiting-list/${rows[0]!.hidden_id}`
    },

    async contactRequests() {
      const { rows } = await owner.query(
        'select name, email, phone, message from contact_requests where tenant_id = $1',
        [tenantId],
      )
      return rows as object[]
    },
  }
}
