import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Button } from '../ui/button.tsx'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { useAdminGuard } from './admin-guard.ts'
import { AdminPages } from './admin-pages.tsx'
import { navigate } from './lib/history.ts'
import { Router } from './lib/router.tsx'
import { queryClient } from './query-client.ts'
import { AdminToaster } from './ui/admin-toaster.tsx'
import { EmptyState } from './ui/empty-state.tsx'

const redirect = (path: string) => navigate(path, { replace: true })

export function AdminApp({ configuration }: { configuration: Configuration }) {
  const { access, isCovered } = useAdminGuard(configuration, redirect)
  return (
    <QueryClientProvider client={queryClient}>
      {access === 'granted' && (
        <I18nProvider locale="it-IT">
          <Router>
            <AdminPages />
          </Router>
        </I18nProvider>
      )}
      {access === 'unreachable' && (
        <main>
          <EmptyState tone="danger" text="Il server non risponde. Controlla la connessione e riprova.">
            <Button look="quiet" onClick={() => location.reload()}>
              Riprova
            </Button>
          </EmptyState>
        </main>
      )}
      <AdminToaster />
      {isCovered && <LoadingOverlay />}
    </QueryClientProvider>
  )
}
