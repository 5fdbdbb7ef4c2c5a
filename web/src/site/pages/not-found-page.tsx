import { SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

export const content = () => (
  <StatusPage
    Icon={SearchX}
    title="Pagina non trovata"
    text={<p>L’indirizzo che hai aperto non esiste o non è più disponibile.</p>}
  >
    <ButtonLink href={paths.home}>Torna alla home</ButtonLink>
  </StatusPage>
)
