import { useEffect, useState } from 'react'

/** Whether the page is hydrated. Before, only links and native forms work. */
export function useHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return isHydrated
}
