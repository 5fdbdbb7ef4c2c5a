import { useEffect, useState } from 'react'

/** In milliseconds. */
const DELAY = 400

/** The text after the user has paused typing. */
export function useDebounced(text: string) {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DELAY)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
