import type { Interval } from '@prenoto/core/availability/intervals.ts'
import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import { type PointerEvent as Pressed, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Now } from '../../configuration/use-now.ts'
import { type Column, STEP, visitInterval } from './agenda-columns.ts'
import { DAY_IN_MINUTES } from './intervals.ts'

/** The column and the minute at which a booking is dropped. */
export type Drop = { column: Column; from: number }

/** The booking that is dragged and its target. */
export type Dragged = { booking: BookingEvent; columnKey: string; interval: Interval; isAllowed: boolean }

type AgendaState = {
  columns: Column[]
  axis: Interval
  now: Now
  onReschedule: (booking: BookingEvent, drop: Drop) => void
}

/** In pixels. A mouse that moves this far starts a drag; a finger that does so before the long press scrolls. */
const DRAG_THRESHOLD = 6
/** In milliseconds. */
const LONG_PRESS = 350
/** The grid scrolls while the pointer is this close to its edge, in pixels. */
const SCROLL_EDGE = 48
/** In pixels per frame. */
const MAX_SCROLL_SPEED = 14

type Point = { x: number; y: number }

/** Drags bookings within a grid, by mouse at once and by touch after a long press. Escape cancels. */
export function useDrag(grid: RefObject<HTMLElement | null>, state: AgendaState) {
  const [dragged, setDragged] = useState<Dragged>()
  const latest = useRef(state)
  const isDragging = useRef(false)
  const cancelDrag = useRef(() => {})

  useLayoutEffect(() => {
    latest.current = state
  })

  useEffect(() => {
    // Dragging must not scroll the page; only a listener that is not passive can prevent that.
    const { current } = grid
    const preventScroll = (event: TouchEvent) => isDragging.current && event.cancelable && event.preventDefault()
    current!.addEventListener('touchmove', preventScroll, { passive: false })
    return () => {
      current!.removeEventListener('touchmove', preventScroll)
      cancelDrag.current()
    }
  }, [grid])

  const onPointerDown = (event: Pressed<HTMLElement>) => {
    const entry = entryAt(event)
    const booking = entry && findBooking(latest.current.columns, Number(entry.dataset.visit))
    if (!booking || booking.visit_day < latest.current.now.date) return

    const isTouch = event.pointerType === 'touch'
    const start: Point = { x: event.clientX, y: event.clientY }
    const grabOffset = start.y - entry.getBoundingClientRect().top
    const listening = new AbortController()
    const { signal } = listening
    let position = start
    let longPress: ReturnType<typeof setTimeout> | undefined
    let target: Drop | undefined

    const updateTarget = () => {
      const drop = dropAt(grid.current!, { x: position.x, y: position.y - grabOffset }, latest.current)
      if (!drop) return
      const isAllowed = isInFuture(drop, latest.current.now)
      target = isAllowed ? drop : undefined
      const { from, to } = visitInterval(booking)
      const interval = { from: drop.from, to: Math.min(drop.from + to - from, DAY_IN_MINUTES) }
      setDragged((previous) =>
        previous?.columnKey === drop.column.key && previous.interval.from === interval.from
          ? previous
          : { booking, columnKey: drop.column.key, interval, isAllowed },
      )
    }
    const scroll = () => {
      if (signal.aborted) return
      const hasScrolled = scrollAtEdges(grid.current!, position)
      if (hasScrolled) updateTarget()
      requestAnimationFrame(scroll)
    }
    const begin = () => {
      isDragging.current = true
      if (isTouch) navigator.vibrate?.(10)
      updateTarget()
      scroll()
    }
    const end = (isDropped: boolean) => {
      clearTimeout(longPress)
      listening.abort()
      if (!isDragging.current) return
      isDragging.current = false
      setDragged(undefined)
      ignoreNextClick()
      if (isDropped && target) latest.current.onReschedule(booking, target)
    }
    cancelDrag.current = () => end(false)

    addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        position = { x, y }
        if (isDragging.current) return updateTarget()
        if (Math.hypot(x - start.x, y - start.y) < DRAG_THRESHOLD) return
        if (isTouch) end(false)
        else begin()
      },
      { signal },
    )
    addEventListener('pointerup', () => end(true), { signal })
    addEventListener('pointercancel', () => end(false), { signal })
    addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), { signal })
    addEventListener('keydown', (event) => isDragging.current && event.key === 'Escape' && end(false), { signal })
    if (isTouch) longPress = setTimeout(begin, LONG_PRESS)
  }

  return { dragged, onPointerDown }
}

function entryAt({ target, button, isPrimary }: Pressed<HTMLElement>) {
  if (button !== 0 || !isPrimary || !(target instanceof Element) || target.closest('button')) return undefined
  return target.closest<HTMLElement>('[data-visit]') ?? undefined
}

const findBooking = (columns: Column[], id: number) =>
  columns.flatMap(({ blocks }) => blocks).find(({ booking }) => booking.id === id)?.booking

/** The column and the rounded minute at a point; the minute stays within the axis. */
function dropAt(grid: HTMLElement, { x, y }: Point, { columns, axis }: AgendaState): Drop | undefined {
  for (const body of grid.querySelectorAll<HTMLElement>('[data-column]')) {
    const { left, right, top, height } = body.getBoundingClientRect()
    if (x < left || x >= right) continue
    const column = columns.find(({ key }) => key === body.dataset.column)
    const minute = axis.from + ((y - top) / height) * (axis.to - axis.from)
    const round = Math.round(minute / STEP) * STEP
    return column && { column, from: Math.min(Math.max(round, axis.from), axis.to - STEP) }
  }
}

const isInFuture = ({ column, from }: Drop, { date, minutes }: Now) =>
  column.day > date || (column.day === date && from >= minutes)

/** Returns whether the grid has scrolled. */
function scrollAtEdges(grid: HTMLElement, { x, y }: Point) {
  const { left, right, top, bottom } = grid.getBoundingClientRect()
  const before = { left: grid.scrollLeft, top: grid.scrollTop }
  grid.scrollBy(speed(x, left, right), speed(y, top, bottom))
  return grid.scrollLeft !== before.left || grid.scrollTop !== before.top
}

function speed(at: number, from: number, to: number) {
  const part = (distance: number) => Math.min((SCROLL_EDGE - distance) / SCROLL_EDGE, 1) * MAX_SCROLL_SPEED
  if (at < from + SCROLL_EDGE) return -part(at - from)
  return at > to - SCROLL_EDGE ? part(to - at) : 0
}

/** The click that ends a drag must not open the booking; the next press of a pointer or key counts again. */
function ignoreNextClick() {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const stop = () => listening.abort()
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    stop()
  }
  addEventListener('click', ignore, options)
  addEventListener('pointerdown', stop, options)
  addEventListener('keydown', stop, options)
}
