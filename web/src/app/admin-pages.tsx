import type { Role } from '@prenoto/core/users/role.ts'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { paths } from '../lib/paths.ts'
import { DashboardPage } from '../pages/admin/dashboard-page.tsx'
import { MissingPage } from '../pages/admin/missing-page.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { RoleGate } from './role-gate.tsx'

type AdminPage = { path: string; content: ReactNode; needs: Role }

/** Every page of the back office: its address, what it shows, and the least role that may see it. */
const pages: AdminPage[] = [{ path: paths.dashboard, content: <DashboardPage />, needs: 'operator' }]

export const adminRoutes: RouteObject[] = [
  {
    element: <AdminLayout />,
    children: [
      ...pages.map(({ path, content, needs }) => ({ path, element: <RoleGate needs={needs}>{content}</RoleGate> })),
      { path: '*', element: <MissingPage /> },
    ],
  },
]
