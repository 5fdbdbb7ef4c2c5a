import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { CONTACT_TITLE, ContactSection } from '../contact/contact-form.tsx'
import { ServiceList } from '../services/service-list.tsx'
import styles from './page-title.module.css'

type ServicesPageProps = { configuration: Configuration; firstPage: ServicePage; today: PlainDate }

export const content = ({ configuration, services, today }: PageDataWith<'configuration' | 'services'>) => (
  <ServicesPage configuration={configuration} firstPage={services} today={today} />
)

export function ServicesPage({ configuration, firstPage, today }: ServicesPageProps) {
  return (
    <>
      <div className={styles.page}>
        <h1 className={styles.title}>Lista dei nostri servizi</h1>
        {firstPage.has_more && <SkipLink to={CONTACT_TITLE}>Salta l’elenco dei servizi</SkipLink>}
        <ServiceList firstPage={firstPage} today={today} />
      </div>
      <ContactSection configuration={configuration} />
    </>
  )
}
