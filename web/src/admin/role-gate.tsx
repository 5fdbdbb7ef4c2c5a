import type { Role } from '@prenoto/core/contract/role.ts'
import type { ReactNode } from 'react'
import { useMay } from './features/session/session.queries.ts'
import { MissingPage } from './pages/missing-page.tsx'

/** The page for those who may see it; to the others it is not there. */
export function RoleGate({ needs, children }: { needs: Role; children: ReactNode }) {
  return useMay(needs) ? children : <MissingPage />
}
