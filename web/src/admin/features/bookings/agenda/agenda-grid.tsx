import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type CSSProperties, type MouseEvent, useId, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Now } from '../../configuration/use-now.ts'
import { AgendaColumn } from './agenda-column.tsx'
import styles from './agenda-grid.module.css'
import type { Column } from './columns.ts'
import { topOf } from './place.ts'
import { hoursOf, type Span } from './spans.ts'
import { type Drop, useDrag } from './use-drag.ts'
import { useRovingFocus } from './use-roving-focus.ts'

/** Of what lies before the present so much is seen at first, minutes. */
const SEEN_BEFORE = 45

/** A window with less room than this for a column, pixels, has narrow ones. */
const WIDE = 260

type AgendaGridProps = {
  label: string
  columns: Column[]
  axis: Span
  now: Now
  /** Whether each column is a day, rather than a calendar. */
  isWeek: boolean
  onOpenDay: (day: PlainDate) => void
  onGap: (column: Column, minute: number) => void
  onMove: (booking: BookingEvent, drop: Drop) => void
}

/** Columns of time. One stop for the keyboard, in which arrows lead from one thing to the next. */
export function AgendaGrid({ label, columns, axis, now, isWeek, onOpenDay, onGap, onMove }: AgendaGridProps) {
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
  const { dragged, onPointerDown } = useDrag(grid, { columns, axis, now, onMove })
  const isTodayShown = columns.some(({ day }) => day === now.date)
  const isNarrow = innerWidth / columns.length < WIDE
  useBeginAtNow(grid, axis, isTodayShown ? now.minutes : undefined)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed is a link, which a key presses, too
    // biome-ignore lint/a11y/useSemanticElements: columns of time are no set of fields
    <div
      ref={grid}
      role="group"
      aria-label={label}
      aria-describedby={keys}
      className={isWeek ? styles.grid : `${styles.grid} ${styles.day}`}
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
          {hoursOf(axis).map((hour) => (
            <span key={hour} className={styles.hour} style={{ top: topOf(hour, axis) }}>
              {toShortTime(toPlainTime(hour))}
            </span>
          ))}
          {isTodayShown && isOn(axis, now.minutes) && (
            <span className={styles.nowHour} style={{ top: topOf(now.minutes, axis) }}>
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

const isOn = ({ from, to }: Span, minute: number) => from <= minute && minute <= to

/** Shows the present first, its hour and its column, where it is in sight, else the beginning. */
function useBeginAtNow(grid: { current: HTMLElement | null }, axis: Span, minute: number | undefined) {
  const first = useRef({ axis, minute })
  useLayoutEffect(() => {
    const { axis, minute } = first.current
    const { current } = grid
    if (!current || minute === undefined) return
    const part = (minute - SEEN_BEFORE - axis.from) / (axis.to - axis.from)
    current.scrollTop = Math.max(part, 0) * current.scrollHeight
    const columns = [...current.querySelectorAll('section')]
    const today = columns.find((column) => column.dataset.today)
    if (today) current.scrollLeft = today.offsetLeft - columns[0]!.offsetLeft
  }, [grid])
}
