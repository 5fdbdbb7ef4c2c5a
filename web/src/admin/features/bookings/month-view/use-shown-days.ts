import { isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useSearchParams } from 'react-router'
import { monthOf } from '../../../../lib/month-days.ts'
import { readBrowserItem, storeBrowserItem } from '../../../../lib/session.ts'

/** How the dashboard shows bookings: a month, or the agenda of a week or of a day. */
export const VIEWS = ['mese', 'settimana', 'giorno'] as const
export type View = (typeof VIEWS)[number]

/** One calendar of the agenda by its id, or all of them. */
export type ShownCalendar = number | typeof ALL
export const ALL = 'tutti'

const rememberedAs = (userId: number) => `dashboard_view ${userId}`

/**
 * The view, the one that this person chose last in this browser unless the address says another; the selected day, today unless
 * another one was; and the shown month, the day's unless one has leafed on. They stand in the address,
 * `?giorno=2026-11-23&mese=2026-12`, so that they are there again after a visit to a booking or a reload.
 */
export function useShownDays(today: PlainDate, userId: number) {
  const [params, setParams] = useSearchParams()
  const selected = dayIn(params.get('giorno')) ?? today
  const month = dayIn(`${params.get('mese')}-01`) ?? monthOf(selected)
  const view = viewIn(params.get('vista')) ?? firstView(userId)
  const calendar = calendarIn(params.get('calendario'))

  const write = (changes: Record<string, string | undefined>) =>
    setParams(changed(params, changes), { replace: true, preventScrollReset: true, flushSync: true })
  const show = (day: PlainDate, shown: PlainDate) =>
    write({
      giorno: day === today ? undefined : day,
      mese: shown === monthOf(day) ? undefined : shown.slice(0, 7),
    })
  return {
    view,
    selected,
    month,
    /** Of which calendar alone the agenda is shown; undefined where none was chosen. */
    calendar,
    select: (day: PlainDate) => show(day, month),
    /** Selects a day and shows its month. */
    goTo: (day: PlainDate) => show(day, monthOf(day)),
    showMonth: (shown: PlainDate) => show(selected, shown),
    goToToday: () => show(today, monthOf(today)),
    showCalendar: (calendar: ShownCalendar) => write({ calendario: String(calendar) }),
    /** Shows the day that is selected in another way, or another one. */
    showView: (chosen: View, day = selected) => {
      storeBrowserItem(rememberedAs(userId), chosen)
      write({ vista: chosen, giorno: day === today ? undefined : day, mese: undefined })
    },
  }
}

function changed(params: URLSearchParams, changes: Record<string, string | undefined>) {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  return next
}

const isPhone = () => matchMedia('(max-width: 719px)').matches

/** The month for those who never chose. On a phone a day is as much as one sees. */
function firstView(userId: number): View {
  const chosen = viewIn(readBrowserItem(rememberedAs(userId)) ?? null) ?? 'mese'
  return chosen === 'settimana' && isPhone() ? 'giorno' : chosen
}

const viewIn = (text: string | null) => VIEWS.find((view) => view === text)

const calendarIn = (text: string | null): ShownCalendar | undefined => (text === ALL ? ALL : Number(text) || undefined)

const dayIn = (text: string | null) => (text !== null && isPlainDate(text) ? text : undefined)
