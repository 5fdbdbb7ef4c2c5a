import type { Role } from '@prenoto/core/users/role.ts'
import { type ComponentType, lazy } from 'react'
import { paths } from '../lib/paths.ts'
import { AdminLayout } from './admin-layout.tsx'
import { PageBoundary, usePlace } from './lib/router.tsx'
import { BrokenPage } from './pages/broken-page.tsx'
import { MissingPage } from './pages/missing-page.tsx'
import { RoleGate } from './role-gate.tsx'

type AdminPage = { path: string; load: () => Promise<{ default: ComponentType }>; needs: Role }

/** In an address, for the number of any record. */
const ANY = 0

/** Every page of the back office: its address, where its code is, and the least role that may see it. */
const pages: AdminPage[] = [
  // Those who may not set the business up read so there: a business that is not set up leads everybody to it.
  { path: paths.onboarding, load: () => import('./pages/onboarding-page.tsx'), needs: 'operator' },
  { path: paths.dashboard, load: () => import('./pages/dashboard-page.tsx'), needs: 'operator' },
  { path: paths.appointment(ANY), load: () => import('./pages/appointment-page.tsx'), needs: 'operator' },
  { path: paths.users, load: () => import('./pages/users-page.tsx'), needs: 'admin' },
  { path: paths.manageServices, load: () => import('./pages/managed-services-page.tsx'), needs: 'operator' },
  { path: paths.daysOff, load: () => import('./pages/days-off-page.tsx'), needs: 'operator' },
  { path: paths.calendars, load: () => import('./pages/calendars-page.tsx'), needs: 'operator' },
  { path: paths.customers, load: () => import('./pages/customers-page.tsx'), needs: 'operator' },
  { path: paths.numbers, load: () => import('./pages/numbers-page.tsx'), needs: 'admin' },
  { path: paths.settings, load: () => import('./pages/settings-page.tsx'), needs: 'operator' },
  { path: paths.customer(ANY), load: () => import('./pages/customer-page.tsx'), needs: 'operator' },
]

/** Whether people have told their browser to spend little on what they may never need. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Fetches every page's code, so that none is waited for later: one after the other, so that calls find a connection. One that
 * cannot come is the last: a browser never asks again for what it failed to import, until the whole page is loaded anew.
 */
async function fetchPages() {
  if (savesData()) return
  try {
    for (const { load } of pages) await load()
  } catch {
    // Opened, that page says so and offers to try again.
  }
}

const screens = pages.map(({ path, load, needs }) => {
  const Page = lazy(load)
  const Screen = () => (
    <RoleGate needs={needs}>
      <Page />
    </RoleGate>
  )
  return { address: new RegExp(`^${path.replace(String(ANY), '\\d+')}/?$`), Screen }
})

/** The page that the address names, and what every page has around it. */
export function AdminPages() {
  const place = usePlace()
  const { Screen = MissingPage } = screens.find(({ address }) => address.test(place.pathname)) ?? {}
  return (
    <AdminLayout onIdle={fetchPages}>
      <PageBoundary place={place} fallback={<BrokenPage />}>
        <Screen />
      </PageBoundary>
    </AdminLayout>
  )
}
