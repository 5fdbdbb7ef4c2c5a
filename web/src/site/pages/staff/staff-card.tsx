import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import type { ReactNode } from 'react'
import { paths } from '../../../lib/paths.ts'
import { Logo } from '../../features/configuration/logo.tsx'
import styles from './staff-card.module.css'

type StaffCardProps = {
  configuration: Configuration
  title: string
  /** Id of the title, which can label a form. */
  titleId?: string
  text?: ReactNode
  children: ReactNode
}

/** Layout of the log-in pages: a card with the logo. */
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
