import { type Dispatch, type Ref, type SetStateAction, useState } from 'react'

export type SegmentedFieldProps = {
  /** 'YYYY-MM-DD' or 'HH:mm', '' if empty, with '?' for missing digits. */
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  required?: boolean
  /** Receives the element to focus. */
  ref?: Ref<HTMLElement>
}

export type SegmentedText = {
  text: string
  report: (text: string) => void
  /** An incomplete text from the form, whose segments are still to be filled in. */
  pending: string
  clearPending: () => void
}

type CompleteValue<Value> = {
  /** The last complete value. */
  value: Value | null
  setValue: Dispatch<SetStateAction<Value | null>>
}

/**
 * The state of a date or time field. A text from the form replaces the value; a typed text does not, so that an incomplete
 * date keeps its segments.
 */
export function useSegmentedText<Value>(
  text: string,
  onChange: (text: string) => void,
  parse: (text: string) => Value | null,
): SegmentedText & CompleteValue<Value> {
  const [knownText, setKnown] = useState(text)
  const [value, setValue] = useState(() => parse(text))
  const [pending, setPending] = useState(value === null ? text : '')
  if (text !== knownText) {
    const parsed = parse(text)
    setKnown(text)
    setValue(parsed)
    setPending(parsed === null ? text : '')
  }

  const report = (typed: string) => {
    setKnown(typed)
    onChange(typed)
  }

  return { text, value, setValue, report, pending, clearPending: () => setPending('') }
}
