import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { listContacts } from '@prenoto/core/configuration/contacts.ts'
import { Phone } from 'lucide-react'
import { ButtonLink } from '../../../ui/button.tsx'

const findPhone = (configuration: Configuration) =>
  listContacts(configuration).find(({ channel }) => channel === 'telephone')

export const hasPhone = (configuration: Configuration) => findPhone(configuration) !== undefined

/** Calls the business; nothing without a telephone. */
export function CallButton({ configuration }: { configuration: Configuration }) {
  const phone = findPhone(configuration)
  return (
    phone && (
      <ButtonLink look="soft" href={phone.href}>
        <Phone size={18} aria-hidden="true" />
        <span>{`Chiama ${phone.text}`}</span>
      </ButtonLink>
    )
  )
}
