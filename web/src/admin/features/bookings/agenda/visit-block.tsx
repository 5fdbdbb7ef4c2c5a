import type { Interval } from '@prenoto/core/availability/intervals.ts'
import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import { type CSSProperties, createContext, lazy, memo, Suspense, useContext, useState } from 'react'
import { adminPaths } from '../../../../lib/paths.ts'
import { visitWords } from '../../../ui/feedback/attendance-texts.ts'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import { useAddedMark } from '../added-bookings.ts'
import { customerName, serviceNames, timeRange } from '../booking-format.ts'
import { busyInterval, processingIntervals } from './agenda-columns.ts'
import { toPosition } from './intervals.ts'
import styles from './visit-block.module.css'

const RowMenu = lazy(() => import('../../../ui/lists/row-menu.tsx'))

type GetActions = (booking: BookingEvent) => RowAction[]

/** The actions of a booking, read when its menu opens. A ref, so that new actions do not render all blocks again. */
export const ActionsContext = createContext<{ current: GetActions }>({ current: () => [] })

/** Up to these lengths, in minutes, a block has room for one line or for two. */
const ONE_LINE = 24
const TWO_LINES = 36

type VisitBlockProps = {
  booking: BookingEvent
  from: number
  to: number
  lane: number
  lanes: number
  axis: Interval
  isPast: boolean
  isDragged: boolean
  /** Whether to show the calendar's name. */
  isMixed: boolean
  isNarrow: boolean
}

/** Without hover, wide blocks show their menu from the start. */
const canHover = matchMedia('(hover: hover)').matches

/** A booking in a column. There may be hundreds, so it renders as little as possible. */
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
  const [isActive, setIsActive] = useState(false)
  const busy = busyInterval(booking)
  const processing = processingIntervals(booking)
  // The text stands above the first processing time.
  const length = (processing[0]?.from ?? to) - from
  const name = customerName(booking)
  const words = visitWords(booking)
  const time = timeRange(booking) + (words ? ` · ${words.text}` : '')
  const services = serviceNames(booking)
  const calendar = isMixed && booking.calendar_name ? `, ${booking.calendar_name}` : ''
  const details = services.join(' + ') + calendar
  // Too narrow for more than the name; the rest is in the label and appears on hover and focus.
  const isVeryNarrow = isNarrow && lanes > 2 && !isActive
  const style = {
    ...toPosition({ from, to }, axis),
    '--service': booking.service_color,
    '--lane': lane,
    '--lanes': lanes,
  } as CSSProperties
  return (
    <li
      {...useAddedMark(booking.id)}
      className={styles.block}
      style={style}
      data-visit={booking.id}
      data-lines={length <= ONE_LINE ? 1 : length <= TWO_LINES ? 2 : undefined}
      data-processing={processing.length > 0 || undefined}
      data-shared={lanes > 2 ? 'many' : lanes > 1 ? 'two' : undefined}
      data-past={isPast || undefined}
      data-dragged={isDragged || undefined}
      onPointerEnter={() => setIsActive(true)}
      onFocus={() => setIsActive(true)}
    >
      {busy.from < from && <i className={styles.buffer} style={bufferStyle(from - busy.from, to - from, 'bottom')} />}
      {busy.to > to && <i className={styles.buffer} style={bufferStyle(busy.to - to, to - from, 'top')} />}
      <a
        href={adminPaths.appointment(booking.id)}
        className={styles.visit}
        draggable={false}
        tabIndex={-1}
        data-item={booking.id}
        data-from={from}
        aria-label={isVeryNarrow ? `${name} ${time} ${details}` : undefined}
      >
        <b className={`block bold nowrap ${styles.name}`} translate="no">
          {name}
        </b>
        {!isVeryNarrow && (
          <span className={`block ${styles.detail}`}>
            <span className={styles.time} data-attendance={words !== undefined || undefined}>
              {time}
            </span>
            <span> </span>
            {services.length > 1 ? (
              services.map((service, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a service can be there twice
                <span key={i} className={styles.part}>
                  {service + (services[i + 1] === undefined ? calendar : ' + ')}
                </span>
              ))
            ) : (
              <span>{details}</span>
            )}
          </span>
        )}
      </a>
      {processing.map((time) => (
        <i key={time.from} className={styles.processing} style={toPosition(time, { from, to })} />
      ))}
      {(isActive || (!canHover && !isNarrow)) && <BlockMenu booking={booking} />}
    </li>
  )
})

/** Position before or after a block; the height is relative to the block's own. */
const bufferStyle = (minutes: number, of: number, edge: 'top' | 'bottom') => ({
  [edge]: '100%',
  height: `${(minutes / of) * 100}%`,
})

/** A plain button until it is pressed, since hundreds of menus would be slow to render. */
function BlockMenu({ booking }: { booking: BookingEvent }) {
  const [isPressed, setIsPressed] = useState(false)
  const label = `Azioni per ${customerName(booking)}, ${timeRange(booking)}`
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
  const getActions = useContext(ActionsContext).current
  return (
    <span className={styles.menu}>
      <RowMenu label={label} actions={getActions(booking)} isPressed />
    </span>
  )
}
