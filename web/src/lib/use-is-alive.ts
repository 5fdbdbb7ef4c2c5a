import { useEffect, useState } from 'react'

/** Whether the script runs yet: before, a page has only what its browser does by itself. */
export function useIsAlive(): boolean {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  return isAlive
}
