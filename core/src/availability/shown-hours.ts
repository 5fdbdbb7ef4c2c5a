import { capitalize, formatDay } from '../time/format.ts'
import { addDays, isoWeekday, type PlainDate } from '../time/plain-date.ts'
import { toPlainTime, toShortTime } from '../time/plain-time.ts'
import { type CalendarSchedule, openHoursByDay } from './calendar-schedule.ts'
import { union } from './intervals.ts'
import type { OpenDay } from './open-now.ts'
import { type OpeningWeek, type OpeningWindow, weekdays, windowsOn } from './opening-hours.ts'
import { weekOn } from './rota.ts'

/** Opening hours on the public site. */
export type ShownHours = {
  /** The regular hours of this week, Monday first. */
  week: OpeningWeek
  /** The regular hours of the next week, if the weeks alternate. */
  next_week?: OpeningWeek
  /** The days from today on. */
  days: OpenDay[]
  /** The days in words: seven of them, or this week and the next under their titles; none without regular hours. */
  lists: { title: string; days: ShownDay[] }[]
}

/** 'Lunedì', or 'Lunedì 23 novembre' if its hours are not the regular ones; '09:00–13:00 · 14:00–18:00' or 'Chiuso'. */
type ShownDay = { date: PlainDate; name: string; hours: string }

const WEEK = 7

/** Days in `ShownHours.days`, open or not; if all after today are closed, the first later open day follows. */
const DAYS = WEEK + 1

/** Days ahead in which to look for that open day. */
const FAR = 180

/** Weeks after which rotas of two, three and four weeks begin again together. */
const CYCLE = 12

const MIDNIGHT = 1440

/** A business is open when any of its calendars is open. */
export function shownHours(calendars: readonly CalendarSchedule[], today: PlainDate): ShownHours {
  const openHours = calendars.map(openHoursByDay)
  const readDay = (date: PlainDate): OpenDay => ({
    date,
    windows: union(openHours.flatMap((readOpenHours) => readOpenHours(date))),
  })
  const lasting = calendars.filter(({ to }) => !to || to >= today)
  const readWeek = (weeksAhead: number): OpeningWeek =>
    weekdays.map((_, i) => union(lasting.flatMap((one) => weekOn(addDays(today, weeksAhead * WEEK), one)[i]!)))
  const [week, nextWeek] = [readWeek(0), readWeek(1)]
  const alternates =
    lasting.some(({ weeks }) => weeks.length > 1) &&
    Array.from({ length: CYCLE }, (_, i) => i).some((i) => JSON.stringify(readWeek(i)) !== JSON.stringify(week))

  const untilMonday = WEEK + 1 - isoWeekday(today)
  const count = alternates ? untilMonday + WEEK : DAYS
  const days = Array.from({ length: count }, (_, i) => readDay(addDays(today, i)))
  const later = days.slice(1).some(isOpen) ? undefined : firstOpen(readDay, addDays(today, count), addDays(today, FAR))
  return {
    week,
    ...(alternates && { next_week: nextWeek }),
    days: later ? [...days, later] : days,
    lists: !alternates
      ? [{ title: '', days: describeDays(days.slice(0, WEEK), week) }].filter(() => hasWindows(week))
      : [
          { title: 'Questa settimana', days: describeDays(days.slice(0, untilMonday), week) },
          {
            title: `Prossima settimana, dal ${formatDayOfMonth(addDays(today, untilMonday))}`,
            days: describeDays(days.slice(untilMonday), nextWeek),
          },
        ],
  }
}

const isOpen = ({ windows }: OpenDay) => windows.length > 0

const hasWindows = (week: OpeningWeek) => week.some((windows) => windows.length > 0)

/** '23 novembre' */
const formatDayOfMonth = (date: PlainDate) => formatDay(date).split(' ').slice(1).join(' ')

const describeDays = (days: readonly OpenDay[], week: OpeningWeek): ShownDay[] =>
  days.map(({ date, windows }) => {
    const [hours, usualHours] = [spans(windows), spans(windowsOn(date, week))]
    const name = hours === usualHours ? formatDay(date).split(' ')[0]! : formatDay(date)
    return { date, name: capitalize(name), hours }
  })

const clock = (minutes: number) => (minutes === MIDNIGHT ? '24:00' : toShortTime(toPlainTime(minutes)))

const spans = (windows: readonly OpeningWindow[]) =>
  windows.map(({ from, to }) => `${clock(from)}–${clock(to)}`).join(' · ') || 'Chiuso'

function firstOpen(readDay: (date: PlainDate) => OpenDay, from: PlainDate, to: PlainDate): OpenDay | undefined {
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const day = readDay(date)
    if (isOpen(day)) return day
  }
}
