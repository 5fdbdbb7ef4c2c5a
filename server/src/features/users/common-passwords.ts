import { invalid } from '../../lib/errors.ts'
import { DEMO_PASSWORD } from './demo-password.ts'

/** So many of the most common passwords are refused; the list has more, in order. */
const REFUSED = 10_000

const COMMON = 'Questa password è tra le più usate e si indovina subito: scegline un’altra.'

let loading: Promise<ReadonlySet<string>> | undefined

/** Loaded when a password is first set: 400 kB that many a process never needs. */
async function loadList() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'].slice(0, REFUSED), DEMO_PASSWORD.toLowerCase()])
}

/** Throws 422 at `field` for a new password that is among the most common ones, in whatever case, or that of the demo. */
export async function refuseCommonPassword(field: string, password: string) {
  loading ??= loadList()
  if ((await loading).has(password.toLowerCase())) throw invalid(field, COMMON)
}
