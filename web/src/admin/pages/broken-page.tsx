import { useEffect } from 'react'
import { onRecovery } from '../../lib/server-status.ts'
import { Button } from '../../ui/button.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

/** Shown when a page's code fails to load or throws; reloads when the server is back. */
export function BrokenPage() {
  useEffect(() => onRecovery(() => location.reload()), [])

  return (
    <AdminPage title="Pagina non caricata">
      <EmptyState tone="danger" text="Non è stato possibile aprire la pagina. Controlla la connessione e riprova.">
        <Button look="quiet" onClick={() => location.reload()}>
          Riprova
        </Button>
      </EmptyState>
    </AdminPage>
  )
}
