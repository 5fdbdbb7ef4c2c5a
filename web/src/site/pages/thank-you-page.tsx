import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { Check } from 'lucide-react'
import { BookedVisit } from '../features/visits/booked-visit.tsx'
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
    </StatusPage>
  )
}
