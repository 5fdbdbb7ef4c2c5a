import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { StaffCard } from './staff-card.tsx'

/** Shown for an expired or used one-time link, with a link to request another one. */
export function InvalidLinkCard({ configuration, hint }: { configuration: Configuration; hint: string }) {
  return (
    <StaffCard
      configuration={configuration}
      title="Il link non è più valido"
      text={`È scaduto oppure è già stato usato. ${hint}`}
    >
      <ButtonLink wide href={paths.forgotPassword}>
        Chiedi un nuovo link
      </ButtonLink>
    </StaffCard>
  )
}
