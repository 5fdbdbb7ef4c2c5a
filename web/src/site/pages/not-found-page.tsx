import { SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Message } from './message.tsx'

export function NotFoundPage() {
  return (
    <Message
      Icon={SearchX}
      title="Pagina non trovata"
      text={<p>L’indirizzo che hai aperto non esiste o non è più disponibile.</p>}
    >
      <ButtonLink href={paths.home}>Torna alla home</ButtonLink>
    </Message>
  )
}

export function ServiceNotFoundPage() {
  return (
    <Message
      Icon={SearchX}
      title="Servizio non trovato"
      text={<p>Il servizio che cerchi non esiste o non è più prenotabile.</p>}
    >
      <ButtonLink href={paths.services}>Vedi tutti i servizi</ButtonLink>
    </Message>
  )
}
