import { CircleCheckBig } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './onboarding-done.module.css'

/** The site is open. */
export function OnboardingDone() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current!.focus(), [])
  return (
    <div className={styles.done}>
      <CircleCheckBig size={44} className={styles.icon} aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        COMPLETATO - La tua configurazione è completa.
      </h2>
      <p className={styles.text}>Il tuo sito è online: i clienti possono già prenotare.</p>
      <div className={styles.links}>
        <ButtonLink href={paths.dashboard}>Vai al pannello di amministrazione</ButtonLink>
        <ButtonLink look="quiet" href={paths.home}>
          Visita il tuo nuovo sito
        </ButtonLink>
      </div>
    </div>
  )
}
