import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { useAdminGuard } from './admin-guard.ts'
import { adminRoutes } from './admin-pages.tsx'
import { useLiveUpdates } from './features/notifications/use-live-updates.ts'
import { ProofOutlet } from './features/session/proof-outlet.tsx'
import { queryClient } from './query-client.ts'
import { AdminToaster } from './ui/feedback/admin-toaster.tsx'
import { FailedRead } from './ui/lists/empty-state.tsx'

const RequiredSetUp = lazy(() => import('./features/session/required-set-up.tsx'))

const router = createBrowserRouter(adminRoutes)
const redirect = (path: string) => router.navigate(path, { replace: true })

export function AdminApp({ configuration }: { configuration: Configuration }) {
  const { access, isCovered } = useAdminGuard(configuration, redirect)
  // Before the page reads its data, which otherwise would be read again when the stream opens.
  useLiveUpdates(queryClient, access !== 'set-up')
  return (
    <QueryClientProvider client={queryClient}>
      {access === 'set-up' && (
        <Suspense fallback={<LoadingOverlay />}>
          <RequiredSetUp />
          <ProofOutlet />
        </Suspense>
      )}
      {access === 'granted' && (
        <I18nProvider locale="it-IT">
          <RouterProvider router={router} />
          <ProofOutlet />
        </I18nProvider>
      )}
      {access === 'unreachable' && (
        <main>
          <FailedRead
            text="Il server non risponde. Controlla la connessione e riprova."
            onRetry={() => location.reload()}
          />
        </main>
      )}
      <AdminToaster />
      {isCovered && <LoadingOverlay />}
    </QueryClientProvider>
  )
}
