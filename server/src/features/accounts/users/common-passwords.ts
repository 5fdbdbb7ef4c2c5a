import type { Tenant } from '../../../tenants/context.ts'
import { DEMO_PASSWORD } from './demo-password.ts'
import { PasswordTooCommon } from './errors.ts'

let loading: Promise<ReadonlySet<string>> | undefined

/** 49,000 passwords of known breaches; loaded when a password is first set, since most processes never need them. */
async function loadList() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], DEMO_PASSWORD.toLowerCase()])
}

/** Passwords that are one of these words or the name in the business's domain, apart from digits and signs, are rejected. */
const OWN_WORDS = ['prenoto', 'prenota', 'prenotazione', 'prenotazioni']

const onlyLetters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Throws 422 at `field` for a common password, ignoring case, for the demo password and for the business's own name. */
export async function refuseCommonPassword(
  { tenant }: { tenant: Pick<Tenant, 'domain'> },
  field: string,
  password: string,
) {
  loading ??= loadList()
  const words = [...OWN_WORDS, ...tenant.domain.split('.').map(onlyLetters)]
  const isOwnWord = words.includes(onlyLetters(password)) && onlyLetters(password) !== ''
  if (isOwnWord || (await loading).has(password.toLowerCase())) throw new PasswordTooCommon(field)
}
