import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import { formatDate, formatDay, formatDays } from '@prenoto/core/time/format.ts'
import { addDays, type PlainDate, partsOf } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { Printer } from 'lucide-react'
import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { daysOfWeek, mondayOf } from '../../../../lib/month-days.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { useNow } from '../../configuration/use-now.ts'
import { useUser } from '../../session/session.queries.ts'
import type { PreferredVisit } from '../booking-form/offered-slots.ts'
import NowAndNext from '../day-view/now-and-next.tsx'
import { CalendarHead } from '../month-view/calendar-head.tsx'
import { ALL, type ShownCalendar } from '../month-view/use-shown-days.ts'
import { useMoveBooking } from '../reschedule/reschedule-booking.tsx'
import { useBookingActions } from '../visit-actions/use-booking-actions.tsx'
import styles from './agenda.module.css'
import { AgendaGrid } from './agenda-grid.tsx'
import { CalendarPicker } from './calendar-picker.tsx'
import { axisOfDays, type Column, columnsOfDay, columnsOfDays } from './columns.ts'
import { DaySheet } from './day-sheet.tsx'
import type { Drop } from './use-drag.ts'
import { useBookingsOfToday, useWeek } from './use-week.ts'
import { ActionsContext } from './visit-block.tsx'

const WEEK = 7

type AgendaProps = {
  view: 'settimana' | 'giorno'
  day: PlainDate
  today: PlainDate
  /** The calendar that was chosen; without one the day shows all, the week one. */
  calendar: ShownCalendar | undefined
  onDay: (day: PlainDate) => void
  onCalendar: (calendar: ShownCalendar) => void
  /** Shows a day by itself. */
  onOpenDay: (day: PlainDate) => void
  onAdd: (preferred: PreferredVisit) => void
  /** What else there is of the day. */
  children?: ReactNode
}

/** A day with a column for each calendar, or a week with one for each day: who comes, who is here, and what is free. */
export default function Agenda({
  view,
  day,
  today,
  calendar: asked,
  onDay,
  onCalendar,
  onOpenDay,
  onAdd,
  children,
}: AgendaProps) {
  const isWeek = view === 'settimana'
  const monday = mondayOf(day)
  const { known, isFailed, retry } = useWeek(monday)
  const bookingsOfToday = useBookingsOfToday(today)
  const now = useNow()
  const { calendar_id: own } = useUser()
  const title = useRef<HTMLDivElement>(null)
  const actions = useBookingActions({ today, onGone: () => title.current?.focus() })
  const actionsOf = useRef(actions.actionsOf)
  useLayoutEffect(() => {
    actionsOf.current = actions.actionsOf
  })
  const move = useMoveBooking()

  const only = calendarToShow(known?.hours ?? [], { asked, own, isWeek })
  const { date, minutes } = now
  const grid = useMemo(() => {
    if (!known) return undefined
    const present = { date, minutes }
    const columns = isWeek
      ? columnsOfDays(known, daysOfWeek(monday), present, only)
      : columnsOfDay(known, day, present, { own, only })
    return { isWeek, axis: axisOfDays(known), columns }
  }, [known, isWeek, monday, day, date, minutes, own, only])
  // Hundreds of visits are drawn in pieces, so that nothing that is pressed meanwhile waits for them.
  const shown = useDeferredValue(grid)

  const step = isWeek ? WEEK : 1
  const words = isWeek
    ? {
        title: formatDays(monday, addDays(monday, WEEK - 1)),
        before: 'Settimana precedente',
        after: 'Settimana successiva',
      }
    : { title: titleOf(day, today), before: 'Giorno precedente', after: 'Giorno successivo' }

  const addAt = ({ day, calendar }: Column, minute: number) =>
    onAdd({ day, hour: toPlainTime(minute), calendar: calendar?.id })
  const moveTo = (booking: BookingEvent, { column, from }: Drop) =>
    move.mutate({
      booking,
      to: {
        visit_day: column.day,
        visit_hour: toPlainTime(from),
        calendar_id: isWeek ? booking.calendar_id : (column.calendar?.id ?? booking.calendar_id),
      },
    })

  return (
    <section className={styles.agenda} aria-labelledby="agenda-title">
      <div ref={title} tabIndex={-1}>
        <CalendarHead
          id="agenda-title"
          title={words.title}
          before={{ label: words.before, go: () => onDay(addDays(day, -step)) }}
          after={{ label: words.after, go: () => onDay(addDays(day, step)) }}
          onToday={() => onDay(today)}
          onAdd={() => onAdd({ day, calendar: only })}
        >
          {known && known.hours.length > 1 && (
            <CalendarPicker calendars={known.hours} own={own} value={only} onChange={onCalendar} />
          )}
          {!isWeek && (
            <button type="button" className={styles.print} onClick={() => print()}>
              <Printer size={18} aria-hidden="true" />
              Stampa
            </button>
          )}
        </CalendarHead>
      </div>
      <div className={styles.now}>
        <NowAndNext bookings={bookingsOfToday} />
      </div>
      {!shown && !isFailed && <Skeletons count={1} height={480} className={styles.skeleton} />}
      {isFailed && (
        <EmptyState tone="danger" text="Non è stato possibile leggere l’agenda.">
          <Button look="quiet" onClick={retry}>
            Riprova
          </Button>
        </EmptyState>
      )}
      {shown?.columns.length === 0 && <EmptyState text="Non ci sono calendari disponibili" />}
      {shown && shown.columns.length > 0 && (
        <ActionsContext value={actionsOf}>
          <AgendaGrid
            label={`Agenda, ${words.title}`}
            {...shown}
            now={now}
            onOpenDay={onOpenDay}
            onGap={addAt}
            onMove={moveTo}
          />
        </ActionsContext>
      )}
      {children}
      {actions.dialog}
      {move.dialog}
      {grid && !isWeek && <DaySheet day={day} columns={grid.columns} />}
    </section>
  )
}

type Choice = { asked: ShownCalendar | undefined; own: number | null; isWeek: boolean }

/** The one calendar to show, undefined for all. Several in the columns of a week cannot be read: it begins with the user's own, or the first. */
function calendarToShow(calendars: CalendarHours[], { asked, own, isWeek }: Choice): number | undefined {
  const find = (wanted: unknown) => calendars.find(({ id }) => id === wanted)?.id
  if (asked === ALL || (!isWeek && asked === undefined)) return undefined
  return find(asked) ?? (isWeek ? (find(own) ?? calendars[0]?.id) : undefined)
}

/** 'martedì 24 novembre', with the year when it is another one. */
const titleOf = (day: PlainDate, today: PlainDate) =>
  partsOf(day).year === partsOf(today).year ? formatDay(day) : formatDate(day)
