import { telephone } from '@prenoto/core/fields/contact-fields.ts'
import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import type { Fact } from '@prenoto/core/mail/mail-data.ts'
import { isAddress } from './template.ts'

/** How somebody is reached: what the staff touches to answer. What is no address or number is only shown. */
export const contactFacts = (email: string, phone: string): Fact[] => [
  { label: 'Email', value: shownEmail(email), href: isAddress(email) ? `mailto:${email.trim()}` : undefined },
  { label: 'Telefono', value: phone, href: dialled(phone) },
]

/** Report are kept without the '+' of their country: no Italian one of more than ten digits begins without a zero. */
function dialled(phone: string) {
  const { data: digits } = telephone.safeParse(phone)
  return digits && `tel:${/^[1-9]\d{10}/.test(digits) ? '+' : ''}${digits}`
}
