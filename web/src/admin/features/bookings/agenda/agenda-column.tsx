import type { Interval } from '@prenoto/core/availability/intervals.ts'
import { formatLength } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type CSSProperties, type MouseEvent, memo, type PointerEvent, useId } from 'react'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { customerName } from '../booking-format.ts'
import styles from './agenda.module.css'
import { type Block, type Column, type Gap, STEP } from './agenda-columns.ts'
import { ColumnHead } from './column-head.tsx'
import { toPosition, toTop } from './intervals.ts'
import type { Dragged } from './use-drag.ts'
import { VisitBlock } from './visit-block.tsx'

/** A click this close to the start of a gap selects its start, in minutes. */
const SNAP_TO_START = 10

/** A shorter gap has no room for its label, in minutes. */
const MIN_LABELLED = 15

/** A minute of a gap, or a slot before it that begins at `notBefore` or later. */
export type ChosenTime = { minute: number; notBefore: number }

type AgendaColumnProps = {
  column: Column
  axis: Interval
  /** The minute up to which the column is past; undefined if none of it is. */
  now: number | undefined
  isToday: boolean
  isWeek: boolean
  isNarrow: boolean
  draggedId: number | undefined
  ghost: Dragged | undefined
  onGap: (column: Column, time: ChosenTime) => void
  onOpenDay: (day: PlainDate) => void
}

/** The bookings and gaps of a column in order of time. */
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
  const items: (Block | Gap)[] = [...column.blocks, ...column.gaps]
  items.sort((one, other) => one.from - other.from)
  return (
    <section
      className={styles.column}
      aria-labelledby={id}
      data-today={isToday || undefined}
      data-narrow={isNarrow || undefined}
    >
      <ColumnHead column={column} id={id} isToday={isToday} isWeek={isWeek} onOpenDay={onOpenDay} />
      <div className={styles.body} data-column={column.key}>
        {column.unavailable.map((interval) => (
          <div
            key={interval.from}
            className={styles.unavailable}
            data-closed
            style={toPosition(clip(interval, axis), axis)}
          />
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
              <GapButton
                key={`gap ${item.from}`}
                name={`${column.key} ${item.from}`}
                gap={item}
                axis={axis}
                hidesLabel={isMixed || item.to - item.from < MIN_LABELLED}
                onChoose={(time) => onGap(column, time)}
              />
            ),
          )}
        </ul>
        {isToday && now !== undefined && now >= axis.from && now <= axis.to && (
          <div className={styles.agendaColumnNow} style={{ top: toTop(now, axis) }} />
        )}
        {ghost && (
          <div
            className={ghost.isAllowed ? styles.ghost : `${styles.ghost} ${styles.refused}`}
            style={toPosition(ghost.interval, axis)}
          >
            <b translate="no">{timesText(ghost.interval)}</b>
            <span>{` ${ghost.isAllowed ? customerName(ghost.booking) : 'È già passato'}`}</span>
          </div>
        )}
      </div>
    </section>
  )
})

const clip = ({ from, to }: Interval, axis: Interval): Interval => ({
  from: Math.max(from, axis.from),
  to: Math.min(to, axis.to),
})

const shortTime = (minute: number) => toShortTime(toPlainTime(minute % 1440))

const timesText = ({ from, to }: Interval) => `${shortTime(from)} - ${shortTime(to)}`

type GapProps = {
  /** Unique in the agenda. */
  name: string
  gap: Gap
  axis: Interval
  /** Whether its label is shown only on hover and focus, for lack of room. */
  hidesLabel: boolean
  onChoose: (time: ChosenTime) => void
}

/** A finger is too broad for a minute: a tap chooses the slot before it. */
const isTouch = !matchMedia('(hover: hover)').matches

/** A free interval. A click chooses the time under the pointer, the keyboard its start. */
function GapButton({ name, gap, axis, hidesLabel, onChoose }: GapProps) {
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // `detail` is 0 for a click by keyboard.
    const minute = event.detail === 0 ? gap.from : minuteAt(event, gap)
    onChoose({ minute, notBefore: isTouch ? gap.from : minute })
  }
  const isInVisit = gap.lanes !== undefined
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.pointerType === 'touch') return
    const minute = minuteAt(event, gap)
    event.currentTarget.dataset.at = shortTime(minute)
    event.currentTarget.style.setProperty('--at', toTop(minute, gap))
  }
  return (
    <li
      className={isInVisit ? `${styles.gap} ${styles.inVisit}` : styles.gap}
      style={{ ...toPosition(gap, axis), '--lane': gap.lane, '--lanes': gap.lanes } as CSSProperties}
    >
      <button
        type="button"
        tabIndex={-1}
        className={hidesLabel ? `${styles.agendaColumnFree} ${styles.unlabelled}` : styles.agendaColumnFree}
        aria-haspopup="dialog"
        data-item={name}
        data-from={gap.from}
        onClick={onClick}
        onPointerMove={onPointerMove}
      >
        <span
          className={styles.length}
        >{`${isInVisit ? 'Posa, libero' : 'Libero'} ${formatLength(gap.to - gap.from)}`}</span>
        <VisuallyHidden>{`dalle ${shortTime(gap.from)} alle ${shortTime(gap.to)}`}</VisuallyHidden>
      </button>
    </li>
  )
}

/** The rounded minute under the pointer, or the start of the gap. */
function minuteAt({ clientY, currentTarget }: MouseEvent<HTMLElement>, { from, to }: Interval) {
  const { top, height } = currentTarget.getBoundingClientRect()
  const minute = Math.floor((from + ((clientY - top) / height) * (to - from)) / STEP) * STEP
  return minute < from + SNAP_TO_START ? from : Math.min(minute, to - 1)
}
