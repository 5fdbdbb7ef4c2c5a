import { type PointerEvent, useRef } from 'react'

/** Distance of one step, pixels. */
const STEP = 48

/** Handlers that call `onStep` for each step of a horizontal swipe, while the finger is still down. */
export function useSwipe(onStep: (towards: 'earlier' | 'later') => void) {
  const from = useRef<number>(undefined)

  const onPointerDown = ({ isPrimary, pointerType, clientX }: PointerEvent) => {
    if (isPrimary && pointerType !== 'mouse') from.current = clientX
  }

  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (from.current === undefined || Math.abs(clientX - from.current) < STEP) return
    // The touched element may be removed as the days move.
    currentTarget.setPointerCapture(pointerId)
    const isLater = clientX < from.current
    from.current += isLater ? -STEP : STEP
    onStep(isLater ? 'later' : 'earlier')
  }

  const end = () => {
    from.current = undefined
  }

  return { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end }
}
