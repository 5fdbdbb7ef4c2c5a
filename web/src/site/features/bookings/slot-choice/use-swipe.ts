import { type PointerEvent, useRef } from 'react'

/** How far a finger goes for one step, pixels. */
const STEP = 48

/** Of something that a finger moves sideways: told of each step that it has gone, while the page still scrolls beneath it. */
export function useSwipe(onStep: (towards: 'earlier' | 'later') => void) {
  const from = useRef<number>(undefined)

  const onPointerDown = ({ isPrimary, pointerType, clientX }: PointerEvent) => {
    if (isPrimary && pointerType !== 'mouse') from.current = clientX
  }

  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (from.current === undefined || Math.abs(clientX - from.current) < STEP) return
    // What was touched may go as the days move.
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
