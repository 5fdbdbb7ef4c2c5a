import { shortNoticeText } from '@prenoto/core/bookings/visit-state.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { contactsOf } from '@prenoto/core/configuration/contacts.ts'

/** Shown after the deadline for changes: the contacts of the business. */
export function TooLateNotice({ configuration }: { configuration: Configuration }) {
  const phone = contactsOf(configuration).find(({ channel }) => channel === 'telephone')
  return (
    <p>
      <span>{`${shortNoticeText(configuration.app_change_hours_notice)}: per spostarla o disdirla `}</span>
      {phone ? (
        <span>
          chiama <a href={phone.href}>{phone.text}</a>.
        </span>
      ) : (
        <span>usa i recapiti che trovi in fondo.</span>
      )}
    </p>
  )
}
