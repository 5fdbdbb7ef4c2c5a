import type { Role } from '@prenoto/core/contract/role.ts'
import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'
import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { adminPaths, paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { useMay, useWithdrawnRights } from './features/session/session.queries.ts'
import { AdminLayout } from './layout/admin-layout.tsx'
import { BrokenPage, reportMissingCode } from './pages/broken-page.tsx'
import { AdminPage } from './ui/admin-page.tsx'
import { EmptyState } from './ui/lists/empty-state.tsx'

type Needs = { needs: Role; right?: WithdrawableRight }
type PageRoute = Needs & { path: string; load: () => Promise<{ default: ComponentType }> }

/** The pages of the back office: path, code, minimum role, and the right that operators may lack. */
const pages: PageRoute[] = [
  // Every role is redirected here before the business is set up; the page explains who may do it.
  { path: paths.onboarding, load: () => import('./pages/onboarding-page.tsx'), needs: 'operator' },
  { path: paths.dashboard, load: () => import('./pages/dashboard-page.tsx'), needs: 'operator' },
  { path: '/appointments/:id', load: () => import('./pages/appointment-page.tsx'), needs: 'operator' },
  { path: adminPaths.users, load: () => import('./pages/users-page.tsx'), needs: 'admin' },
  { path: adminPaths.manageServices, load: () => import('./pages/managed-services-page.tsx'), needs: 'operator' },
  { path: adminPaths.daysOff, load: () => import('./pages/days-off-page.tsx'), needs: 'operator' },
  { path: adminPaths.calendars, load: () => import('./pages/calendars-page.tsx'), needs: 'operator' },
  { path: adminPaths.workWeek, load: () => import('./pages/work-week-page.tsx'), needs: 'operator' },
  {
    path: adminPaths.customers,
    load: () => import('./pages/customers-page.tsx'),
    needs: 'operator',
    right: 'customers',
  },
  { path: adminPaths.reports, load: () => import('./pages/reports-page.tsx'), needs: 'admin' },
  { path: adminPaths.waitingList, load: () => import('./pages/waiting-list-page.tsx'), needs: 'operator' },
  { path: adminPaths.contactRequests, load: () => import('./pages/contact-requests-page.tsx'), needs: 'operator' },
  { path: adminPaths.audit, load: () => import('./pages/audit-page.tsx'), needs: 'admin' },
  {
    path: adminPaths.processingRegister,
    load: () => import('./pages/processing-register-page.tsx'),
    needs: 'admin',
  },
  {
    path: adminPaths.processorAgreement,
    load: () => import('./pages/processor-agreement-page.tsx'),
    needs: 'admin',
  },
  { path: adminPaths.settings, load: () => import('./pages/settings-page.tsx'), needs: 'operator' },
  { path: adminPaths.guide, load: () => import('./pages/guide-page.tsx'), needs: 'operator' },
  { path: adminPaths.guidePage(':page'), load: () => import('./pages/guide-page.tsx'), needs: 'operator' },
  { path: adminPaths.import, load: () => import('./pages/import-page.tsx'), needs: 'admin' },
  { path: '/customer/:id', load: () => import('./pages/customer-page.tsx'), needs: 'operator', right: 'customers' },
]

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Loads the code of all pages, one after the other. */
async function prefetchPages() {
  if (savesData()) return
  try {
    for (const { load } of pages) await load()
  } catch {
    // The page reports the failure when it is opened.
  }
}

function MissingPage() {
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

/** Shows the missing page to users whose role is too low, or who lack the right. */
function RoleGate({ needs, right, children }: Needs & { children: ReactNode }) {
  const isWithdrawn = useWithdrawnRights().some((withdrawn) => withdrawn === right)
  return useMay(needs) && !isWithdrawn ? children : <MissingPage />
}

const toRoute = ({ path, load, ...needs }: PageRoute): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Page } = await load().catch(reportMissingCode)
    return {
      element: (
        <RoleGate {...needs}>
          <Page />
        </RoleGate>
      ),
    }
  },
  hydrateFallbackElement: <LoadingOverlay />,
  errorElement: <BrokenPage />,
})

export const adminRoutes: RouteObject[] = [
  {
    element: <AdminLayout onIdle={prefetchPages} />,
    errorElement: <BrokenPage />,
    children: [...pages.map(toRoute), { path: '*', element: <MissingPage /> }],
  },
]
