const TOKEN = 'access_token'
const INVALID_DOMAIN = 'invalid_domain'

/** Storage may be switched off or full: the site then works as on a first visit. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

export const accessToken = () => attempt(() => localStorage.getItem(TOKEN)) ?? undefined
export const storeAccessToken = (token: string) => attempt(() => localStorage.setItem(TOKEN, token))
export const removeAccessToken = () => attempt(() => localStorage.removeItem(TOKEN))

/** Notes whether the last answer said that the domain is unknown. */
export const flagDomain = (invalid: boolean) => storeKept(INVALID_DOMAIN, String(invalid))

/** What one tab keeps over a reload, until it is closed. */
export const readKept = (key: string) => attempt(() => sessionStorage.getItem(key)) ?? undefined
export const storeKept = (key: string, value: string) => attempt(() => sessionStorage.setItem(key, value))
export const removeKept = (key: string) => attempt(() => sessionStorage.removeItem(key))
