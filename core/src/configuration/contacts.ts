import { callLink, whatsAppLink } from '../fields/telephone.ts'
import type { Configuration } from './configuration-schema.ts'

type Channel = 'telephone' | 'email' | 'address' | 'whatsapp'

export type Contact = { channel: Channel; label: string; text: string; href: string }

export const mapsSearch = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`

/** The contacts that a business has configured. */
export function listContacts({ phone, email, address, whatsapp }: Configuration): Contact[] {
  const contacts: Contact[] = [
    { channel: 'telephone', label: 'Telefono', text: phone, href: callLink(phone) },
    { channel: 'email', label: 'Email', text: email, href: `mailto:${email}` },
    { channel: 'address', label: 'Indirizzo', text: address, href: mapsSearch(address) },
    { channel: 'whatsapp', label: 'WhatsApp', text: whatsapp, href: whatsAppLink(whatsapp) },
  ]
  return contacts.filter(({ text }) => text)
}
