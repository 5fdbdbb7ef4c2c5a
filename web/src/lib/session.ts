import type { Booking } from '@prenoto/core/bookings/booking-schema.ts'
import { maskEmail } from './mask.ts'

const TOKEN = 'access_token'
const DEVICE = 'device_id'
const LOGGED_OUT = 'logged_out'
const PROBE = 'storage_probe'
const TAB_OF = 'tab_of'
const CAME_FROM = 'came_from'
const INVALID_DOMAIN = 'invalid_domain'
const BOOKED_VISIT = 'booked'

/** Storage may be switched off or full: the site then works as on a first visit. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Whether this browser can keep a session: some block storage for a site, or altogether. */
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

/** Ends the session of this browser by its owner's will: other than one that expired it leaves nothing to go on with. */
export function logOutHere() {
  attempt(() => localStorage.setItem(LOGGED_OUT, 'true'))
  removeAccessToken()
  clearTab()
}

/** Whether somebody has logged out here, and nobody in again. */
export const hasLoggedOut = () =>
  accessToken() === undefined && attempt(() => localStorage.getItem(LOGGED_OUT)) === 'true'

/** Whatever one tab keeps is of one person: what somebody else has left there goes. */
export function claimTab(userId: number) {
  const owner = readTabItem(TAB_OF)
  if (owner !== undefined && owner !== String(userId)) clearTab()
  storeTabItem(TAB_OF, String(userId))
}

export const clearTab = () => attempt(() => sessionStorage.clear())

/** Where whoever has to log in again goes afterwards. */
export const storeReturnPath = (path: string) => storeTabItem(CAME_FROM, path)

/** Where this person was as their session ended; asked once. */
export function takeReturnPath(userId: number): string | undefined {
  const path = readTabItem(CAME_FROM)
  removeTabItem(CAME_FROM)
  return [undefined, String(userId)].includes(readTabItem(TAB_OF)) ? path : undefined
}

const newDeviceId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What this browser calls itself as somebody logs in, so that they are known here the next time; nothing where it keeps nothing. */
export function deviceHeader(): { 'device-id'?: string } {
  const id = attempt(() => {
    const known = localStorage.getItem(DEVICE) ?? newDeviceId()
    localStorage.setItem(DEVICE, known)
    return known
  })
  return id === undefined ? {} : { 'device-id': id }
}

/**
 * Tells that another tab of this browser has logged out or in, at the latest when this one is seen again. Returns how to
 * stop.
 */
export function onSessionChange(then: () => void): () => void {
  let known = accessToken()
  const look = () => {
    const before = known
    known = accessToken()
    if (known !== before) then()
  }
  addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('storage', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** What is remembered of the booking just made. Its key stays out of addresses, which are seen, sent and logged. */
export type BookedVisit = Pick<
  Booking,
  | 'hidden_id'
  | 'visit_day'
  | 'visit_hour'
  | 'service_name'
  | 'service_duration'
  | 'service_price'
  | 'calendar_name'
  | 'email'
>

/** Of the e-mail address only so much is kept that its owner knows it. */
export const storeBookedVisit = ({
  hidden_id,
  visit_day,
  visit_hour,
  service_name,
  service_duration,
  service_price,
  calendar_name,
  email,
}: BookedVisit) =>
  storeTabItem(
    BOOKED_VISIT,
    JSON.stringify({
      hidden_id,
      visit_day,
      visit_hour,
      service_name,
      service_duration,
      service_price,
      calendar_name,
      email: maskEmail(email),
    }),
  )
export const bookedVisit = () =>
  attempt(() => JSON.parse(sessionStorage.getItem(BOOKED_VISIT) ?? 'null') as BookedVisit | null) ?? undefined

/** Forgets the visit booked here: whichever it is, or only if it is this one. */
export function forgetBookedVisit(hiddenId?: string) {
  if (hiddenId === undefined || bookedVisit()?.hidden_id === hiddenId) removeTabItem(BOOKED_VISIT)
}

/** Notes whether the last answer said that the domain is unknown. */
export const flagDomain = (invalid: boolean) => storeTabItem(INVALID_DOMAIN, String(invalid))

/** What one tab keeps over a reload, until it is closed. */
export const readTabItem = (key: string) => attempt(() => sessionStorage.getItem(key)) ?? undefined
export const storeTabItem = (key: string, value: string) => attempt(() => sessionStorage.setItem(key, value))
export const removeTabItem = (key: string) => attempt(() => sessionStorage.removeItem(key))

/** What this browser remembers from visit to visit. */
export const readBrowserItem = (key: string) => attempt(() => localStorage.getItem(key)) ?? undefined
export const remember = (key: string, value: string) => attempt(() => localStorage.setItem(key, value))
