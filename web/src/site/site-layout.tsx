import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { ReactNode } from 'react'
import { SkipLink } from '../ui/skip-link.tsx'
import { SiteFooter } from './features/configuration/site-footer.tsx'
import { SiteHeader } from './features/configuration/site-header.tsx'
import styles from './site-layout.module.css'

type SiteLayoutProps = {
  configuration?: Configuration
  today: PlainDate
  path?: string
  sourceQuery?: string
  children: ReactNode
}

/** Header and footer around a page; on an unknown domain there are none. */
export function SiteLayout({ configuration, today, path, sourceQuery, children }: SiteLayoutProps) {
  return (
    <div className={styles.site}>
      <SkipLink />
      {configuration && <SiteHeader configuration={configuration} path={path} sourceQuery={sourceQuery} />}
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {configuration && <SiteFooter configuration={configuration} year={today.slice(0, 4)} />}
    </div>
  )
}
