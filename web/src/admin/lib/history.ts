import { readKept, storeKept } from '../../lib/session.ts'

const SCROLLED = 'scrolled'

/** Where one is, and how one came there: an entry of the browser's history. */
export type Place = {
  /** Other than of any other entry. */
  key: string
  pathname: string
  search: string
  hash: string
  /** What whoever led here wanted to say. */
  state: unknown
  /** How far down the page was as it was left, known of entries that one comes back to. */
  scrolledTo?: number
  /** Whether the page stays as far down as it is. */
  keepsScroll?: boolean
  /** Whether it shows before anything else is done. */
  isAtOnce?: boolean
}

/** What of a place is kept in its entry. `idx` counts entries from the one that the back office was opened with. */
type Kept = { idx?: number; key?: string; usr?: unknown }

type NavigateOptions = Pick<Place, 'keepsScroll' | 'isAtOnce'> & { replace?: boolean; state?: unknown }

const kept = () => (history.state ?? {}) as Kept
const newKey = () => Math.random().toString(36).slice(2)

const scrolled = readScrolled()
const listeners = new Set<(place: Place) => void>()
let current = begin()

function readScrolled(): Record<string, number> {
  try {
    return JSON.parse(readKept(SCROLLED) ?? '{}')
  } catch {
    // Unreadable positions count as none: pages open at the top.
    return {}
  }
}

/** Named as those that other code of this tab has left. */
function begin() {
  if (kept().idx === undefined) history.replaceState({ ...kept(), idx: 0, key: newKey() }, '')
  return read()
}

function read(): Place {
  const { pathname, search, hash } = location
  // An entry made by a link within the page has nothing kept.
  const { key = newKey(), usr: state = null } = kept()
  return { key, pathname, search, hash, state, scrolledTo: scrolled[key] }
}

function go(place: Place) {
  current = place
  for (const tell of listeners) tell(place)
}

const noteScroll = () => {
  scrolled[current.key] = scrollY
}

export const currentPlace = () => current

/** Goes to an address of the back office without loading its page anew. */
export function navigate(to: string, { replace, state = null, keepsScroll, isAtOnce }: NavigateOptions = {}) {
  if (replace) delete scrolled[current.key]
  else noteScroll()
  const idx = (kept().idx ?? 0) + (replace ? 0 : 1)
  const entry: Kept = { idx, key: newKey(), usr: state }
  if (replace) history.replaceState(entry, '', to)
  else history.pushState(entry, '', to)
  go({ ...read(), keepsScroll, isAtOnce })
}

/** Whether the back office was opened here: what was before, if anything, is another page. */
export const isFirstPlace = () => kept().idx === 0

/** Tells of every other place that one comes to, from now on. Returns how to stop. */
export function onNavigation(then: (place: Place) => void) {
  listeners.add(then)
  return () => {
    listeners.delete(then)
  }
}

/** How far down one was is ours to find again: the browser would look before the page has its length. */
function follow() {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    noteScroll()
    go(read())
  })
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
  addEventListener('pagehide', () => {
    noteScroll()
    storeKept(SCROLLED, JSON.stringify(scrolled))
    history.scrollRestoration = 'auto'
  })
}
follow()
