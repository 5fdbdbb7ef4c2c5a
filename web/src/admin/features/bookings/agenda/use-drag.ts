import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import { type PointerEvent as Pressed, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Now } from '../../configuration/use-now.ts'
import { type Column, STEP, visitSpan } from './columns.ts'
import { DAY_IN_MINUTES, type Span } from './spans.ts'

/** Where a booking was let go. */
export type Drop = { column: Column; from: number }

/** A booking in the air, and where it would come down. */
export type Dragged = { booking: BookingEvent; columnKey: string; span: Span; isAllowed: boolean }

type Place = {
  columns: Column[]
  axis: Span
  now: Now
  onMove: (booking: BookingEvent, drop: Drop) => void
}

/** A mouse that is pressed and moved so far, pixels, drags; a finger that moves so far before it has been held scrolls. */
const SLACK = 6
/** How long a finger is held to drag, milliseconds. */
const HOLD = 350
/** So near to an edge the grid scrolls, pixels, at most so fast in a frame. */
const EDGE = 48
const FASTEST = 14

type Point = { x: number; y: number }

/** Drags bookings through a grid: a mouse at once, a finger after it was held for a moment. Escape leaves all as it was. */
export function useDrag(grid: RefObject<HTMLElement | null>, place: Place) {
  const [dragged, setDragged] = useState<Dragged>()
  const latest = useRef(place)
  const isInTheAir = useRef(false)
  const giveUp = useRef(() => {})

  useLayoutEffect(() => {
    latest.current = place
  })

  useEffect(() => {
    // What is in the air does not scroll the page; whether it is can only be said now.
    const { current } = grid
    const stay = (event: TouchEvent) => isInTheAir.current && event.cancelable && event.preventDefault()
    current!.addEventListener('touchmove', stay, { passive: false })
    return () => {
      current!.removeEventListener('touchmove', stay)
      giveUp.current()
    }
  }, [grid])

  const onPointerDown = (event: Pressed<HTMLElement>) => {
    const entry = entryAt(event)
    const booking = entry && bookingOf(latest.current.columns, Number(entry.dataset.visit))
    if (!booking || booking.visit_day < latest.current.now.date) return

    const isTouch = event.pointerType === 'touch'
    const start: Point = { x: event.clientX, y: event.clientY }
    const grab = start.y - entry.getBoundingClientRect().top
    const listening = new AbortController()
    const { signal } = listening
    let at = start
    let held: ReturnType<typeof setTimeout> | undefined
    let goal: Drop | undefined

    const aim = () => {
      const drop = dropAt(grid.current!, { x: at.x, y: at.y - grab }, latest.current)
      if (!drop) return
      const isAllowed = isToCome(drop, latest.current.now)
      goal = isAllowed ? drop : undefined
      const { from, to } = visitSpan(booking)
      const span = { from: drop.from, to: Math.min(drop.from + to - from, DAY_IN_MINUTES) }
      setDragged((shown) =>
        shown?.columnKey === drop.column.key && shown.span.from === span.from
          ? shown
          : { booking, columnKey: drop.column.key, span, isAllowed },
      )
    }
    const scroll = () => {
      if (signal.aborted) return
      const moved = scrollAtEdges(grid.current!, at)
      if (moved) aim()
      requestAnimationFrame(scroll)
    }
    const begin = () => {
      isInTheAir.current = true
      if (isTouch) navigator.vibrate?.(10)
      aim()
      scroll()
    }
    const end = (isDropped: boolean) => {
      clearTimeout(held)
      listening.abort()
      if (!isInTheAir.current) return
      isInTheAir.current = false
      setDragged(undefined)
      ignoreNextClick()
      if (isDropped && goal) latest.current.onMove(booking, goal)
    }
    giveUp.current = () => end(false)

    addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        at = { x, y }
        if (isInTheAir.current) return aim()
        if (Math.hypot(x - start.x, y - start.y) < SLACK) return
        if (isTouch) end(false)
        else begin()
      },
      { signal },
    )
    addEventListener('pointerup', () => end(true), { signal })
    addEventListener('pointercancel', () => end(false), { signal })
    addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), { signal })
    addEventListener('keydown', (event) => isInTheAir.current && event.key === 'Escape' && end(false), { signal })
    if (isTouch) held = setTimeout(begin, HOLD)
  }

  return { dragged, onPointerDown }
}

function entryAt({ target, button, isPrimary }: Pressed<HTMLElement>) {
  if (button !== 0 || !isPrimary || !(target instanceof Element) || target.closest('button')) return undefined
  return target.closest<HTMLElement>('[data-visit]') ?? undefined
}

const bookingOf = (columns: Column[], id: number) =>
  columns.flatMap(({ blocks }) => blocks).find(({ booking }) => booking.id === id)?.booking

/** The column at a point and the round minute there, so that nothing begins outside of the axis. */
function dropAt(grid: HTMLElement, { x, y }: Point, { columns, axis }: Place): Drop | undefined {
  for (const body of grid.querySelectorAll<HTMLElement>('[data-column]')) {
    const { left, right, top, height } = body.getBoundingClientRect()
    if (x < left || x >= right) continue
    const column = columns.find(({ key }) => key === body.dataset.column)
    const minute = axis.from + ((y - top) / height) * (axis.to - axis.from)
    const round = Math.round(minute / STEP) * STEP
    return column && { column, from: Math.min(Math.max(round, axis.from), axis.to - STEP) }
  }
}

/** Nothing is moved into the past. */
const isToCome = ({ column, from }: Drop, { date, minutes }: Now) =>
  column.day > date || (column.day === date && from >= minutes)

/** Whether it has scrolled. */
function scrollAtEdges(grid: HTMLElement, { x, y }: Point) {
  const { left, right, top, bottom } = grid.getBoundingClientRect()
  const before = { left: grid.scrollLeft, top: grid.scrollTop }
  grid.scrollBy(speed(x, left, right), speed(y, top, bottom))
  return grid.scrollLeft !== before.left || grid.scrollTop !== before.top
}

function speed(at: number, from: number, to: number) {
  const part = (distance: number) => Math.min((EDGE - distance) / EDGE, 1) * FASTEST
  if (at < from + EDGE) return -part(at - from)
  return at > to - EDGE ? part(to - at) : 0
}

/** The click with which a drag ends opens nothing. */
function ignoreNextClick() {
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', ignore, { capture: true }))
}
