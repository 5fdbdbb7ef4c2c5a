import { useEffect, useEffectEvent, useState } from 'react'
import { accessToken } from '../../../lib/session.ts'

/** Lets the browser ask before the tab is closed with unsaved values, unless the session has ended meanwhile. */
export function useLeaveWarning(hasUnsaved: () => boolean) {
  const [token] = useState(accessToken)
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (accessToken() === token && hasUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: BeforeUnloadEvent) => ask(event)
    addEventListener('beforeunload', listen)
    return () => removeEventListener('beforeunload', listen)
  }, [])
}
