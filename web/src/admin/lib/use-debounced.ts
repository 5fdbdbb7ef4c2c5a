import { useEffect, useState } from 'react'

/** Milliseconds without a letter after which what is typed is asked about. */
const PAUSE = 400

/** What a text was when nothing had been typed for a while. */
export function useDebounced(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const later = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(later)
  }, [text])
  return settled
}
