import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { Check } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { BookedVisit } from '../bookings/booked-visit.tsx'
import { StatusPage } from './status-page.tsx'

export const content = ({ configuration }: PageDataWith<'configuration'>) => (
  <ThankYouPage configuration={configuration} />
)

export function ThankYouPage({ configuration }: { configuration: Configuration }) {
  return (
    <StatusPage
      Icon={Check}
      tone="success"
      title="Prenotazione effettuata con successo"
      text={<p>Grazie per averci scelto: ti aspettiamo.</p>}
    >
      <BookedVisit configuration={configuration} />
      <ButtonLink href={paths.home}>Torna alla home</ButtonLink>
    </StatusPage>
  )
}
