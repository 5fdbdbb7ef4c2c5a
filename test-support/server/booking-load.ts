import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import type { ServerProcess } from '../processes/server-process.ts'
import { shuffle } from './shuffled.ts'
import { aBooking } from './test-server.ts'

/** The demo business. */
export const HOST = 'localhost'

export type OfferedSlot = { id: number; visit_day: string; visit_hour: string }

/** Every free slot of every service of the demo business, shuffled. */
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
