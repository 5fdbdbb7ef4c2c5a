import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import { formatDate, formatDay, formatDays, formatShortDay, formatShortDays } from '@prenoto/core/time/format.ts'
import { addDays, type PlainDate, toDateParts } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { Printer } from 'lucide-react'
import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { daysOfWeek, mondayBefore } from '../../../../lib/month-days.ts'
import { EmptyState, FailedRead } from '../../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { WorkWeekLink } from '../../calendars/work-week-link.tsx'
import { useNow } from '../../configuration/use-now.ts'
import { useUser } from '../../session/session.queries.ts'
import type { PreferredVisit } from '../booking-form/available-slots.ts'
import NowAndNext from '../day-view/now-and-next.tsx'
import { CalendarHead } from '../month-view/calendar-head.tsx'
import { ALL, isPhone, type ShownCalendar } from '../month-view/use-shown-days.ts'
import { useRescheduleWithDialog } from '../reschedule/use-reschedule.tsx'
import { useBookingActions } from '../visit-actions/use-booking-actions.tsx'
import styles from './agenda.module.css'
import type { ChosenTime } from './agenda-column.tsx'
import { axisOfDays, type Column, columnsOfDay, columnsOfDays } from './agenda-columns.ts'
import { AgendaGrid } from './agenda-grid.tsx'
import { CalendarPicker } from './calendar-picker.tsx'
import { DaySheet } from './day-sheet.tsx'
import type { Drop } from './use-drag.ts'
import { useBookingsOfToday, useWeek } from './use-week.ts'
import { ActionsContext } from './visit-block.tsx'

const WEEK = 7

type AgendaProps = {
  view: 'settimana' | 'giorno'
  day: PlainDate
  today: PlainDate
  /** Undefined before a choice: the day view then shows all calendars, the week view one. */
  calendar: ShownCalendar | undefined
  onDay: (day: PlainDate) => void
  onCalendar: (calendar: ShownCalendar) => void
  /** Opens a day in the day view. */
  onOpenDay: (day: PlainDate) => void
  onAdd: (preferred: PreferredVisit) => void
  /** Shown below the grid. */
  children?: ReactNode
}

