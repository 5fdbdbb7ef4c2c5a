import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { paths } from '../../../lib/paths.ts'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'

/** 'page' on the list of services, 'true' on a page below it. */
const currentOf = (path = '') =>
  path === paths.services ? 'page' : path.startsWith(`${paths.services}/`) ? 'true' : undefined

export function SiteHeader({ configuration, path }: { configuration: Configuration; path?: string }) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <a href={paths.home} className={styles.home}>
          <Logo configuration={configuration} />
        </a>
        <nav aria-label="Principale">
          <a href={paths.services} className={styles.link} aria-current={currentOf(path)}>
            Servizi
          </a>
        </nav>
      </div>
    </header>
  )
}
