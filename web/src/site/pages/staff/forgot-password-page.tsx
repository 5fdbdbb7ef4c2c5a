import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { ForgotPasswordForm } from '../../features/session/forgot-password-form.tsx'
import { StaffCard } from './staff-card.tsx'

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => (
  <ForgotPasswordPage configuration={configuration} />
)

export function ForgotPasswordPage({ configuration }: { configuration: Configuration }) {
  return (
    <StaffCard
      configuration={configuration}
      title="Password dimenticata?"
      titleId="forgot-password-title"
      text="Scrivi l’email con cui accedi: ti mandiamo un link per sceglierne una nuova."
    >
      <ForgotPasswordForm />
    </StaffCard>
  )
}
