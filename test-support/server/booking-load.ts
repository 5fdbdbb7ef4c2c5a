import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import type { Pool } from '../../server/src/database/connection.ts'
import { insertTenant } from '../../server/src/features/operations/provider/provider.repository.ts'
import { toCalendarRow } from '../fixtures/calendars.ts'
import type { ServerProcess } from '../processes/server-process.ts'
import { shuffle } from './shuffled.ts'
import { aBooking } from './test-server.ts'

/** The domain of the business. */
export const HOST = 'localhost'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Adds the business, which takes a booking every quarter of an hour; the demo takes seconds. */
export async function addBusiness(owner: Pool, name: string) {
  const admin = { name: 'Ada', surname: 'Bianchi', email: 'ada@example.it' }
  const id = await insertTenant(owner, { name, domain: HOST, timeZone: 'Europe/Rome', admin })
  const hours = DAYS.flatMap((day) => [
    [`${day}_morning_from`, '08:00'],
    [`${day}_morning_to`, '13:00'],
    [`${day}_afternoon_from`, '14:00'],
    [`${day}_afternoon_to`, '20:00'],
  ])
  await owner.query(
    `with calendar as (
       insert into calendars (tenant_id, name, "from", weeks) values ($1, 'Sala', '2026-01-01', $2) returning id
     )
     insert into services (tenant_id, name, duration, amount, calendar_id) select $1, 'Piega', 15, 20, id from calendar`,
    [id, toCalendarRow(Object.fromEntries(hours)).weeks],
  )
}

export type OfferedSlot = { id: number; visit_day: string; visit_hour: string }

/** Every free slot of every service of the business, shuffled. */
export async function offeredSlots(server: ServerProcess): Promise<OfferedSlot[]> {
  const { body } = await server.callUntilServed({ host: HOST, path: '/client/services?per_page=100' })
  const services: { id: number }[] = JSON.parse(body).services
  const offers = await Promise.all(
    services.map(async ({ id }) => {
      const { body } = await server.callUntilServed({ host: HOST, path: `/client/services/${id}` })
      const days: AvailableDay[] = JSON.parse(body).available_slots
      return days.flatMap(({ date, slots }) => slots.map((hour) => ({ id, visit_day: date, visit_hour: hour })))
    }),
  )
  return shuffle(offers.flat())
}

/** An attempt to book; without a status its outcome is unknown. */
export type Attempt = { key: string; id: number; payload: object; status?: number; hiddenId?: string }

export const newAttempt = ({ id, ...visit }: OfferedSlot, key: string): Attempt => ({
  key,
  id,
  payload: { ...aBooking, ...visit, email: `${key}@example.it` },
})

/** Books, again while the server is overloaded, and records the outcome. Rejects when no answer arrives. */
export async function book(server: ServerProcess, attempt: Attempt) {
  const { status, body } = await server.callUntilServed({
    host: HOST,
    method: 'POST',
    path: `/client/bookings/create/${attempt.id}`,
    payload: attempt.payload,
    headers: { 'idempotency-key': attempt.key },
  })
  attempt.status = status
  if (status === 201) attempt.hiddenId = JSON.parse(body).hidden_id
}
