import type { Role } from '@prenoto/core/users/role.ts'
import type { ReactNode } from 'react'
import { MissingPage } from './pages/missing-page.tsx'
import { useMay } from './session/session.queries.ts'

/** The page for those who may see it; to the others it is not there. */
export function RoleGate({ needs, children }: { needs: Role; children: ReactNode }) {
  return useMay(needs) ? children : <MissingPage />
}
