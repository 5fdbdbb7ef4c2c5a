import { type ReactNode, useEffect, useRef } from 'react'
import { getMessage } from '../../../lib/api-client.ts'
import styles from './imports.module.css'

type StepProps = { label: string; title: string; needsAttention?: boolean; children: ReactNode }

/** A step of an import. Its title takes the focus if the button that led to the step is gone. */
export function Step({ label, title, needsAttention, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current!.focus({ preventScroll: true })
  }, [])
  return (
    <section className={needsAttention ? styles.attention : styles.step} aria-label={label}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Why the server has refused a step. */
export const Refusal = ({ error }: { error: Error | null }) =>
  error && (
    <p className={styles.problem} role="alert">
      {getMessage(error)}
    </p>
  )