/** A day with a column for each calendar, or a week with a column for each day. */
export default function Agenda({
  view,
  day,
  today,
  calendar: chosenCalendar,
  onDay,
  onCalendar,
  onOpenDay,
  onAdd,
  children,
}: AgendaProps) {
  const isWeek = view === 'settimana'
  const monday = mondayBefore(day)
  const { data, isFailed, retry } = useWeek(monday)
  const bookingsOfToday = useBookingsOfToday(today)
  const now = useNow()
  const { calendar_id: ownCalendarId } = useUser()
  const title = useRef<HTMLDivElement>(null)
  const actions = useBookingActions({ today, onRemoved: () => title.current?.focus() })
  const getActions = useRef(actions.getActions)
  useLayoutEffect(() => {
    getActions.current = actions.getActions
  })
  const reschedule = useRescheduleWithDialog()

  const only = calendarToShow(data?.hours ?? [], { chosenCalendar, ownCalendarId, isWeek })
  const { date, minutes } = now
  const grid = useMemo(() => {
    if (!data) return undefined
    const present = { date, minutes }
    const columns = isWeek
      ? columnsOfDays(data, daysOfWeek(monday), present, only)
      : columnsOfDay(data, day, present, { ownCalendarId, only })
    return { isWeek, axis: axisOfDays(data), columns }
  }, [data, isWeek, monday, day, date, minutes, ownCalendarId, only])
  // Deferred, so that rendering hundreds of visits does not block input.
  const shownGrid = useDeferredValue(grid)

  const step = isWeek ? WEEK : 1
  const labels = isWeek
    ? {
        title: formatDays(monday, addDays(monday, WEEK - 1)),
        shortTitle: formatShortDays(monday, addDays(monday, WEEK - 1)),
        before: 'Settimana precedente',
        after: 'Settimana successiva',
      }
    : {
        title: isThisYear(day, today) ? formatDay(day) : formatDate(day),
        shortTitle: formatShortDay(day) + (isThisYear(day, today) ? '' : ` ${toDateParts(day).year}`),
        before: 'Giorno precedente',
        after: 'Giorno successivo',
      }

  const addAt = ({ day, calendar }: Column, { minute, notBefore }: ChosenTime) =>
    onAdd({ day, hour: toPlainTime(minute), notBefore: toPlainTime(notBefore), calendar: calendar?.id })
  const rescheduleTo = (booking: BookingEvent, { column, from }: Drop) =>
    reschedule.mutate({
      booking,
      to: {
        visit_day: column.day,
        visit_hour: toPlainTime(from),
        calendar_id: isWeek ? booking.calendar_id : (column.calendar?.id ?? booking.calendar_id),
      },
    })

  // On a phone it is below the grid, which then begins near the top.
  const isOnPhone = isPhone()
  const nowAndNext = (
    <div className={styles.now}>
      <NowAndNext bookings={bookingsOfToday} />
    </div>
  )

  return (
    <section className={`grid card min-w-0 p-3 rounded-l fluid ${styles.agenda}`} aria-labelledby="agenda-title">
      <div ref={title} tabIndex={-1}>
        <CalendarHead
          id="agenda-title"
          title={labels.title}
          shortTitle={labels.shortTitle}
          before={{ label: labels.before, go: () => onDay(addDays(day, -step)) }}
          after={{ label: labels.after, go: () => onDay(addDays(day, step)) }}
          onToday={() => onDay(today)}
          onAdd={() => onAdd({ day, calendar: only })}
        >
          {data && data.hours.length > 1 && (
            <CalendarPicker calendars={data.hours} ownCalendarId={ownCalendarId} value={only} onChange={onCalendar} />
          )}
          {isWeek && (
            <span className={styles.workWeek}>
              <WorkWeekLink day={monday} />
            </span>
          )}
          {!isWeek && (
            <button
              type="button"
              className={`row control gap-2 px-3 rounded-s semibold hover-sunken ${styles.print}`}
              onClick={() => print()}
            >
              <Printer size={18} aria-hidden="true" />
              Stampa
            </button>
          )}
        </CalendarHead>
      </div>
      {!isOnPhone && nowAndNext}
      {!shownGrid && !isFailed && <Skeletons count={1} height={480} className={styles.skeleton} />}
      {isFailed && <FailedRead text="Non è stato possibile leggere l’agenda." onRetry={retry} />}
      {shownGrid?.columns.length === 0 && <EmptyState text="Non ci sono calendari disponibili" />}
      {shownGrid && shownGrid.columns.length > 0 && (
        <ActionsContext value={getActions}>
          <AgendaGrid
            label={`Agenda, ${labels.title}`}
            {...shownGrid}
            now={now}
            onOpenDay={onOpenDay}
            onGap={addAt}
            onReschedule={rescheduleTo}
          />
        </ActionsContext>
      )}
      {isOnPhone && nowAndNext}
      {children}
      {actions.dialog}
      {reschedule.dialog}
      {grid && !isWeek && <DaySheet day={day} columns={grid.columns} />}
    </section>
  )
}

type Choice = { chosenCalendar: ShownCalendar | undefined; ownCalendarId: number | null; isWeek: boolean }

/** The only calendar to show; undefined for all. A week starts with the user's own calendar, or with the first. */
function calendarToShow(
  calendars: CalendarHours[],
  { chosenCalendar, ownCalendarId, isWeek }: Choice,
): number | undefined {
  const find = (calendarId: unknown) => calendars.find(({ id }) => id === calendarId)?.id
  if (chosenCalendar === ALL || (!isWeek && chosenCalendar === undefined)) return undefined
  return find(chosenCalendar) ?? (isWeek ? (find(ownCalendarId) ?? calendars[0]?.id) : undefined)
}

const isThisYear = (day: PlainDate, today: PlainDate) => toDateParts(day).year === toDateParts(today).year
