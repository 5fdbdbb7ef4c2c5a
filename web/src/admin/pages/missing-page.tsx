import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

export function MissingPage() {
  return (
    <AdminPage title="Pagina non disponibile">
      <EmptyState text="Questa pagina non esiste o non è prevista per il tuo ruolo.">
        <ButtonLink look="quiet" href={paths.dashboard}>
          Vai alla dashboard
        </ButtonLink>
      </EmptyState>
    </AdminPage>
  )
}
