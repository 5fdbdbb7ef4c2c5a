import { SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

export function NotFoundPage() {
  return (
    <StatusPage
      Icon={SearchX}
      title="Pagina non trovata"
      text={<p>L’indirizzo che hai aperto non esiste o non è più disponibile.</p>}
    >
      <ButtonLink href={paths.home}>Torna alla home</ButtonLink>
    </StatusPage>
  )
}

export function ServiceNotFoundPage() {
  return (
    <StatusPage
      Icon={SearchX}
      title="Servizio non trovato"
      text={<p>Il servizio che cerchi non esiste o non è più prenotabile.</p>}
    >
      <ButtonLink href={paths.services}>Vedi tutti i servizi</ButtonLink>
    </StatusPage>
  )
}
