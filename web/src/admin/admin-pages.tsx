import type { Role } from '@prenoto/core/users/role.ts'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { paths } from '../lib/paths.ts'
import { AdminLayout } from './admin-layout.tsx'
import { AppointmentPage } from './pages/appointment-page.tsx'
import { CalendarsPage } from './pages/calendars-page.tsx'
import { CustomerPage } from './pages/customer-page.tsx'
import { CustomersPage } from './pages/customers-page.tsx'
import { DashboardPage } from './pages/dashboard-page.tsx'
import { DaysOffPage } from './pages/days-off-page.tsx'
import { ManagedServicesPage } from './pages/managed-services-page.tsx'
import { MissingPage } from './pages/missing-page.tsx'
import { OnboardingPage } from './pages/onboarding-page.tsx'
import { SettingsPage } from './pages/settings-page.tsx'
import { UsersPage } from './pages/users-page.tsx'
import { RoleGate } from './role-gate.tsx'

type AdminPage = { path: string; content: ReactNode; needs: Role }

/** Every page of the back office: its address, what it shows, and the least role that may see it. */
const pages: AdminPage[] = [
  // Those who may not set the business up read so there: a business that is not set up leads everybody to it.
  { path: paths.onboarding, content: <OnboardingPage />, needs: 'operator' },
  { path: paths.dashboard, content: <DashboardPage />, needs: 'operator' },
  { path: '/appointments/:id', content: <AppointmentPage />, needs: 'operator' },
  { path: paths.users, content: <UsersPage />, needs: 'admin' },
  { path: paths.manageServices, content: <ManagedServicesPage />, needs: 'operator' },
  { path: paths.daysOff, content: <DaysOffPage />, needs: 'operator' },
  { path: paths.calendars, content: <CalendarsPage />, needs: 'operator' },
  { path: paths.customers, content: <CustomersPage />, needs: 'operator' },
  { path: paths.settings, content: <SettingsPage />, needs: 'operator' },
  { path: '/customer/:id', content: <CustomerPage />, needs: 'operator' },
]

export const adminRoutes: RouteObject[] = [
  {
    element: <AdminLayout />,
    children: [
      ...pages.map(({ path, content, needs }) => ({ path, element: <RoleGate needs={needs}>{content}</RoleGate> })),
      { path: '*', element: <MissingPage /> },
    ],
  },
]
