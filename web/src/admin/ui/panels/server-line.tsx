import { useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isServerDown, subscribeToServerStatus } from '../../../lib/server-status.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { resumeUnsaved } from '../../lib/drafts.ts'
import { subscribeToUnsavedForms, unsavedForms } from '../../lib/unsaved-forms.ts'
import styles from './server-line.module.css'

const OUT = 'Il server non risponde: riproviamo tra poco. Quello che scrivi resta qui.'

const useServerOut = () => useSyncExternalStore(subscribeToServerStatus, isServerDown)

/** The line at the top of every page: says that the server is gone, and offers forms that could not be saved. */
export function ServerLine() {
  const isOut = useServerOut()
  const forms = useSyncExternalStore(subscribeToUnsavedForms, unsavedForms)
  const latest = forms.at(-1)
  const navigate = useNavigate()
  const line = useRoom()

  return (
    <div className={styles.place}>
      <div ref={line} role="status" className={styles.line}>
        {isOut && <span>{OUT}</span>}
        {latest !== undefined && (
          <span>
            {forms.length === 1 ? '1 modifica non salvata: ' : `${forms.length} modifiche non salvate: `}
            <button type="button" className={styles.reopen} onClick={() => resumeUnsaved(latest, navigate)}>
              riapri<VisuallyHidden> {forms.length === 1 ? 'la modifica' : 'l’ultima modifica'}</VisuallyHidden>
            </button>
          </span>
        )}
      </div>
    </div>
  )
}

/** Says the same in the footer of a panel, which covers the line. */
export function ServerNote() {
  const isOut = useServerOut()
  return (
    <p role="status" className={styles.note}>
      {isOut && OUT}
    </p>
  )
}

/**
 * Makes room for the line above the content without moving what is seen: the page scrolls by as much as the room changes. What
 * it cannot scroll back stays empty until another page is shown.
 */
function useRoom() {
  const line = useRef<HTMLDivElement>(null)
  const room = useRef(0)
  const { pathname } = useLocation()

  const setRoom = useEffectEvent((height: number) => {
    room.current = height
    document.documentElement.style.setProperty('--server-line', `${height}px`)
  })
  const follow = useEffectEvent(() => {
    const change = Math.max(line.current!.offsetHeight - room.current, -scrollY)
    if (change === 0) return
    setRoom(room.current + change)
    scrollBy({ top: change, behavior: 'instant' })
  })
  const fit = useEffectEvent(() => setRoom(line.current!.offsetHeight))

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
