import { type Ref, useEffect } from 'react'
import { type DateFieldState, DateInput, DateSegment } from 'react-aria-components/DateField'
import { parseSegments } from './segment-text.ts'
import styles from './segments.module.css'
import type { Typed } from './use-segmented-text.ts'

type SegmentsProps = {
  state: DateFieldState
  typed: Typed
  textOf: (segments: DateFieldState['segments']) => string
  className?: string
  /** Of the first one. */
  ref?: Ref<HTMLElement>
}

/** The parts of a date or a time, each typed by itself. The form learns at each keystroke what stands there. */
export function Segments({ state, typed, textOf, className = '', ref }: SegmentsProps) {
  const text = textOf(state.segments)
  const first = state.segments.find(({ isEditable }) => isEditable)

  useEffect(() => {
    // The parts take one change at a time.
    const missing = parseSegments(typed.unfinished).find(
      ({ type, value }) => state.segments.find((segment) => segment.type === type)?.value !== value,
    )
    if (missing) state.setSegment(missing.type, missing.value)
    else if (typed.unfinished) typed.finish()
    else if (text !== typed.text) typed.report(text)
  })

  return (
    <DateInput className={`${styles.segments} ${className}`}>
      {(segment) =>
        segment.isEditable ? (
          <DateSegment
            segment={segment}
            className={styles.segment!}
            ref={segment === first ? (ref as Ref<HTMLSpanElement>) : undefined}
          />
        ) : (
          <span aria-hidden="true">{segment.text}</span>
        )
      }
    </DateInput>
  )
}

/** As in any other line of a form. */
export function submitOnEnter({ key, target }: { key: string; target: EventTarget }) {
  if (key === 'Enter') (target as Element).closest('form')?.requestSubmit()
}
