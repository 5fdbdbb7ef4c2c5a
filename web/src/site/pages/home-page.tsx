import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContactSection } from '../contact/contact-form.tsx'
import { ServiceGrid } from '../services/service-grid.tsx'
import { Cancelled } from './cancelled.tsx'
import styles from './home-page.module.css'

const STEPS = [
  { name: 'Scegli il servizio', text: 'Prezzo e durata sono sempre indicati.' },
  { name: 'Scegli giorno e ora', text: 'Vedi solo gli orari davvero liberi.' },
  { name: 'Lascia i tuoi dati', text: 'Non serve registrarsi.' },
]

type HomePageProps = { configuration: Configuration; preview: ServicePage; today: PlainDate }

export const content = ({ configuration, services, today }: PageDataWith<'configuration' | 'services'>) => (
  <HomePage configuration={configuration} preview={services} today={today} />
)

export function HomePage({ configuration, preview, today }: HomePageProps) {
  return (
    <>
      <Cancelled />
      <section className={styles.welcome} aria-labelledby="welcome-title">
        <div className={styles.words}>
          <h1 id="welcome-title" className={styles.name}>
            <span className={styles.greeting}>Benvenuti da </span>
            {configuration.app_name}
          </h1>
          {configuration.welcome_text && <p className={styles.text}>{configuration.welcome_text}</p>}
          <ButtonLink href={paths.services}>Scopri i nostri servizi</ButtonLink>
        </div>
        <ol className={styles.steps} aria-label="Come prenotare">
          {STEPS.map(({ name, text }) => (
            <li key={name} className={styles.step}>
              <span className={styles.stepName}>{name}</span>
              <span className={styles.stepText}>{text}</span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="services-title">
        <div className={styles.sectionHead}>
          <h2 id="services-title" className={styles.sectionTitle}>
            I nostri servizi
          </h2>
          {preview.has_more && (
            <a href={paths.services} className={styles.all}>
              Vedi tutti i servizi
            </a>
          )}
        </div>
        <ServiceGrid services={preview.services} today={today} heading="h3" />
      </section>
      <ContactSection configuration={configuration} />
    </>
  )
}
