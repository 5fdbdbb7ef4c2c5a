import { email } from '@prenoto/core/contact-fields.ts'
import { InvalidArgumentError } from 'commander'
import { isHostName } from '../tenants/host-name.ts'

export const print = (text: string) => process.stdout.write(`${text}\n`)

/** 'Salone.it.' → 'salone.it'; refuses what is not a host name. */
export function domainName(text: string) {
  const name = text.toLowerCase().replace(/\.$/, '')
  if (!isHostName(name)) throw new InvalidArgumentError('Use a domain such as salone.it, without https:// or a path.')
  return name
}

export function emailAddress(text: string) {
  const { data } = email.safeParse(text)
  if (data === undefined) throw new InvalidArgumentError('Use an e-mail address.')
  return data
}
