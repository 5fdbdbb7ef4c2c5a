import { type Configuration, isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import { LogInForm } from '../session/log-in-form.tsx'
import { StaffCard } from './staff-card.tsx'

export function LogInPage({ configuration }: { configuration: Configuration }) {
  return (
    <StaffCard configuration={configuration} title="Area amministrativa" titleId="log-in-title">
      <LogInForm isSetUp={isComplete(configuration)} />
    </StaffCard>
  )
}
