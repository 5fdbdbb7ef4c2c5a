import type { Interval } from '@prenoto/core/availability/intervals.ts'
import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type CSSProperties, type MouseEvent, useId, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Now } from '../../configuration/use-now.ts'
import styles from './agenda.module.css'
import { AgendaColumn, type ChosenTime } from './agenda-column.tsx'
import type { Column } from './agenda-columns.ts'
import { hoursOnAxis, toTop } from './intervals.ts'
import { type Drop, useDrag } from './use-drag.ts'
import { useRovingFocus } from './use-roving-focus.ts'

/** The first view begins this many minutes before now. */
const MINUTES_BEFORE_NOW = 45

/** Columns below this width, in pixels, are narrow. */
const WIDE_COLUMN = 260

type AgendaGridProps = {
  label: string
  columns: Column[]
  axis: Interval
  now: Now
  /** Whether each column is a day, rather than a calendar. */
  isWeek: boolean
  onOpenDay: (day: PlainDate) => void
  onGap: (column: Column, time: ChosenTime) => void
  onReschedule: (booking: BookingEvent, drop: Drop) => void
}

/** The columns with their time axis: one tab stop, in which arrow keys move the focus. */
export function AgendaGrid({ label, columns, axis, now, isWeek, onOpenDay, onGap, onReschedule }: AgendaGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const keys = useId()
  const roving = useRovingFocus(grid)
  const navigate = useNavigate()
  const openVisit = (event: MouseEvent) => {
    const visit = event.target instanceof Element && event.target.closest('a')
    if (!visit || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(visit.pathname)
  }
  const { dragged, onPointerDown } = useDrag(grid, { columns, axis, now, onReschedule })
  const isTodayShown = columns.some(({ day }) => day === now.date)
  const isNarrow = innerWidth / columns.length < WIDE_COLUMN
  useScrollToNow(grid, axis, isTodayShown ? now.minutes : undefined)
  useScrollToToday(grid, isWeek)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click target is a link, which also works by keyboard
    // biome-ignore lint/a11y/useSemanticElements: columns of time are not a set of fields
    <div
      ref={grid}
      role="group"
      aria-label={label}
      aria-describedby={keys}
      className={`grid border rounded-m relative ${styles.grid} ${isWeek ? '' : styles.day}`}
      style={{ '--columns': columns.length, '--hours': (axis.to - axis.from) / 60 } as CSSProperties}
      onPointerDown={onPointerDown}
      onClick={openVisit}
      {...roving}
    >
      <p id={keys} hidden>
        Le frecce portano da un orario all’altro, Invio apre, Tab porta alle azioni.
      </p>
      <div className={styles.axis} aria-hidden="true">
        <span className={styles.corner} />
        <div className={styles.hours}>
          {hoursOnAxis(axis).map((hour) => (
            <span key={hour} className={styles.hour} style={{ top: toTop(hour, axis) }} translate="no">
              {toShortTime(toPlainTime(hour))}
            </span>
          ))}
          {isTodayShown && isOnAxis(axis, now.minutes) && (
            <span className={styles.nowHour} style={{ top: toTop(now.minutes, axis) }} translate="no">
              {toShortTime(toPlainTime(now.minutes))}
            </span>
          )}
        </div>
      </div>
      {columns.map((column) => (
        <AgendaColumn
          key={column.key}
          column={column}
          axis={axis}
          now={column.day === now.date ? now.minutes : column.day < now.date ? axis.to : undefined}
          isToday={column.day === now.date}
          isWeek={isWeek}
          isNarrow={isNarrow}
          draggedId={dragged?.booking.id}
          ghost={dragged?.columnKey === column.key ? dragged : undefined}
          onGap={onGap}
          onOpenDay={onOpenDay}
        />
      ))}
    </div>
  )
}

const isOnAxis = ({ from, to }: Interval, minute: number) => from <= minute && minute <= to

/** Scrolls to the current time once, if it is shown. */
function useScrollToNow(grid: { current: HTMLElement | null }, axis: Interval, minute: number | undefined) {
  const first = useRef({ axis, minute })
  useLayoutEffect(() => {
    const { axis, minute } = first.current
    const { current } = grid
    if (!current || minute === undefined) return
    const part = (minute - MINUTES_BEFORE_NOW - axis.from) / (axis.to - axis.from)
    current.scrollTop = Math.max(part, 0) * current.scrollHeight
  }, [grid])
}

/** Scrolls to today's column of a week, or to the first column of a day, when the view appears. */
function useScrollToToday(grid: { current: HTMLElement | null }, isWeek: boolean) {
  useLayoutEffect(() => {
    const columns = [...grid.current!.querySelectorAll('section')]
    const today = isWeek ? columns.find((column) => column.dataset.today) : undefined
    grid.current!.scrollLeft = today ? today.offsetLeft - columns[0]!.offsetLeft : 0
  }, [grid, isWeek])
}
