import { type Configuration, isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import type { ReactNode } from 'react'
import { paths } from '../../../lib/paths.ts'
import { Logo } from '../../features/configuration/logo.tsx'
import styles from './staff-card.module.css'

type StaffCardProps = {
  configuration: Configuration
  title: string
  /** So that a form can be named by the title. */
  titleId?: string
  text?: ReactNode
  children: ReactNode
}

/** The way into the back office: a card below the logo, and nothing else to be distracted by. */
export function StaffCard({ configuration, title, titleId, text, children }: StaffCardProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.logo}>
          <Logo configuration={configuration} />
        </div>
        <div className={styles.head}>
          <h1 id={titleId} className={styles.title}>
            {title}
          </h1>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {children}
      </div>
      {isComplete(configuration) && (
        <a href={paths.home} className={styles.back}>
          Torna al sito
        </a>
      )}
    </main>
  )
}
