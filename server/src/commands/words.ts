import { email } from '@prenoto/core/contact-fields.ts'
import { InvalidArgumentError } from 'commander'

export const print = (text: string) => process.stdout.write(`${text}\n`)

/** 'Salone.it.' → 'salone.it'; refuses what is not a host name. */
export function domainName(text: string) {
  const name = text.toLowerCase().replace(/\.$/, '')
  const isHostName =
    name.length <= 253 && name.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  if (!isHostName) throw new InvalidArgumentError('Use a domain such as salone.it, without https:// or a path.')
  return name
}

export function emailAddress(text: string) {
  const { data } = email.safeParse(text)
  if (data === undefined) throw new InvalidArgumentError('Use an e-mail address.')
  return data
}
