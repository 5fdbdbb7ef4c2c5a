const TOKEN = 'access_token'
const DEVICE = 'device_id'
const LOGGED_OUT = 'logged_out'
const PROBE = 'storage_probe'
const TAB_OWNER = 'tab_owner'
const RETURN_PATH = 'return_path'
const INVALID_DOMAIN = 'invalid_domain'

/** Storage may be disabled or full: the site then behaves as on a first visit. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Whether this browser can store a session. */
export const canKeepSession = () =>
  attempt(() => {
    localStorage.setItem(PROBE, '')
    localStorage.removeItem(PROBE)
    return true
  }) ?? false

export const accessToken = () => attempt(() => localStorage.getItem(TOKEN)) ?? undefined
export const storeAccessToken = (token: string) =>
  attempt(() => {
    localStorage.setItem(TOKEN, token)
    localStorage.removeItem(LOGGED_OUT)
  })
export const removeAccessToken = () => attempt(() => localStorage.removeItem(TOKEN))

/** Logs the user out on purpose. Unlike an expired session, it also clears the tab's data. */
export function logOutHere() {
  attempt(() => localStorage.setItem(LOGGED_OUT, 'true'))
  removeAccessToken()
  clearTab()
}

/** Whether the user has logged out on purpose, with no log-in since. */
export const hasLoggedOut = () =>
  accessToken() === undefined && attempt(() => localStorage.getItem(LOGGED_OUT)) === 'true'

/** Makes a user the owner of the tab's stored data, and clears the data of a previous user. */
export function setTabOwner(userId: number) {
  const owner = readTabItem(TAB_OWNER)
  if (owner !== undefined && owner !== String(userId)) clearTab()
  storeTabItem(TAB_OWNER, String(userId))
}

export const clearTab = () => attempt(() => sessionStorage.clear())

/** Stores the path to return to after the next log-in. */
export const storeReturnPath = (path: string) => storeTabItem(RETURN_PATH, path)

/** Removes and returns the path where this user's session ended. */
export function takeReturnPath(userId: number): string | undefined {
  const path = readTabItem(RETURN_PATH)
  removeTabItem(RETURN_PATH)
  return [undefined, String(userId)].includes(readTabItem(TAB_OWNER)) ? path : undefined
}

const newDeviceId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Headers that identify this browser at log-in; empty where storage is disabled. */
export function deviceHeader(): { 'device-id'?: string } {
  const id = attempt(() => {
    const deviceId = localStorage.getItem(DEVICE) ?? newDeviceId()
    localStorage.setItem(DEVICE, deviceId)
    return deviceId
  })
  return id === undefined ? {} : { 'device-id': id }
}

/** Calls `then` after a log-in or log-out in any tab. Returns how to unsubscribe. */
export function onSessionChange(then: () => void): () => void {
  let knownToken = accessToken()
  const compare = () => {
    const before = knownToken
    knownToken = accessToken()
    if (knownToken !== before) then()
  }
  addEventListener('storage', compare)
  document.addEventListener('visibilitychange', compare)
  return () => {
    removeEventListener('storage', compare)
    document.removeEventListener('visibilitychange', compare)
  }
}

/** Stores whether the last response said that the domain is unknown. */
export const flagDomain = (invalid: boolean) => storeTabItem(INVALID_DOMAIN, String(invalid))

/** Items of the tab: they survive a reload and end with the tab. */
export const readTabItem = (key: string) => attempt(() => sessionStorage.getItem(key)) ?? undefined
export const storeTabItem = (key: string, value: string) => attempt(() => sessionStorage.setItem(key, value))
export const removeTabItem = (key: string) => attempt(() => sessionStorage.removeItem(key))

/** Items of the browser: they survive the tab. */
export const readBrowserItem = (key: string) => attempt(() => localStorage.getItem(key)) ?? undefined
export const storeBrowserItem = (key: string, value: string) => attempt(() => localStorage.setItem(key, value))
export const removeBrowserItem = (key: string) => attempt(() => localStorage.removeItem(key))
