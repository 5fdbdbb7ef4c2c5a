import { DEMO_PASSWORD } from './demo-password.ts'
import { PasswordTooCommon } from './errors.ts'

/** How many of the most common passwords are rejected; the list is ordered by frequency. */
const REJECTED = 10_000

let loading: Promise<ReadonlySet<string>> | undefined

/** Loaded when a password is first set, since most processes never need these 400 kB. */
async function loadList() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'].slice(0, REJECTED), DEMO_PASSWORD.toLowerCase()])
}

/** Throws 422 at `field` for a common password, ignoring case, and for the demo password. */
export async function refuseCommonPassword(field: string, password: string) {
  loading ??= loadList()
  if ((await loading).has(password.toLowerCase())) throw new PasswordTooCommon(field)
}
