import type { Provider } from '@prenoto/core/pages/page-data.ts'
import { signUpPaths } from '@prenoto/core/sign-up/sign-up-pages.ts'
import type { ReactNode } from 'react'
import { SkipLink } from '../../../ui/skip-link.tsx'
import layout from '../../site-layout.module.css'
import footer from '../configuration/site-footer.module.css'
import header from '../configuration/site-header.module.css'
import styles from './sign-up.module.css'

type ProviderLayoutProps = { provider: Provider; year: string; children: ReactNode }

/** Header and footer of the provider's own domain. */
export const ProviderLayout = ({ provider, year, children }: ProviderLayoutProps) => (
  <div className={layout.site}>
    <SkipLink />
    <header className={header.header}>
      <div className={header.inner}>
        <a href={signUpPaths.home} className={`${header.home} ${styles.name}`}>
          {provider.name}
        </a>
      </div>
    </header>
    <main id="content" className={layout.main} tabIndex={-1}>
      {children}
    </main>
    <footer className={footer.footer}>
      <div className={`${footer.inner} ${styles.footer}`}>
        <nav aria-label="Informazioni" className={footer.links}>
          <a href={signUpPaths.privacy}>Condizioni e privacy</a>
          <a href={`mailto:${provider.email}`}>{provider.email}</a>
        </nav>
        <p className={footer.copyright}>{`© ${year} ${provider.name}`}</p>
      </div>
    </footer>
  </div>
)
