import { epochDay, type PlainDate } from '../time/plain-date.ts'

/** The most weeks of a rota. */
export const MAX_WEEKS = 4

/** 'Settimana A' */
export const weekName = (index: number) => `Settimana ${'ABCD'.charAt(index)}`

/** Weeks that alternate without end, the first of them in the week of the Monday `rota_from`; one week applies always. */
export type Rota<Week> = { weeks: readonly Week[]; rota_from?: PlainDate | null | undefined }

/** The week that applies on a date, as an index; the weeks also alternate before `rota_from`. */
export function weekIndexOn(date: PlainDate, { weeks, rota_from }: Rota<unknown>): number {
  if (!rota_from) return 0
  const elapsedWeeks = Math.floor((epochDay(date) - epochDay(rota_from)) / 7)
  return ((elapsedWeeks % weeks.length) + weeks.length) % weeks.length
}

export const weekOn = <Week>(date: PlainDate, rota: Rota<Week>): Week => rota.weeks[weekIndexOn(date, rota)]!
