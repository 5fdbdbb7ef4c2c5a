import { goTo, isAdminPath, paths } from '../../lib/paths.ts'
import { clearTab, storeReturnPath } from '../../lib/session.ts'

/** React Router's key of the history entry that opened the back office. */
export const INITIAL_ENTRY_KEY = 'default'

/** Opens the log-in after the session has ended; logging in leads back to the current page. */
export function leaveForLogIn() {
  const { pathname, search } = location
  if (isAdminPath(pathname)) storeReturnPath(pathname + search)
  goTo(paths.logIn)
}

/** Opens the log-in after a log-out in another tab, without keeping data of the user in this tab. */
export function leaveAfterLogOut() {
  clearTab()
  goTo(paths.logIn)
}
