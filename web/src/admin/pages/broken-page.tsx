import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { reloadOnce } from '../../lib/reload-once.ts'
import { onRecovery, serverResponse } from '../../lib/server-status.ts'
import { Button } from '../../ui/button.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

class MissingCodeError extends Error {}

export function reportMissingCode(cause: unknown): never {
  throw new MissingCodeError('The code of the page did not load', { cause })
}

/** Shown when a page throws, or its code fails to load. Open forms have become drafts. */
export const BrokenPage = () =>
  useRouteError() instanceof MissingCodeError ? <PageWithoutCode /> : <InterruptedPage />

/** Reloads when the server is back. */
function PageWithoutCode() {
  useEffect(() => onRecovery(() => location.reload()), [])
  return <Failure text="Non è stato possibile aprire la pagina. Controlla la connessione e riprova." action="Riprova" />
}

function InterruptedPage() {
  useEffect(() => {
    serverResponse().then(reloadOnce)
  }, [])
  return (
    <Failure
      text="La pagina si è interrotta. Ricaricala per continuare: quello che stavi scrivendo resta come bozza."
      action="Ricarica la pagina"
    />
  )
}

const Failure = ({ text, action }: { text: string; action: string }) => (
  <AdminPage title="Pagina non caricata">
    <EmptyState tone="danger" text={text}>
      <Button look="quiet" onClick={() => location.reload()}>
        {action}
      </Button>
    </EmptyState>
  </AdminPage>
)
