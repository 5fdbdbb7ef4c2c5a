import {
  type HalfDay,
  type OpeningHoursIssue,
  openingWeek,
  openingWindow,
  type RegularWeek,
  type Weekday,
  type WeekdayTimes,
  weekdays,
  weekdayTimesIssues,
} from '../availability/opening-hours.ts'
import type { PlainTime, ShortTime } from '../time/plain-time.ts'

export const halves = ['morning', 'afternoon'] as const satisfies HalfDay[]

export type OpeningHoursField = `${Weekday}_${HalfDay}_${'from' | 'to'}`

/** The opening hours of a calendar on the wire, in the order of the week. */
export const openingHoursFields: readonly OpeningHoursField[] = weekdays.flatMap((weekday) =>
  halves.flatMap((half) => [`${weekday}_${half}_from` as const, `${weekday}_${half}_to` as const]),
)

type Time = PlainTime | ShortTime

/** The 28 times of a calendar on the wire, of which an empty one is not set, and its pauses. */
export type OpeningHours = { [field in OpeningHoursField]?: Time | '' | null | undefined } & {
  pauses?: readonly WeekdayTimes[] | undefined
}

/** Ignores half-filled pairs. */
export function toRegularWeek(hours: OpeningHours): RegularWeek {
  const windows = weekdays.flatMap((weekday, i) =>
    halves.flatMap((half) => {
      const [from, to] = [hours[`${weekday}_${half}_from`], hours[`${weekday}_${half}_to`]]
      return from && to ? [{ weekdays: [i + 1], half, from, to }] : []
    }),
  )
  return { windows: normalizeTimes(windows), pauses: normalizeTimes(hours.pauses ?? []) }
}

/** The wire format of a week; a time that is not set is ''. */
export function toOpeningHours({ windows, pauses }: RegularWeek) {
  const hours = Object.fromEntries(openingHoursFields.map((field) => [field, ''])) as Record<
    OpeningHoursField,
    Time | ''
  >
  for (const { weekdays: chosen, half, from, to } of windows)
    for (const weekday of chosen.map((number) => weekdays[number - 1]!)) {
      hours[`${weekday}_${half}_from`] = from
      hours[`${weekday}_${half}_to`] = to
    }
  return { ...hours, pauses: [...pauses] }
}

/** Times as they are stored: HH:mm, each weekday once and in order. */
export const normalizeTimes = <T extends WeekdayTimes>(times: readonly T[]): T[] =>
  times.map((one) => ({
    ...one,
    weekdays: [...new Set(one.weekdays)].sort(),
    from: one.from.slice(0, 5) as ShortTime,
    to: one.to.slice(0, 5) as ShortTime,
  }))

/** Reports empty and overlapping pauses, and those outside the opening hours of a weekday. */
function pauseIssues(hours: OpeningHours): OpeningHoursIssue[] {
  const { pauses = [] } = hours
  const issues = weekdayTimesIssues(pauses)
  const week = openingWeek({ ...toRegularWeek(hours), pauses: [] })
  for (const [i, { from, to, weekdays: chosen }] of pauses.entries()) {
    const pause = openingWindow(from, to)
    if (!pause) continue
    const isOutside = week.some(
      (windows, day) =>
        chosen.includes(day + 1) && !windows.some((window) => window.from <= pause.from && pause.to <= window.to),
    )
    if (isOutside) issues.push({ path: [i, 'from'], message: 'La pausa deve stare dentro l’orario di apertura.' })
  }
  return issues.map(({ path, message }) => ({ path: ['pauses', ...path], message }))
}

/** Reports half-filled pairs, inverted pairs, an afternoon that begins before the morning ends, and wrong pauses. */
export function openingHoursIssues(hours: OpeningHours): OpeningHoursIssue[] {
  return [...weekIssues(hours), ...pauseIssues(hours)]
}

function weekIssues(hours: OpeningHours): OpeningHoursIssue[] {
  return weekdays.flatMap((weekday) => {
    const issues = [...pairIssues(hours, weekday, 'morning'), ...pairIssues(hours, weekday, 'afternoon')]
    const morning = readWindow(hours, weekday, 'morning')
    const afternoon = readWindow(hours, weekday, 'afternoon')
    if (morning && afternoon && afternoon.from < morning.to) {
      const message = 'Il pomeriggio non può iniziare prima della fine della mattina.'
      issues.push({ path: [`${weekday}_afternoon_from`], message })
    }
    return issues
  })
}

function pairIssues(hours: OpeningHours, weekday: Weekday, half: HalfDay): OpeningHoursIssue[] {
  const from: OpeningHoursField = `${weekday}_${half}_from`
  const to: OpeningHoursField = `${weekday}_${half}_to`
  if (hours[from] && !hours[to]) return [{ path: [to], message: 'Indica anche l’orario di chiusura.' }]
  if (!hours[from] && hours[to]) return [{ path: [from], message: 'Indica anche l’orario di apertura.' }]
  if (hours[from] && !readWindow(hours, weekday, half))
    return [{ path: [to], message: 'La chiusura deve essere dopo l’apertura.' }]
  return []
}

function readWindow(hours: OpeningHours, weekday: Weekday, half: HalfDay) {
  const from = hours[`${weekday}_${half}_from`]
  const to = hours[`${weekday}_${half}_to`]
  return from && to ? openingWindow(from, to) : undefined
}
