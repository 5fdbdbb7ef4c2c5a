import type { Fact } from '@prenoto/core/emails/email-content.ts'
import { telephone } from '@prenoto/core/fields/contact-fields.ts'
import { callLink } from '@prenoto/core/fields/telephone.ts'
import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import { isAddress } from './template.ts'

/** E-mail address and telephone number, as links if they are valid. */
export const contactFacts = (email: string, phone: string): Fact[] => [
  { label: 'Email', value: shownEmail(email), href: isAddress(email) ? `mailto:${email.trim()}` : undefined },
  { label: 'Telefono', value: phone, href: telephoneLink(phone) },
]

const telephoneLink = (phone: string) => (telephone.safeParse(phone).success ? callLink(phone) : undefined)
