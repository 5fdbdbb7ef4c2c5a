import { setTimeout as sleep } from 'node:timers/promises'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import type { Dice } from '../server/src/demo/random.ts'
import { outcomeOf } from './records.ts'
import { bookingValueOf, personOf, placeOf, recordOfEmail, sightsOf, slotsOf } from './shop.ts'
import { atWork, readSome, type StaffBooking } from './staff.ts'
import { chooseSlot, type Scene } from './visitors.ts'

/** Up to so many milliseconds later somebody wants it undone: now and then too late. */
const LATEST_UNDO = 12_000

/** Says whether somebody changes their mind, once they have. */
export async function changesMind(chance: Dice): Promise<boolean> {
  if (chance.chance(0.4)) return false
  await sleep(chance.chance(0.5) ? chance.below(500) : chance.below(LATEST_UNDO))
  return true
}

/** What of a booking is to be nobody else's, once it has left its place by hand. */
const holdOf = (scene: Scene, booking: StaffBooking, readAt: number) => ({
  ...placeOf(scene.shop, booking),
  records: [recordOfEmail(booking.email)],
  readAt,
})

export async function deleteAndUndo(scene: Scene) {
  const readAt = Date.now()
  const booking = await readSome(scene)
  if (!booking) return
  const { insist } = atWork(scene)
  const record = recordOfEmail(booking.email)
  const told = await insist({
    method: 'DELETE',
    path: `/bookings/delete/${booking.id}`,
    expected: [204, 404],
    change: { record, how: 'delete', value: null },
    learn: () => ({ held: holdOf(scene, booking, readAt) }),
    absent: [{ record, value: null }],
  })
  if (outcomeOf(told) === 'refused' || !(await changesMind(scene.chance))) return
  await insist({
    method: 'POST',
    path: `/bookings/restore/${booking.id}`,
    payload: {},
    // 409: it was too late.
    expected: [200, 404, 409],
    change: { record, how: 'restore', value: null },
    learn: (restored) => ({ sights: sightsOf(restored) }),
  })
}

/** Drags a booking elsewhere, and back. Once, since what it left is known only of the version that was read. */
export async function moveAndUndo(scene: Scene) {
  const readAt = Date.now()
  const booking = await readSome(scene)
  if (!booking) return
  const { shop, chance } = scene
  const { ask, insist } = atWork(scene)
  const { status, json } = await ask({
    method: 'GET',
    path: `/services/${booking.service_id}?except=${booking.id}`,
    expected: [200],
  })
  const slots = status === 200 ? slotsOf(json) : []
  if (slots.length === 0) return
  const slot = chooseSlot(chance, slots)
  // By hand any minute will do that runs into nothing.
  const visit_hour = chance.chance(0.3) ? timeOf(`${slot.visit_hour.slice(0, 4)}3`) : slot.visit_hour
  const record = recordOfEmail(booking.email)
  const told = await ask({
    method: 'PUT',
    path: `/bookings/move/${booking.id}`,
    payload: { visit_day: slot.visit_day, visit_hour },
    version: booking.version,
    expected: [200, 404, 409],
    change: {
      record,
      how: 'update',
      value: bookingValueOf({ service_id: booking.service_id, visit_day: slot.visit_day, visit_hour }),
    },
    learn: (moved) => ({
      sights: sightsOf(moved),
      gave: placeOf(shop, moved),
      ...(isElsewhere(booking, moved) && { held: holdOf(scene, booking, readAt) }),
    }),
    absent: [{ record, value: null }],
  })
  if (told.status !== 200 || !isElsewhere(booking, told.json) || !(await changesMind(chance))) return
  await insist({
    method: 'POST',
    path: `/bookings/unmove/${booking.id}`,
    payload: {},
    version: told.json.version,
    // 409: it was too late, or a colleague has changed it since.
    expected: [200, 404, 409],
    change: { record, how: 'update', value: bookingValueOf(booking) },
    learn: (back) => ({ sights: sightsOf(back).filter((sight) => sight.record !== personOf(record)) }),
  })
}

const isElsewhere = (booking: StaffBooking, moved: StaffBooking) =>
  bookingValueOf(booking) !== bookingValueOf(moved) || booking.calendar_id !== moved.calendar_id
