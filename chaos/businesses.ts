import { openOwnerPool } from '../server/src/database/connection.ts'
import { hashAtOnce } from '../server/src/features/accounts/users/passwords.ts'
import { insertTenant } from '../server/src/features/operations/provider/provider.repository.ts'
import type { CallOptions, Client } from './client.ts'
import type { Database } from './processes/database.ts'

export type Business = {
  /** A word that every record of this business contains, and no record of another one. */
  marker: string
  domain: string
  tenantId: number
  timeZone: string
  /** Simultaneous visits on the calendar. */
  capacity: number
  /** Time before a visit until which visitors may book it, milliseconds. */
  notice: number
  services: number[]
  /** Session tokens, the admin's first. */
  staff: string[]
}

const PLANS = [
  { marker: 'Ambra', timeZone: 'Europe/Rome', capacity: 1, noticeHours: 0, durations: [30] },
  { marker: 'Basalto', timeZone: 'Europe/Rome', capacity: 3, noticeHours: 0, durations: [45, 20] },
  { marker: 'Diaspro', timeZone: 'America/New_York', capacity: 1, noticeHours: 2, durations: [40, 15] },
]

export const MARKERS = PLANS.map(({ marker }) => marker)

const PASSWORD = 'Tempesta-2026!'

/** Always open, so that slots of today can be booked whenever the run starts. */
const OPENING_HOURS = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap((day) => [
    [`${day}_morning_from`, '00:00'],
    [`${day}_morning_to`, '23:30'],
  ]),
)

/** Creates the businesses and sets them up through the API. */
export async function setUpBusinesses(client: Client, database: Database): Promise<Business[]> {
  const owner = openOwnerPool(database.urls.owner)
  try {
    const passwordHash = await hashAtOnce(PASSWORD)
    return await Promise.all(
      PLANS.map(async (plan) => {
        const { marker, timeZone } = plan
        const domain = `${marker.toLowerCase()}.example`
        const admin = { name: 'Ada', surname: marker, email: `ada@${domain}`, passwordHash }
        const tenantId = (await insertTenant(owner, { name: marker, domain, timeZone, admin }))!
        return setUp(client, plan, { domain, tenantId })
      }),
    )
  } finally {
    await owner.end()
  }
}

async function setUp(
  client: Client,
  { marker, timeZone, capacity, noticeHours, durations }: (typeof PLANS)[number],
  tenant: { domain: string; tenantId: number },
): Promise<Business> {
  const notice = noticeHours * 3_600_000
  const business: Business = { ...tenant, marker, timeZone, capacity, notice, services: [], staff: [] }

  async function call(method: CallOptions['method'], path: string, payload: object) {
    const about = { actor: 'admin', business, operation: 'set up', expected: [200, 201], token: business.staff[0] }
    const { status = 0, json } = await client.call(client.servers[0]!, { ...about, method, path, payload })
    if (status !== 200 && status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`)
    return json
  }
  async function logIn(email: string) {
    const { access_token } = await call('POST', '/login', { email, password: PASSWORD })
    business.staff.push(access_token)
  }

  const { domain } = tenant
  await logIn(`ada@${domain}`)
  const editor = { name: 'Lia', surname: marker, email: `lia@${domain}`, role: 'editor', password: PASSWORD }
  await call('POST', '/users', editor)
  await logIn(editor.email)
  await call('PUT', '/configs/update', {
    app_name: marker,
    app_primary_color: '#1d4ed8',
    email: `negozio@${domain}`,
    app_booking_max_months: 2,
    app_booking_hours_notice: noticeHours,
    app_simultaneous_bookings_enabled: capacity > 1,
    app_day_reminder: 1,
  })
  const hours = { from: '2026-01-01', simultaneous_bookings_number: capacity, ...OPENING_HOURS }
  const calendar = await call('POST', '/calendars', { name: `${marker} sala`, description: marker, ...hours })
  for (const duration of durations) {
    const about = { name: `${marker} servizio ${duration}`, description: marker, calendar_id: calendar.id }
    business.services.push((await call('POST', '/services', { ...about, duration, amount: '25.00' })).id)
  }
  return business
}
