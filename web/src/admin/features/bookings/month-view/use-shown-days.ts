import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useSearchParams } from 'react-router'
import { firstOfMonth } from '../../../../lib/month-days.ts'
import { readBrowserItem, storeBrowserItem } from '../../../../lib/session.ts'

/** The dashboard's views: a month, or the agenda of a week or a day. */
export const VIEWS = ['mese', 'settimana', 'giorno'] as const
export type View = (typeof VIEWS)[number]

/** A calendar's id, or all calendars. */
export type ShownCalendar = number | typeof ALL
export const ALL = 'tutti'

const viewKey = (userId: number) => `dashboard_view ${userId}`

/**
 * The view, the selected day and the shown month, read from the address (`?giorno=2026-11-23&mese=2026-12`), so that
 * they survive a reload. Defaults: the view last chosen in this browser, today, and the month of the selected day.
 */
export function useShownDays(today: PlainDate, userId: number) {
  const [params, setParams] = useSearchParams()
  const selected = dayIn(params.get('giorno')) ?? today
  const month = dayIn(`${params.get('mese')}-01`) ?? firstOfMonth(selected)
  const view = viewIn(params.get('vista')) ?? defaultView(userId)
  const calendar = calendarIn(params.get('calendario'))

  const write = (changes: Record<string, string | undefined>) =>
    setParams(changeParams(params, changes), { replace: true, preventScrollReset: true, flushSync: true })
  const show = (day: PlainDate, shownMonth: PlainDate, changes = {}) =>
    write({
      ...changes,
      giorno: day === today ? undefined : day,
      mese: shownMonth === firstOfMonth(day) ? undefined : shownMonth.slice(0, 7),
    })
  return {
    view,
    selected,
    month,
    /** The agenda's calendar; undefined before a choice. */
    calendar,
    select: (day: PlainDate) => show(day, month),
    /** Selects a day and shows its month. */
    goTo: (day: PlainDate) => show(day, firstOfMonth(day)),
    showMonth: (shownMonth: PlainDate) => show(selected, shownMonth),
    goToToday: () => show(today, firstOfMonth(today)),
    showCalendar: (calendar: ShownCalendar) => write({ calendario: String(calendar) }),
    /** Shows the day of a booking, and its calendar if the agenda shows one. */
    showBooking: ({ visit_day: day, calendar_id }: Pick<StaffBooking, 'visit_day' | 'calendar_id'>) => {
      const showsOne = calendar !== ALL && (view === 'settimana' || calendar !== undefined)
      show(day, firstOfMonth(day), showsOne ? { calendario: String(calendar_id) } : {})
    },
    /** Changes the view and remembers it. */
    showView: (chosen: View, day = selected) => {
      storeBrowserItem(viewKey(userId), chosen)
      write({ vista: chosen, giorno: day === today ? undefined : day, mese: undefined })
    },
  }
}

function changeParams(params: URLSearchParams, changes: Record<string, string | undefined>) {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  return next
}

export const isPhone = () => matchMedia('(max-width: 719px)').matches

/** The remembered view, else the month; a phone shows a day instead of a week. */
function defaultView(userId: number): View {
  const chosen = viewIn(readBrowserItem(viewKey(userId)) ?? null) ?? 'mese'
  return chosen === 'settimana' && isPhone() ? 'giorno' : chosen
}

const viewIn = (text: string | null) => VIEWS.find((view) => view === text)

const calendarIn = (text: string | null): ShownCalendar | undefined => (text === ALL ? ALL : Number(text) || undefined)

const dayIn = (text: string | null) => (text !== null && isPlainDate(text) ? text : undefined)
