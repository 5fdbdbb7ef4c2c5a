import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import { type CSSProperties, createContext, lazy, memo, Suspense, useContext, useState } from 'react'
import { paths } from '../../../../lib/paths.ts'
import { ATTENDANCES } from '../../../ui/feedback/attendance-words.ts'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import { customerOf, timeRange } from '../month-grid.ts'
import { busySpan } from './columns.ts'
import { placeOf } from './place.ts'
import type { Span } from './spans.ts'
import styles from './visit-block.module.css'

const RowMenu = lazy(() => import('../../../ui/lists/row-menu.tsx'))

type ActionsOf = (booking: BookingEvent) => RowAction[]

/** What can be done with a booking; asked when its menu opens. It is the same from one drawing to the next. */
export const ActionsContext = createContext<{ current: ActionsOf }>({ current: () => [] })

/** Up to these lengths, minutes, a block has room for one line, or for two. */
const ONE_LINE = 24
const TWO_LINES = 36

type VisitBlockProps = {
  booking: BookingEvent
  from: number
  to: number
  lane: number
  lanes: number
  axis: Span
  isPast: boolean
  isDragged: boolean
  /** Whether it has to say with whom it is. */
  isMixed: boolean
  isNarrow: boolean
}

/** Where nothing can be pointed at, menus are there from the start, if there is room. */
const canPoint = matchMedia('(hover: hover)').matches

/** A booking as long as it lasts, beside those it overlaps with. There may be hundreds: as little as possible is in it. */
export const VisitBlock = memo(function VisitBlock({
  booking,
  from,
  to,
  lane,
  lanes,
  axis,
  isPast,
  isDragged,
  isMixed,
  isNarrow,
}: VisitBlockProps) {
  const [isNear, setIsNear] = useState(false)
  const busy = busySpan(booking)
  const name = customerOf(booking)
  const time = timeRange(booking) + (booking.attendance ? ` · ${ATTENDANCES[booking.attendance].text}` : '')
  const what =
    isMixed && booking.calendar_name ? `${booking.service_name}, ${booking.calendar_name}` : booking.service_name
  // Too narrow for more than a name, it is heard whole, and seen whole once somebody comes near.
  const isSliver = isNarrow && lanes > 2 && !isNear
  const style = {
    ...placeOf({ from, to }, axis),
    '--service': booking.service_color,
    '--lane': lane,
    '--lanes': lanes,
  } as CSSProperties
  return (
    <li
      className={styles.block}
      style={style}
      data-visit={booking.id}
      data-lines={to - from <= ONE_LINE ? 1 : to - from <= TWO_LINES ? 2 : undefined}
      data-shared={lanes > 2 ? 'many' : lanes > 1 ? 'two' : undefined}
      data-past={isPast || undefined}
      data-dragged={isDragged || undefined}
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => setIsNear(true)}
    >
      {busy.from < from && <i className={styles.buffer} style={bufferStyle(from - busy.from, to - from, 'bottom')} />}
      {busy.to > to && <i className={styles.buffer} style={bufferStyle(busy.to - to, to - from, 'top')} />}
      <a
        href={paths.appointment(booking.id)}
        className={styles.visit}
        draggable={false}
        tabIndex={-1}
        data-item={booking.id}
        data-from={from}
        aria-label={isSliver ? `${name} ${time} ${what}` : undefined}
      >
        <b className={styles.name}>{name}</b>
        {!isSliver && (
          <span className={styles.detail}>
            <span className={styles.time} data-said={booking.attendance !== null || undefined}>
              {time}
            </span>{' '}
            {what}
          </span>
        )}
      </a>
      {(isNear || (!canPoint && !isNarrow)) && <BlockMenu booking={booking} />}
    </li>
  )
})

/** Before its block or after it, in parts of the block's own height. */
const bufferStyle = (minutes: number, of: number, edge: 'top' | 'bottom') => ({
  [edge]: '100%',
  height: `${(minutes / of) * 100}%`,
})

/** A plain button until it is pressed: menus are dear, and hardly one of hundreds is opened. */
function BlockMenu({ booking }: { booking: BookingEvent }) {
  const [isPressed, setIsPressed] = useState(false)
  const label = `Azioni per ${customerOf(booking)}, ${timeRange(booking)}`
  const dots = (
    <button
      type="button"
      className={styles.dots}
      aria-label={label}
      aria-haspopup="true"
      onClick={() => setIsPressed(true)}
    />
  )
  if (!isPressed) return dots
  return (
    <Suspense fallback={dots}>
      <OpenMenu label={label} booking={booking} />
    </Suspense>
  )
}

function OpenMenu({ label, booking }: { label: string; booking: BookingEvent }) {
  const actionsOf = useContext(ActionsContext).current
  return (
    <span className={styles.menu}>
      <RowMenu label={label} actions={actionsOf(booking)} isPressed />
    </span>
  )
}
