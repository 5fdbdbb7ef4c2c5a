import { email } from '@prenoto/core/fields/contact-fields.ts'
import { requiredBusinessName } from '@prenoto/core/fields/text.ts'
import { InvalidArgumentError } from 'commander'
import { asciiDomain } from '../tenants/domain-name.ts'

export const print = (text: string) => process.stdout.write(`${text}\n`)

/** 'Caffè.IT' → 'xn--caff-8oa.it'. Throws for an invalid host name. */
export function domainName(text: string) {
  const name = asciiDomain(text)
  if (name === undefined) throw new InvalidArgumentError('Use a domain such as salone.it, without https:// or a path.')
  return name
}

const name = requiredBusinessName('')

export function businessName(text: string) {
  const { data } = name.safeParse(text)
  if (data === undefined)
    throw new InvalidArgumentError('Use a name of 1 to 100 characters, on one line, without a web address.')
  return data
}

export function emailAddress(text: string) {
  const { data } = email.safeParse(text)
  if (data === undefined) throw new InvalidArgumentError('Use an e-mail address.')
  return data
}
