import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageData, PageDataWith, RefusedForm } from '@prenoto/core/pages/page-data.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { BusinessFacts } from '../features/configuration/business-facts.tsx'
import { CONTACT_TITLE, ContactSection } from '../features/contact/contact-form.tsx'
import { ServiceList } from '../features/services/service-list.tsx'
import styles from './page-title.module.css'

type ServicesPageProps = {
  configuration: Configuration
  hours?: PageData['hours']
  firstPage: ServicePage
  today: PlainDate
  sourceQuery?: string
  contact?: RefusedForm
}

export const content = ({
  configuration,
  hours,
  services,
  today,
  sourceQuery,
  contact,
}: PageDataWith<'configuration' | 'services'>) => (
  <ServicesPage
    configuration={configuration}
    hours={hours}
    firstPage={services}
    today={today}
    sourceQuery={sourceQuery}
    contact={contact}
  />
)

export function ServicesPage({ configuration, hours, firstPage, today, sourceQuery = '', contact }: ServicesPageProps) {
  return (
    <>
      <div className={styles.page}>
        <div className="stack gap-2">
          <h1 className={styles.title}>Lista dei nostri servizi</h1>
          <BusinessFacts configuration={configuration} hours={hours} today={today} />
        </div>
        {firstPage.has_more && <SkipLink to={CONTACT_TITLE}>Salta l’elenco dei servizi</SkipLink>}
        <ServiceList firstPage={firstPage} today={today} sourceQuery={sourceQuery} />
      </div>
      <ContactSection configuration={configuration} hours={hours} today={today} begun={contact} />
    </>
  )
}
