import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { subscribeToDialogs, topDialog } from './top-dialog.ts'

/** React Router's position of a history entry, which both twins of a page have. */
type Entry = { idx?: number; hasTwin?: true; isTwin?: true }

const currentEntry = () => (history.state ?? {}) as Entry

/**
 * Back closes the top panel instead of leaving its page: the page has a second history entry, its twin, from the first
 * panel on. Without an open panel, Back skips the page below the twin.
 */
export function useBackClosesPanels() {
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog)
  const location = useLocation()
  const position = useRef<number>(undefined)

  useEffect(() => {
    if (!dialog || currentEntry().isTwin) return
    // The History API, since React Router would navigate.
    history.replaceState({ ...history.state, hasTwin: true }, '')
    history.pushState({ ...history.state, hasTwin: undefined, isTwin: true }, '')
  }, [dialog])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation changes the entry
  useEffect(() => {
    position.current = currentEntry().idx
  }, [location])

  useEffect(() => {
    const follow = () => {
      const { idx, hasTwin } = currentEntry()
      const isFromTwin = hasTwin && idx === position.current
      position.current = idx
      if (!isFromTwin) return
      const open = topDialog()
      if (open) requestClose(open)
      else history.back()
    }
    // Before React Router, whose listener changes the location.
    addEventListener('popstate', follow, true)
    return () => removeEventListener('popstate', follow, true)
  }, [])
}

/** As Escape does. */
function requestClose(dialog: HTMLDialogElement) {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}
