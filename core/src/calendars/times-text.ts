import type { RegularWeek } from '../availability/opening-hours.ts'
import { weekName } from '../availability/rota.ts'
import { weekdayNames } from './weekday-names.ts'

type Times = { weekdays: readonly number[]; from: string; to: string }

/** 'lun–ven 14:00–20:00, sab 9:00–13:00' */
export const timesText = (times: readonly Times[]) =>
  times.map(({ weekdays, from, to }) => `${weekdayNames(weekdays)} ${from}–${to}`).join(', ')

/** 'lun–ven 09:00–13:00, lun–gio 15:00–19:00; pause: lun 11:00–11:15' */
export function weekText({ windows, pauses }: RegularWeek): string {
  const byTimes = Map.groupBy(windows, ({ from, to }) => `${from} ${to}`)
  const merged = [...byTimes.values()].map((alike) => ({
    ...alike[0]!,
    weekdays: alike.flatMap(({ weekdays }) => weekdays),
  }))
  return `${timesText(merged) || 'chiuso'}${pauses.length > 0 ? `; pause: ${timesText(pauses)}` : ''}`
}

/** 'Settimana B: lun 09:00–13:00. Settimana C: chiuso'; the weeks after the first of a rota. */
export const otherWeeksText = (weeks: readonly RegularWeek[]) =>
  weeks.map((week, i) => `${weekName(i + 1)}: ${weekText(week)}`).join('. ')
