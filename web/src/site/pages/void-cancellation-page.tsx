import type { CancellableVisit } from '@prenoto/core/pages/page-data.ts'
import { SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

/** In place of the cancellation when there is nothing to cancel: the visit has begun, or there is none. Works without any script. */
export const VoidCancellationPage = ({ visit }: { visit: CancellableVisit | null }) => (
  <StatusPage
    Icon={SearchX}
    title={visit ? 'La visita è già iniziata' : 'La prenotazione non c’è più'}
    text={
      <p>
        {visit
          ? 'Non può più essere eliminata da qui: per ogni necessità usa i recapiti che trovi in fondo.'
          : 'È già stata eliminata, oppure il link non è completo.'}
      </p>
    }
  >
    <ButtonLink look="quiet" href={paths.home}>
      Torna alla home
    </ButtonLink>
    <ButtonLink href={paths.services}>Prenota di nuovo</ButtonLink>
  </StatusPage>
)
