import { LISTED_PER_DAY } from '@prenoto/core/bookings/booking-schema.ts'
import { formatDay, formatMonth, shortWeekdays } from '@prenoto/core/time/format.ts'
import { addMonths, type PlainDate, toDateParts } from '@prenoto/core/time/plain-date.ts'
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { dayAfterKey, firstOfMonth, gridRange, weeksInMonth } from '../../../../lib/month-days.ts'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { customerName, type DayBookings, NO_BOOKINGS, timeRange } from '../booking-format.ts'
import type { ClosedHours } from '../closed-hours.ts'
import { CalendarHead } from './calendar-head.tsx'
import styles from './month-view.module.css'

type MonthCalendarProps = {
  month: PlainDate
  today: PlainDate
  selected: PlainDate
  /** Undefined while loading. */
  bookings: Map<PlainDate, DayBookings> | undefined
  closed: Map<PlainDate, ClosedHours[]> | undefined
  /** Error message of a failed read. */
  failure: string | undefined
  onRetry: () => void
  onMonth: (month: PlainDate) => void
  onSelect: (day: PlainDate) => void
  onToday: () => void
  onAdd: () => void
}

/** A month of bookings. The grid is one tab stop: arrow keys move the focus, Enter selects. */
export function MonthCalendar({
  month,
  today,
  selected,
  bookings,
  closed,
  failure,
  onRetry,
  onMonth,
  onSelect,
  onToday,
  onAdd,
}: MonthCalendarProps) {
  const weeks = weeksInMonth(month)
  const { from, to } = gridRange(month)
  const isShown = (day: PlainDate) => day >= from && day <= to

  const grid = useRef<HTMLTableElement>(null)
  const [focusedDay, setFocusedDay] = useState(selected)
  const takesFocus = useRef(false)
  const cursor = [focusedDay, selected].find(isShown) ?? month

  // The month with the focused day may render later.
  useLayoutEffect(() => {
    if (!takesFocus.current || cursor !== focusedDay) return
    takesFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus()
  }, [cursor, focusedDay])

  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayAfterKey(takesFocus.current ? focusedDay : cursor, event.key)
    if (!day || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    takesFocus.current = true
    setFocusedDay(day)
    if (!isShown(day) || event.key.startsWith('Page')) onMonth(firstOfMonth(day))
  }

  const select = (day: PlainDate) => {
    setFocusedDay(day)
    onSelect(day)
  }
  const goToToday = () => {
    setFocusedDay(today)
    onToday()
  }

  return (
    <section className={`card min-w-0 p-3 rounded-l ${styles.calendar}`} aria-labelledby="month">
      <CalendarHead
        id="month"
        title={formatMonth(month)}
        before={{ label: 'Mese precedente', go: () => onMonth(addMonths(month, -1)) }}
        after={{ label: 'Mese successivo', go: () => onMonth(addMonths(month, 1)) }}
        onToday={goToToday}
        onAdd={onAdd}
      />
      {failure && (
        <p role="alert" className={`row gap-x-2 flex-wrap mb-3 danger text-s ${styles.failure}`}>
          <span>{failure}</span>
          <button type="button" onClick={onRetry}>
            Riprova
          </button>
        </p>
      )}
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard navigation is a grid
        role="grid"
        className={styles.grid}
        aria-labelledby="month"
        aria-busy={!bookings && !failure}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {shortWeekdays.map((weekday) => (
              <th key={weekday} scope="col" className={`muted text-xs semibold ${styles.weekday}`}>
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  bookings={bookings?.get(day) ?? NO_BOOKINGS}
                  closed={closed?.get(day) ?? []}
                  isToday={day === today}
                  isSelected={day === selected}
                  isTabStop={day === cursor}
                  isOutside={firstOfMonth(day) !== month}
                  onSelect={select}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type DayCellProps = {
  day: PlainDate
  bookings: DayBookings
  closed: ClosedHours[]
  isToday: boolean
  isSelected: boolean
  isTabStop: boolean
  isOutside: boolean
  onSelect: (day: PlainDate) => void
}

function DayCell({ day, bookings, closed, isToday, isSelected, isTabStop, isOutside, onSelect }: DayCellProps) {
  const classes = [styles.day, isToday && styles.today, isSelected && styles.selected, isOutside && styles.outside]
  const more = bookings.count - LISTED_PER_DAY
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid this is a gridcell
    <td className={styles.cell} aria-selected={isSelected}>
      <button
        type="button"
        className={classes.filter(Boolean).join(' ')}
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        onClick={() => onSelect(day)}
      >
        <span
          className={`grid flex-none place-center rounded-full text-xs semibold tabular-nums ${styles.number}`}
          aria-hidden="true"
        >
          {toDateParts(day).day}
        </span>
        <VisuallyHidden>{`${formatDay(day)} `}</VisuallyHidden>
        {closed.length > 0 && <ClosedMark closed={closed} />}
        {bookings.listed.slice(0, LISTED_PER_DAY).map((booking) => (
          <span
            key={booking.id}
            className={styles.booking}
            style={{ '--service': booking.service_color } as CSSProperties}
          >
            <span className="min-w-0">
              <span className={`semibold tabular-nums ${styles.time}`} translate="no">
                {timeRange(booking)}
              </span>
              <span className={styles.customer}>{` – ${customerName(booking)}`}</span>
            </span>
          </span>
        ))}
        {more > 0 && (
          <span className={`muted medium truncate ${styles.more}`}>
            <span>{`+${more}`}</span>
            <span className={styles.moreLabel}> prenotazioni</span>
          </span>
        )}
      </button>
    </td>
  )
}

function ClosedMark({ closed }: { closed: ClosedHours[] }) {
  const [first] = closed as [ClosedHours]
  return (
    <span className={`ink semibold truncate ${styles.closed}`}>
      Chiuso
      <span className={styles.detail}>{closed.length > 1 ? ` (${closed.length} chiusure)` : closedText(first)}</span>
    </span>
  )
}

const closedText = ({ isWholeDay, hours, reason, several }: ClosedHours) =>
  [isWholeDay ? (several ? '' : `: ${reason}`) : ` ${hours}`, several && ` · ${several}`].join('')
