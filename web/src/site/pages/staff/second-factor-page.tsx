import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import type { LogInChallenge } from '@prenoto/core/second-factor/log-in-challenge.ts'
import { useEffect, useState } from 'react'
import { paths } from '../../../lib/paths.ts'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { secondStep } from '../../features/session/second-step.ts'
import { SecondStepForm } from '../../features/session/second-step-form.tsx'
import { StaffCard } from './staff-card.tsx'

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => (
  <SecondFactorPage configuration={configuration} />
)

/** The second step of a log-in. Without a challenge in the tab, the log-in opens. */
export function SecondFactorPage({ configuration }: { configuration: Configuration }) {
  const [step, setStep] = useState<LogInChallenge>()
  useEffect(() => {
    const stored = secondStep()
    if (stored) setStep(stored)
    else location.replace(paths.logIn)
  }, [])

  return (
    <StaffCard
      configuration={configuration}
      title="Verifica in due passaggi"
      titleId="second-step-title"
      text={
        <>
          <span>{step && getText(step)}</span>
          <noscript>Per accedere attiva JavaScript.</noscript>
        </>
      }
    >
      {step ? <SecondStepForm step={step} isSetUp={isComplete(configuration)} /> : <LoadingOverlay />}
    </StaffCard>
  )
}

const getText = ({ second_factor }: LogInChallenge) =>
  second_factor.length > 0
    ? 'La password è giusta: ora conferma che sei tu.'
    : 'La password è giusta. Le tue passkey valgono su un altro indirizzo: accedi da lì, oppure usa un codice di recupero.'
