import { addDays, epochDay, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { outcomeOf } from './records.ts'
import { changesMind } from './second-thoughts.ts'
import { emailOf, SERIES, seriesValueOf, slotsOf } from './shop.ts'
import { atWork } from './staff.ts'
import type { Scene } from './visitors.ts'

/** Visits of a series, and from how many days ahead on: earlier ones might be due to be reminded of. */
const TIMES = 3
const SOONEST = 4

type Slot = { visit_day: PlainDate; visit_hour: PlainTime }

const shift = (visits: Slot[], days: number): Slot[] =>
  visits.map(({ visit_day, visit_hour }) => ({ visit_day: addDays(visit_day, days), visit_hour }))

export async function bookSeries(scene: Scene) {
  const { shop, chance, serial } = scene
  const { ask, insist } = atWork(scene)
  const service = chance.pick(shop.services)
  const { status, json } = await ask({ method: 'GET', path: `/services/${service.id}`, expected: [200] })
  const soonest = addDays(localTimeAt(Date.now(), shop.timeZone).date, SOONEST)
  const slots = (status === 200 ? slotsOf(json) : []).filter(({ visit_day }) => visit_day >= soonest)
  if (slots.length === 0) return
  const first = chance.pick(slots.slice(0, 100))
  const visits = Array.from({ length: TIMES }, (_, i) => shift([first], 7 * i)[0]!)
  const key = `${shop.marker.toLowerCase()}-${SERIES}${serial}`
  const record = `series ${key}`
  const value = seriesValueOf(visits)
  const told = await insist({
    method: 'POST',
    path: '/bookings/series',
    key,
    payload: {
      service_id: service.id,
      visits,
      name: `${shop.marker} ${key}`,
      surname: shop.marker,
      email: emailOf(key),
      telephone: '3337654321',
    },
    expected: [201, 409],
    change: { record, how: 'create', value },
    learn: ({ bookings }) => ({ sights: [{ record, value: seriesValueOf(bookings) }] }),
  })
  if (told.status === 201) shop.series.push({ first: told.json.bookings[0].id, record })
}

/** A series as it is now; undefined when it is gone or there was no answer. */
async function readSeries(scene: Scene) {
  const { shop, chance } = scene
  const { ask } = atWork(scene)
  if (shop.series.length === 0) return undefined
  const { first, record } = chance.pick(shop.series.slice(-20))
  const expected = [200, 404]
  const absent = [{ record, value: null }]
  const one = await ask({ method: 'GET', path: `/bookings/${first}`, expected, absent })
  const all = await ask({
    method: 'GET',
    path: `/bookings/${first}/series`,
    expected,
    learn: ({ visits }) => ({ sights: [{ record, value: visits.length > 0 ? seriesValueOf(visits) : null }] }),
    absent,
  })
  if (one.status !== 200 || all.status !== 200) return undefined
  return { first, record, booking: one.json, visits: all.json.visits as Slot[] }
}

/** Moves all of it by some days. Once, to the version that was read: where the others go follows from that. */
export async function moveSeries(scene: Scene) {
  const series = await readSeries(scene)
  if (!series) return
  const { first, record, booking, visits } = series
  const days = 1 + scene.chance.below(3)
  const moved = shift(visits, days)
  const isWhole = visits.length === TIMES && epochDay(visits[0]!.visit_day) === epochDay(booking.visit_day)
  if (!isWhole) return
  const { service_id, visit_hour, name, surname, email, telephone, version } = booking
  await atWork(scene).ask({
    method: 'PUT',
    path: `/bookings/series/update/${first}`,
    payload: { service_id, visit_hour, name, surname, email, telephone, visit_day: moved[0]!.visit_day },
    version,
    expected: [200, 404, 409],
    change: { record, how: 'update', value: seriesValueOf(moved) },
    absent: [{ record, value: null }],
  })
}

export async function deleteSeries(scene: Scene) {
  const series = await readSeries(scene)
  if (!series) return
  const { first, record } = series
  const { insist } = atWork(scene)
  const told = await insist({
    method: 'DELETE',
    path: `/bookings/series/delete/${first}`,
    expected: [204, 404],
    change: { record, how: 'delete', value: null },
    absent: [{ record, value: null }],
  })
  if (outcomeOf(told) === 'refused' || !(await changesMind(scene.chance))) return
  await insist({
    method: 'POST',
    path: `/bookings/series/restore/${first}`,
    payload: {},
    expected: [200, 404, 409],
    change: { record, how: 'restore', value: null },
  })
}
