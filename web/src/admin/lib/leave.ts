import { goTo, isAdminPath, paths } from '../../lib/paths.ts'
import { clearTab, storeReturnPath } from '../../lib/session.ts'

/** The session has ended: to the log-in, and from there back to here. */
export function leaveToLogInAgain() {
  const { pathname, search } = location
  if (isAdminPath(pathname)) storeReturnPath(pathname + search)
  goTo(paths.logIn)
}

/** Somebody has logged out in another tab: nothing of theirs stays in this one. */
export function leaveNothing() {
  clearTab()
  goTo(paths.logIn)
}
