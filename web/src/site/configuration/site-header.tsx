import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { paths } from '../../lib/paths.ts'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'

export function SiteHeader({ configuration }: { configuration: Configuration }) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <a href={paths.home} className={styles.home}>
          <Logo configuration={configuration} />
        </a>
        <nav aria-label="Principale">
          <a href={paths.services} className={styles.link}>
            Servizi
          </a>
        </nav>
      </div>
    </header>
  )
}
