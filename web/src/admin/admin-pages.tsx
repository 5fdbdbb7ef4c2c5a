import type { Role } from '@prenoto/core/contract/role.ts'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { paths } from '../lib/paths.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { AdminLayout } from './layout/admin-layout.tsx'
import { BrokenPage } from './pages/broken-page.tsx'
import { MissingPage } from './pages/missing-page.tsx'
import { RoleGate } from './role-gate.tsx'

type AdminPage = { path: string; load: () => Promise<{ default: ComponentType }>; needs: Role }

/** Every page of the back office: its address, where its code is, and the least role that may see it. */
const pages: AdminPage[] = [
  // Those who may not set the business up read so there: a business that is not set up leads everybody to it.
  { path: paths.onboarding, load: () => import('./pages/onboarding-page.tsx'), needs: 'operator' },
  { path: paths.dashboard, load: () => import('./pages/dashboard-page.tsx'), needs: 'operator' },
  { path: '/appointments/:id', load: () => import('./pages/appointment-page.tsx'), needs: 'operator' },
  { path: paths.users, load: () => import('./pages/users-page.tsx'), needs: 'admin' },
  { path: paths.manageServices, load: () => import('./pages/managed-services-page.tsx'), needs: 'operator' },
  { path: paths.daysOff, load: () => import('./pages/days-off-page.tsx'), needs: 'operator' },
  { path: paths.calendars, load: () => import('./pages/calendars-page.tsx'), needs: 'operator' },
  { path: paths.customers, load: () => import('./pages/customers-page.tsx'), needs: 'operator' },
  { path: paths.reports, load: () => import('./pages/reports-page.tsx'), needs: 'admin' },
  { path: paths.settings, load: () => import('./pages/settings-page.tsx'), needs: 'operator' },
  { path: '/customer/:id', load: () => import('./pages/customer-page.tsx'), needs: 'operator' },
]

/** Whether the browser is set to save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Fetches the code of every page in turn, so that opening one later waits for nothing. */
async function prefetchPages() {
  if (savesData()) return
  try {
    for (const { load } of pages) await load()
  } catch {
    // Opening that page reports the failure and offers to retry.
  }
}

const toRoute = ({ path, load, needs }: AdminPage): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Page } = await load()
    return {
      element: (
        <RoleGate needs={needs}>
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
