import { SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

export const content = () => (
  <StatusPage
    Icon={SearchX}
    title="Servizio non trovato"
    text={<p>Il servizio che cerchi non esiste o non è più prenotabile.</p>}
  >
    <ButtonLink href={paths.services} target="_self">
      Vedi tutti i servizi
    </ButtonLink>
  </StatusPage>
)
