import { AdminPage } from './admin-page.tsx'

export function DashboardPage() {
  return <AdminPage title="Dashboard">{null}</AdminPage>
}
