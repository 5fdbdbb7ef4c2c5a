import { onboardingSteps } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { Check } from 'lucide-react'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './onboarding.module.css'

export function StepList({ step }: { step: number }) {
  return (
    <ol className={styles.steps} aria-label="Passi della configurazione">
      {onboardingSteps.map(({ name }, i) => (
        <li
          key={name}
          className={i < step ? `${styles.step} ${styles.done}` : styles.step}
          aria-current={i === step ? 'step' : undefined}
        >
          <span className={`grid control place-center rounded-full bold tabular-nums relative ${styles.number}`}>
            {i < step ? (
              <>
                <Check size={16} aria-hidden="true" />
                <VisuallyHidden>Fatto: </VisuallyHidden>
              </>
            ) : (
              i + 1
            )}
          </span>
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ol>
  )
}
