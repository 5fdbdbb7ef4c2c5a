import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { LogInForm } from '../../features/session/log-in-form.tsx'
import { StaffCard } from './staff-card.tsx'

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => <LogInPage configuration={configuration} />

export function LogInPage({ configuration }: { configuration: Configuration }) {
  return (
    <StaffCard configuration={configuration} title="Area amministrativa" titleId="log-in-title">
      <LogInForm isSetUp={isComplete(configuration)} />
    </StaffCard>
  )
}
