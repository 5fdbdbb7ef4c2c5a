import { addDays } from '@prenoto/core/time/plain-date.ts'
import {
  asStaff,
  type Scene,
  SERIES,
  type Service,
  type Slot,
  seriesRecord,
  seriesValue,
  someDay,
  toEmail,
} from '../business.ts'
import { pauseBeforeUndo, readStaffSlots } from './staff.ts'

/** The visits of a series. */
const TIMES = 3

/** Number of newest series among which the staff picks one. */
const NEWEST = 20

const shift = (visits: Slot[], days: number): Slot[] =>
  visits.map(({ visit_day, visit_hour }) => ({ visit_day: addDays(visit_day, days), visit_hour }))

export async function bookSeries(scene: Scene) {
  const { business, random, serial } = scene
  const service: Service = random.pick(business.services)
  const tomorrow = addDays(someDay(scene, 1), 1)
  const slots = (await readStaffSlots(scene, service.id)).filter(({ visit_day }) => visit_day >= tomorrow)
  if (slots.length === 0) return
  const first = random.pick(slots.slice(0, 100))
  const visits = Array.from({ length: TIMES }, (_, i) => shift([first], 7 * i)[0]!)
  const key = `${business.marker.toLowerCase()}${SERIES}${serial}`
  const person = { name: business.marker, surname: key, email: toEmail(key), telephone: '3337654321' }
  const record = seriesRecord(person.email)
  const { status, json } = await asStaff(scene).retry({
    method: 'POST',
    path: '/bookings/series',
    idempotencyKey: key,
    payload: { service_id: service.id, visits, ...person },
    expected: [201, 409],
    changes: [{ record, how: 'create', value: seriesValue(visits) }],
    observe: ({ bookings }) => ({ observations: [{ record, value: seriesValue(bookings) }] }),
  })
  if (status === 201) business.series.push({ first: json.bookings[0].id, record })
}

/** Reads a known series; undefined when it does not exist or there is no answer. */
async function readSomeSeries(scene: Scene) {
  const { business, random } = scene
  if (business.series.length === 0) return undefined
  const { first, record } = random.pick(business.series.slice(-NEWEST))
  const { call } = asStaff(scene)
  const expected = [200, 404]
  const onMissing = [{ record, value: null }]
  const booking = await call({ method: 'GET', path: `/bookings/${first}`, expected, onMissing })
  const series = await call({
    method: 'GET',
    path: `/bookings/${first}/series`,
    expected,
    observe: ({ visits }) => ({ observations: [{ record, value: visits.length > 0 ? seriesValue(visits) : null }] }),
    onMissing,
  })
  if (booking.status !== 200 || series.status !== 200) return undefined
  return { first, record, booking: booking.json, visits: series.json.visits as Slot[] }
}

/** Reschedules a whole series by some days; sent once, since the new days follow from the version that was read. */
export async function rescheduleSeries(scene: Scene) {
  const series = await readSomeSeries(scene)
  if (!series) return
  const { first, record, booking, visits } = series
  const { service_id, visit_day, visit_hour, name, surname, email, telephone, version } = booking
  if (visits.length !== TIMES || visits[0]!.visit_day !== visit_day) return
  const rescheduled = shift(visits, 1 + scene.random.below(3))
  await asStaff(scene).call({
    method: 'PUT',
    path: `/bookings/series/update/${first}`,
    payload: { service_id, visit_hour, name, surname, email, telephone, visit_day: rescheduled[0]!.visit_day },
    version,
    expected: [200, 404, 409],
    changes: [{ record, how: 'update', value: seriesValue(rescheduled) }],
    onMissing: [{ record, value: null }],
  })
}

/** Deletes a series and sometimes restores it. */
export async function deleteSeries(scene: Scene) {
  const series = await readSomeSeries(scene)
  if (!series) return
  const { first, record } = series
  const { retry } = asStaff(scene)
  const { status } = await retry({
    method: 'DELETE',
    path: `/bookings/series/delete/${first}`,
    expected: [204, 404],
    changes: [{ record, how: 'delete', value: null }],
    onMissing: [{ record, value: null }],
  })
  if (status === 404 || scene.random.chance(0.4)) return
  await pauseBeforeUndo(scene.random)
  await retry({
    method: 'POST',
    path: `/bookings/series/restore/${first}`,
    payload: {},
    expected: [200, 404, 409],
    changes: [{ record, how: 'restore', value: null }],
  })
}
