import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { Check } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { BookedVisit } from '../visits/booked-visit.tsx'
import { StatusPage } from './status-page.tsx'

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
