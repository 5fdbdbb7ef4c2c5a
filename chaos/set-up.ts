import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { hashAtOnce } from '../server/src/features/accounts/users/passwords.ts'
import { insertTenant } from '../server/src/features/operations/provider/provider.repository.ts'
import { type Business, serviceValue } from './business.ts'
import type { CallOptions, Client } from './client.ts'
import type { BusinessPlan } from './plan.ts'
import type { Database } from './processes/database.ts'

const PASSWORD = 'Tempesta-2026!'

/** Always open, so that slots of today can be booked whenever the run starts. */
const openingHours = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap((day) => [
    [`${day}_morning_from`, '00:00'],
    [`${day}_morning_to`, '23:30'],
  ]),
)

/** A time zone in which it is noon now. */
const zoneAtNoon = () =>
  Intl.supportedValuesOf('timeZone').find((zone) => Math.floor(localTimeAt(Date.now(), zone).minutes / 60) === 12)!

/** Creates the planned businesses and sets them up through the API. */
export async function setUpBusinesses(client: Client, database: Database, plans: BusinessPlan[]): Promise<Business[]> {
  const owner = openOwnerPool(database.urls.owner)
  try {
    const passwordHash = await hashAtOnce(PASSWORD)
    return await Promise.all(
      plans.map(async (plan) => {
        const { marker } = plan
        const domain = `${marker.toLowerCase()}.example`
        const timeZone = plan.timeZone ?? zoneAtNoon()
        const admin = { name: 'Ada', surname: marker, email: `ada@${domain}`, passwordHash }
        const tenantId = (await insertTenant(owner, { name: marker, domain, timeZone, admin }))!
        return setUp(client, plan, { domain, tenantId, timeZone })
      }),
    )
  } finally {
    await owner.end()
  }
}

type Tenant = Pick<Business, 'domain' | 'tenantId' | 'timeZone'>

async function setUp(client: Client, plan: BusinessPlan, tenant: Tenant): Promise<Business> {
  const { marker, capacity, notice, maxPerDay, buffers, waitingMinutes } = plan
  const { domain } = tenant
  const business: Business = {
    ...tenant,
    marker,
    capacity,
    notice: notice * 3_600_000,
    maxPerDay,
    calendars: [],
    services: [],
    staff: [],
    bookings: new Map(),
    ownBookings: new Map(),
    closures: [],
    series: [],
    waiting: [],
    requestedSlots: new Map(),
  }

  async function call(options: Pick<CallOptions, 'method' | 'path' | 'payload' | 'changes'>) {
    const [token] = business.staff
    const about = { actor: 'admin', business, operation: 'set up', expected: [200, 201], ...(token && { token }) }
    const { status = 0, json } = await client.call(client.servers[0]!, { ...about, ...options })
    if (status !== 200 && status !== 201) throw new Error(`${options.path}: ${status} ${JSON.stringify(json)}`)
    return json
  }

  async function logIn(email: string) {
    const { access_token } = await call({ method: 'POST', path: '/login', payload: { email, password: PASSWORD } })
    business.staff.push(access_token)
  }

  async function addService(duration: number, calendars: number[]) {
    const [calendar_id, ...other_calendar_ids] = calendars
    const [buffer_before, buffer_after] = buffers
    const name = `${marker} servizio ${duration}`
    const service = { name, duration, amount: '25.00', description: marker, calendar_id }
    const payload = { ...service, other_calendar_ids, buffer_before, buffer_after }
    const { id } = await call({ method: 'POST', path: '/services', payload })
    business.services.push({ id, name, duration, calendars })
    // The id is known only now: saving again records the first value of the service.
    const changes = [{ record: `service ${id}`, how: 'create' as const, value: serviceValue(service) }]
    await call({ method: 'PUT', path: `/services/${id}`, payload: service, changes })
  }

  await logIn(`ada@${domain}`)
  const editor = { name: 'Lia', surname: marker, email: `lia@${domain}`, role: 'editor', password: PASSWORD }
  await call({ method: 'POST', path: '/users', payload: editor })
  await logIn(editor.email)

  const welcome_text = `${marker} saluta 0`
  await call({
    method: 'PUT',
    path: '/configs/update',
    payload: {
      app_name: marker,
      app_primary_color: '#1d4ed8',
      email: `negozio@${domain}`,
      welcome_text,
      app_booking_max_months: 2,
      app_booking_hours_notice: notice,
      app_simultaneous_bookings_enabled: capacity > 1,
      app_waiting_list_minutes: waitingMinutes,
    },
    changes: [{ record: `texts ${marker}`, how: 'create', value: welcome_text }],
  })
  for (const durations of plan.calendars) {
    const name = `${marker} sala ${business.calendars.length}`
    const payload = {
      name,
      description: marker,
      from: '2026-01-01',
      simultaneous_bookings_number: capacity,
      max_bookings_per_day: maxPerDay,
      ...openingHours,
    }
    const { id } = await call({ method: 'POST', path: '/calendars', payload })
    business.calendars.push({ id, name })
    for (const duration of durations) await addService(duration, [id])
  }
  const all = business.calendars.map(({ id }) => id)
  for (const duration of plan.sharedServices) await addService(duration, all)
  return business
}
