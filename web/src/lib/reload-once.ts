import { readTabItem, storeTabItem } from './session.ts'

const RELOADED_AT = 'reloaded_at'

/** Milliseconds in which a second failure does not load the page again, so that no page does so endlessly. */
const RELOAD_PAUSE = 60_000

/** Loads a page that has failed again, where the browser can store that it did. */
export function reloadOnce() {
  const now = Date.now()
  const last = readTabItem(RELOADED_AT)
  storeTabItem(RELOADED_AT, String(now))
  if (now - Number(last ?? 0) > RELOAD_PAUSE && readTabItem(RELOADED_AT) === String(now)) location.reload()
}
