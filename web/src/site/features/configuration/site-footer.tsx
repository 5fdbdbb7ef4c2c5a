import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { listContacts } from '@prenoto/core/configuration/contacts.ts'
import { useSyncExternalStore } from 'react'
import { paths } from '../../../lib/paths.ts'
import { accessToken, onSessionChange } from '../../../lib/session.ts'
import { webAddress } from '../../lib/web-address.ts'
import { CONTACT_ICONS } from './contact-icons.ts'
import styles from './site-footer.module.css'

const NO_VAT_NUMBER = '0000000000'

/** Whether a token is stored. The server renders the footer as logged out. */
const useIsLoggedIn = () =>
  useSyncExternalStore(
    onSessionChange,
    () => accessToken() !== undefined,
    () => false,
  )

/** Contacts, links and legal data of the business. `year` is the current one. */
export function SiteFooter({ configuration, year }: { configuration: Configuration; year: string }) {
  const isLoggedIn = useIsLoggedIn()
  const contacts = listContacts(configuration)
  const socials = [
    { name: 'Facebook', href: webAddress(configuration.facebook) },
    { name: 'Instagram', href: webAddress(configuration.instagram) },
    { name: 'LinkedIn', href: webAddress(configuration.linkedin) },
  ].filter(({ href }) => href)

  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        {contacts.length > 0 && (
          <dl className={styles.contacts}>
            {contacts.map(({ channel, label, text, href }) => {
              const Icon = CONTACT_ICONS[channel]
              return (
                <div key={channel} className={styles.contact}>
                  <dt>
                    <Icon size={16} aria-hidden="true" />
                    <span>{label}</span>
                  </dt>
                  <dd>
                    <a href={href} translate="no">
                      {text}
                    </a>
                  </dd>
                </div>
              )
            })}
          </dl>
        )}
        <div className={styles.bottom}>
          <nav aria-label="Informazioni" className={styles.links}>
            {socials.map(({ name, href }) => (
              <a key={name} href={href} rel="noreferrer">
                {name}
              </a>
            ))}
            <a href={paths.home}>Privacy Policy</a>
            <a href={paths.home}>Termini e condizioni</a>
            <a href={isLoggedIn ? paths.dashboard : paths.logIn}>Accedi all'area amministrativa</a>
          </nav>
          <p className={styles.copyright}>
            {`© ${year} ${configuration.app_name} · P. IVA ${configuration.piva || NO_VAT_NUMBER}`}
          </p>
        </div>
      </div>
    </footer>
  )
}
