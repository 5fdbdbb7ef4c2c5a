import { useEffect, useState } from 'react'

/** Whether the script runs yet: before, a page has only what its browser does by itself. */
export function useHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return isHydrated
}
