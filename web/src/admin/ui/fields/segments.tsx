import { type Ref, useEffect } from 'react'
import { type DateFieldState, DateInput, DateSegment } from 'react-aria-components/DateField'
import styles from './fields.module.css'
import { parseSegments } from './segment-text.ts'
import type { SegmentedText } from './use-segmented-text.ts'

type SegmentsProps = {
  state: DateFieldState
  typed: SegmentedText
  formatText: (segments: DateFieldState['segments']) => string
  className?: string
  /** Receives the first segment. */
  ref?: Ref<HTMLElement>
}

/** The editable segments of a date or time; each keystroke updates the form. */
export function Segments({ state, typed, formatText, className = '', ref }: SegmentsProps) {
  const text = formatText(state.segments)
  const first = state.segments.find(({ isEditable }) => isEditable)

  useEffect(() => {
    // The state accepts one change per render.
    const missing = parseSegments(typed.pending).find(
      ({ type, value }) => state.segments.find((segment) => segment.type === type)?.value !== value,
    )
    if (missing) state.setSegment(missing.type, missing.value)
    else if (typed.pending) typed.clearPending()
    else if (text !== typed.text) typed.report(text)
  })

  return (
    <DateInput className={`${styles.segments} ${className}`} translate="no">
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

/** Enter submits the form, as in native inputs. */
export function submitOnEnter({ key, target }: { key: string; target: EventTarget }) {
  if (key === 'Enter') (target as Element).closest('form')?.requestSubmit()
}
