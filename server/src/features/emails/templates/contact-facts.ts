import { telephone } from '@prenoto/core/fields/contact-fields.ts'
import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import type { Fact } from '@prenoto/core/mail/mail-data.ts'
import { isAddress } from './template.ts'

/** E-mail address and telephone number, as links if they are valid. */
export const contactFacts = (email: string, phone: string): Fact[] => [
  { label: 'Email', value: shownEmail(email), href: isAddress(email) ? `mailto:${email.trim()}` : undefined },
  { label: 'Telefono', value: phone, href: telephoneLink(phone) },
]

/** Numbers are stored without '+'. No Italian number of more than ten digits starts without a zero. */
function telephoneLink(phone: string) {
  const { data: digits } = telephone.safeParse(phone)
  return digits && `tel:${/^[1-9]\d{10}/.test(digits) ? '+' : ''}${digits}`
}
