import { addDays } from '@prenoto/core/time/plain-date.ts'
import { timeOf, toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { changesMind } from './second-thoughts.ts'
import { closureOf, closureValueOf, isOfSeries, openingValueOf, recordOfEmail } from './shop.ts'
import { atWork } from './staff.ts'
import type { Scene } from './visitors.ts'

/** How many bookings are cancelled with a closure at most. */
const CANCELLED = 6

/** Closes all calendars for some hours and cancels bookings within, all or nothing; in the end, now and then, all of it is taken back. */
export async function closeCalendars(scene: Scene) {
  const { shop, chance, serial } = scene
  const { ask, insist } = atWork(scene)
  const day = addDays(localTimeAt(Date.now(), shop.timeZone).date, chance.below(12))
  const hour = chance.below(21)
  const span = {
    day_from: day,
    hour_from: toShortTime(toPlainTime(hour * 60)),
    day_to: day,
    hour_to: toShortTime(toPlainTime((hour + 1 + chance.below(3)) * 60)),
  }
  const within = await ask({
    method: 'POST',
    path: '/days_off/batch/bookings',
    payload: { calendar_ids: shop.calendars, spans: [span] },
    expected: [200],
  })
  if (within.status !== 200) return
  const bookings: { id: number; email: string }[] = within.json.bookings
  const chosen = bookings.filter((booking) => !isOfSeries(booking)).slice(0, CANCELLED)
  const recordOf = new Map(chosen.map(({ id, email }) => [id, recordOfEmail(email)]))
  const reason = `${shop.marker} insieme ${serial}`
  const closures = shop.calendars.map((calendar_id) => ({ calendar_id, ...span }))
  const closureRecords = closures.map((closure) => closureOf(reason, closure))
  const told = await insist({
    method: 'POST',
    path: '/days_off/batch',
    key: `${shop.marker}-closures-${serial}`,
    payload: { calendar_ids: shop.calendars, spans: [{ ...span, reason }], cancel: { only: [...recordOf.keys()] } },
    expected: [201],
    also: [
      ...closures.map((closure, i) => ({
        record: closureRecords[i]!,
        how: 'create' as const,
        value: closureValueOf(closure),
      })),
      ...[...recordOf.values()].map((record) => ({ record, how: 'delete' as const, value: null })),
    ],
    // Those that were moved out of it meanwhile are left alone.
    learn: ({ cancelled }: { cancelled: number[] }) => ({
      changed: [...closureRecords, ...cancelled.map((id) => recordOf.get(id)!)],
    }),
  })
  if (told.status !== 201) return
  const cancelled: number[] = told.json.cancelled
  if (cancelled.length > 0 && (await changesMind(chance)))
    await insist({
      method: 'POST',
      path: '/days_off/bookings/restore',
      payload: { ids: cancelled },
      expected: [204, 404, 409],
      also: cancelled.map((id) => ({ record: recordOf.get(id)!, how: 'restore' as const, value: null })),
    })
  if (chance.chance(0.5))
    await insist({
      method: 'DELETE',
      path: `/days_off/batch/${told.json.daysOff[0].id}`,
      expected: [204, 404],
      also: closureRecords.map((record) => ({ record, how: 'delete' as const, value: null })),
    })
}

/** The gap at noon, and the half hour before midnight, in which the calendars of the storm are shut. */
const SHUT = [
  { hour_from: '12:00', hour_to: '12:30' },
  { hour_from: '23:30', hour_to: '00:00' },
] as const

export const isShut = (minute: number) => (minute >= 720 && minute < 750) || minute >= 1410

export async function openBesides(scene: Scene) {
  const { shop, chance, serial } = scene
  const opening = {
    calendar_id: chance.pick(shop.calendars),
    day: addDays(localTimeAt(Date.now(), shop.timeZone).date, chance.below(8)),
    ...chance.pick(SHUT),
  }
  const reason = `${shop.marker} ${serial}`
  const record = `opening ${reason}`
  const { status, json } = await atWork(scene).insist({
    method: 'POST',
    path: '/openings',
    key: `${shop.marker}-opening-${serial}`,
    payload: { ...opening, reason },
    expected: [201],
    change: {
      record,
      how: 'create',
      value: openingValueOf({
        ...opening,
        hour_from: timeOf(`${opening.hour_from}:00`),
        hour_to: timeOf(`${opening.hour_to}:00`),
      }),
    },
  })
  if (status === 201) shop.openings.push({ id: json.id, record })
}

export async function openBesidesNoMore(scene: Scene) {
  const opening = scene.shop.openings.shift()
  if (!opening) return
  const { insist } = atWork(scene)
  const { record } = opening
  await insist({
    method: 'DELETE',
    path: `/openings/${opening.id}`,
    expected: [204, 404],
    change: { record, how: 'delete', value: null },
    absent: [{ record, value: null }],
  })
  if (await changesMind(scene.chance))
    await insist({
      method: 'POST',
      path: `/openings/${opening.id}/restore`,
      payload: {},
      expected: [200, 404, 409],
      change: { record, how: 'restore', value: null },
    })
}
