import { useEffect, useRef } from 'react'
import styles from './imports.module.css'

/** The title of a step. Takes the focus if the button that led to the step is gone. */
export function StepTitle({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current!.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.title}>
      {text}
    </h2>
  )
}
