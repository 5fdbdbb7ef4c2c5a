import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { paths } from '../../../lib/paths.ts'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'

const LINKS = [
  { href: paths.services, text: 'Servizi' },
  { href: paths.myBookings, text: 'Le mie prenotazioni' },
]

/** 'page' on the page of a link, 'true' on a page below it. */
const ariaCurrent = (href: string, path = '') =>
  path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined

type SiteHeaderProps = { configuration: Configuration; path?: string; sourceQuery?: string }

export function SiteHeader({ configuration, path, sourceQuery = '' }: SiteHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <a href={paths.home + sourceQuery} className={styles.home}>
          <Logo configuration={configuration} />
        </a>
        <nav aria-label="Principale" className={styles.links}>
          {LINKS.map(({ href, text }) => (
            <a key={href} href={href + sourceQuery} className={styles.link} aria-current={ariaCurrent(href, path)}>
              {text}
            </a>
          ))}
        </nav>
      </div>
    </header>
  )
}
