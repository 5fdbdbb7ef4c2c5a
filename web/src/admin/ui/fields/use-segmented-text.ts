import { type Dispatch, type Ref, type SetStateAction, useState } from 'react'

/** What a date or time has of its form. */
export type SegmentedFieldProps = {
  /** 'YYYY-MM-DD' or 'HH:mm', '' for nothing, anything else as long as it is half typed. */
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  required?: boolean
  /** What takes the focus. */
  ref?: Ref<HTMLElement>
}

export type Typed = {
  text: string
  report: (text: string) => void
  /** What came from outside and is no whole value: its parts have yet to be typed again. */
  unfinished: string
  finish: () => void
}

type Whole<Value> = {
  /** The last one that was whole. */
  value: Value | null
  setValue: Dispatch<SetStateAction<Value | null>>
}

/**
 * What stands in a field of the text that its form has. A text from outside replaces it; what is typed does not, so that
 * half of a date stays as it is until the other half comes.
 */
export function useSegmentedText<Value>(
  text: string,
  onChange: (text: string) => void,
  parse: (text: string) => Value | null,
): Typed & Whole<Value> {
  const [known, setKnown] = useState(text)
  const [value, setValue] = useState(() => parse(text))
  const [unfinished, setUnfinished] = useState(value === null ? text : '')
  if (text !== known) {
    const given = parse(text)
    setKnown(text)
    setValue(given)
    setUnfinished(given === null ? text : '')
  }

  const report = (typed: string) => {
    setKnown(typed)
    onChange(typed)
  }

  return { text, value, setValue, report, unfinished, finish: () => setUnfinished('') }
}
