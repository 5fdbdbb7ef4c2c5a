import type { Contact } from '@prenoto/core/configuration/contacts.ts'
import { type LucideIcon, Mail, MapPin, MessageCircle, Phone } from 'lucide-react'

export const CONTACT_ICONS: Record<Contact['channel'], LucideIcon> = {
  telephone: Phone,
  email: Mail,
  address: MapPin,
  whatsapp: MessageCircle,
}
