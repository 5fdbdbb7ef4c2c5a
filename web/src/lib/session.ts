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
export const flagDomain = (invalid: boolean) => attempt(() => sessionStorage.setItem(INVALID_DOMAIN, String(invalid)))
