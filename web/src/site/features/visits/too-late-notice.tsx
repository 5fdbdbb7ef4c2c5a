import { shortNoticeText } from '@prenoto/core/bookings/visit-state.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { CallButton, hasPhone } from '../configuration/call-button.tsx'

/** Shown after the deadline for changes: the contacts of the business. */
export function TooLateNotice({ configuration }: { configuration: Configuration }) {
  return (
    <>
      <p>
        <span>{`${shortNoticeText(configuration.app_change_hours_notice)}: per spostarla o disdirla `}</span>
        <span>{hasPhone(configuration) ? 'chiamaci.' : 'usa i recapiti che trovi in fondo.'}</span>
      </p>
      <CallButton configuration={configuration} />
    </>
  )
}
