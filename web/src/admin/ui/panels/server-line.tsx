import { useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isServerDown, subscribeToServerStatus } from '../../../lib/server-status.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { reopenForm, subscribeToUnsavedForms, unsavedForms } from '../../lib/drafts.ts'
import styles from './panels.module.css'

const SERVER_DOWN = 'Il server non risponde: riproviamo tra poco. Quello che scrivi resta qui.'

const OFFLINE = 'Nessuna connessione: la pagina si aggiorna appena torna. Quello che scrivi resta qui.'

function subscribeToNetwork(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Why nothing can be read or saved now; undefined if it can. */
function useOutage() {
  const isDown = useSyncExternalStore(subscribeToServerStatus, isServerDown)
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  if (!isOnline) return OFFLINE
  return isDown ? SERVER_DOWN : undefined
}

/** The line at the top of every page: says that the device is offline or the server does not respond, and offers forms that could not be saved. */
export function ServerLine() {
  const outage = useOutage()
  const forms = useSyncExternalStore(subscribeToUnsavedForms, unsavedForms)
  const latest = forms.at(-1)
  const navigate = useNavigate()
  const line = useReservedSpace()

  return (
    <div className={`print-hidden ${styles.anchor}`}>
      <div ref={line} role="status" className={`row gap-x-4 flex-wrap warning-soft text-xs text-center ${styles.line}`}>
        {outage && <span>{outage}</span>}
        {latest !== undefined && (
          <span>
            <span>{forms.length === 1 ? '1 modifica non salvata: ' : `${forms.length} modifiche non salvate: `}</span>
            <button type="button" className={styles.reopen} onClick={() => reopenForm(latest, navigate)}>
              riapri<VisuallyHidden>{` ${forms.length === 1 ? 'la modifica' : 'l’ultima modifica'}`}</VisuallyHidden>
            </button>
          </span>
        )}
      </div>
    </div>
  )
}

/** The same message in the footer of a panel, which covers the line. */
export function ServerNote() {
  const outage = useOutage()
  return (
    <p role="status" className={`empty-absolute ${styles.serverLineNote}`}>
      {outage}
    </p>
  )
}

/**
 * Reserves space for the line above the content, and scrolls the page by the same amount so that nothing moves. Space that
 * scrolling cannot give back stays empty until the next page.
 */
function useReservedSpace() {
  const line = useRef<HTMLDivElement>(null)
  const reserved = useRef(0)
  const { pathname } = useLocation()

  const setReserved = useEffectEvent((height: number) => {
    reserved.current = height
    document.documentElement.style.setProperty('--server-line', `${height}px`)
  })
  const follow = useEffectEvent(() => {
    const change = Math.max(line.current!.offsetHeight - reserved.current, -scrollY)
    if (change === 0) return
    setReserved(reserved.current + change)
    scrollBy({ top: change, behavior: 'instant' })
  })
  const fit = useEffectEvent(() => setReserved(line.current!.offsetHeight))

  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => follow())
    observer.observe(line.current!)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (pathname) fit()
  }, [pathname])
  return line
}
