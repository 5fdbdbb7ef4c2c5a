import { formatLength } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type MouseEvent, memo, type PointerEvent, useId } from 'react'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { customerOf } from '../month-grid.ts'
import styles from './agenda-column.module.css'
import { ColumnHead } from './column-head.tsx'
import { type Block, type Column, STEP } from './columns.ts'
import { placeOf, topOf } from './place.ts'
import type { Span } from './spans.ts'
import type { Dragged } from './use-drag.ts'
import { VisitBlock } from './visit-block.tsx'

/** A click so near to the beginning of a gap means its beginning, minutes. */
const NEAR = 10

/** A gap that is shorter has no room for words, nor one on which the bookings of others lie. */
const LEGIBLE = 15

type AgendaColumnProps = {
  column: Column
  axis: Span
  /** Until which minute of it time has passed; undefined when none has. */
  now: number | undefined
  isToday: boolean
  isWeek: boolean
  isNarrow: boolean
  draggedId: number | undefined
  ghost: Dragged | undefined
  onGap: (column: Column, minute: number) => void
  onOpenDay: (day: PlainDate) => void
}

/** A column of time: its bookings and what is free between them, in the order of the day. */
export const AgendaColumn = memo(function AgendaColumn({
  column,
  axis,
  now,
  isToday,
  isWeek,
  isNarrow,
  draggedId,
  ghost,
  onGap,
  onOpenDay,
}: AgendaColumnProps) {
  const id = useId()
  const isMixed = isWeek && !column.calendar
  const items: (Block | Span)[] = [...column.blocks, ...column.gaps]
  items.sort((one, other) => one.from - other.from)
  return (
    <section
      className={styles.column}
      aria-labelledby={id}
      data-today={isToday || undefined}
      data-narrow={isNarrow || undefined}
    >
      <ColumnHead column={column} id={id} isWeek={isWeek} onOpenDay={onOpenDay} />
      <div className={styles.body} data-column={column.key}>
        {column.shut.map((span) => (
          <div key={span.from} className={styles.shut} style={placeOf(cut(span, axis), axis)} />
        ))}
        <ul className={styles.items}>
          {items.map((item) =>
            'booking' in item ? (
              <VisitBlock
                key={item.booking.id}
                {...item}
                axis={axis}
                isPast={now !== undefined && item.to <= now}
                isDragged={item.booking.id === draggedId}
                isMixed={isMixed}
                isNarrow={isNarrow}
              />
            ) : (
              <Gap
                key={`gap ${item.from}`}
                name={`${column.key} ${item.from}`}
                gap={item}
                axis={axis}
                isBehind={isMixed || item.to - item.from < LEGIBLE}
                onChoose={(minute) => onGap(column, minute)}
              />
            ),
          )}
        </ul>
        {isToday && now !== undefined && now >= axis.from && now <= axis.to && (
          <div className={styles.now} style={{ top: topOf(now, axis) }} />
        )}
        {ghost && (
          <div
            className={ghost.isAllowed ? styles.ghost : `${styles.ghost} ${styles.refused}`}
            style={placeOf(ghost.span, axis)}
          >
            <b>{timesOf(ghost.span)}</b> {ghost.isAllowed ? customerOf(ghost.booking) : 'È già passato'}
          </div>
        )}
      </div>
    </section>
  )
})

const cut = ({ from, to }: Span, axis: Span): Span => ({ from: Math.max(from, axis.from), to: Math.min(to, axis.to) })

const shortTime = (minute: number) => toShortTime(toPlainTime(minute % 1440))

const timesOf = ({ from, to }: Span) => `${shortTime(from)} - ${shortTime(to)}`

type GapProps = {
  /** By which it is known among all that is in the agenda. */
  name: string
  gap: Span
  axis: Span
  /** Whether there is no room for its length, which is then seen when it is pointed at. */
  isBehind: boolean
  onChoose: (minute: number) => void
}

/** A free time. Pressed somewhere, it means that time; with the keyboard, its beginning. */
function Gap({ name, gap, axis, isBehind, onChoose }: GapProps) {
  const onClick = (event: MouseEvent<HTMLButtonElement>) =>
    // Who presses a key points nowhere.
    onChoose(event.detail === 0 ? gap.from : minuteAt(event, gap))
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.pointerType === 'touch') return
    const minute = minuteAt(event, gap)
    event.currentTarget.dataset.at = shortTime(minute)
    event.currentTarget.style.setProperty('--at', topOf(minute, gap))
  }
  return (
    <li className={styles.gap} style={placeOf(gap, axis)}>
      <button
        type="button"
        tabIndex={-1}
        className={isBehind ? `${styles.free} ${styles.behind}` : styles.free}
        aria-haspopup="dialog"
        data-item={name}
        data-from={gap.from}
        onClick={onClick}
        onPointerMove={onPointerMove}
      >
        <span className={styles.length}>Libero {formatLength(gap.to - gap.from)}</span>
        <VisuallyHidden>
          dalle {shortTime(gap.from)} alle {shortTime(gap.to)}
        </VisuallyHidden>
      </button>
    </li>
  )
}

/** The minute of a gap at which somebody points: a round one, or its beginning. */
function minuteAt({ clientY, currentTarget }: MouseEvent<HTMLElement>, { from, to }: Span) {
  const { top, height } = currentTarget.getBoundingClientRect()
  const minute = Math.floor((from + ((clientY - top) / height) * (to - from)) / STEP) * STEP
  return minute < from + NEAR ? from : Math.min(minute, to - 1)
}
