import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { getInitial } from '@prenoto/core/configuration/initial.ts'
import type { PageData, PageDataWith, RefusedForm } from '@prenoto/core/pages/page-data.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { PICTURE_WIDTHS, pictureWidths } from '@prenoto/core/uploads/picture-address.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { BusinessFacts, PLACE_AND_PHONE } from '../features/configuration/business-facts.tsx'
import { ContactSection } from '../features/contact/contact-form.tsx'
import { ServiceGrid } from '../features/services/service-grid.tsx'
import { CancelledMessage, NotCancelledMessage } from '../ui/confirmations.tsx'
import styles from './home-page.module.css'

/** 70vw on phones, whose pixel density is higher than a photo needs. */
const COVER_SIZES = '(min-width: 1120px) 1072px, (min-width: 720px) 100vw, 70vw'

type HomePageProps = {
  configuration: Configuration
  hours?: PageData['hours']
  preview: ServicePage
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
  <HomePage
    configuration={configuration}
    hours={hours}
    preview={services}
    today={today}
    sourceQuery={sourceQuery}
    contact={contact}
  />
)

export function HomePage({ configuration, hours, preview, today, sourceQuery = '', contact }: HomePageProps) {
  return (
    <>
      <CancelledMessage />
      <NotCancelledMessage />
      <Hero configuration={configuration} hours={hours} today={today} sourceQuery={sourceQuery} />
      <section aria-labelledby="services-title">
        <div className={styles.sectionHead}>
          <h2 id="services-title" className={styles.sectionTitle}>
            I nostri servizi
          </h2>
          {preview.has_more && (
            <a href={paths.services + sourceQuery} className={styles.all}>
              Vedi tutti i servizi
            </a>
          )}
        </div>
        <ServiceGrid services={preview.services} today={today} sourceQuery={sourceQuery} heading="h3" isBelowCover />
      </section>
      <ContactSection configuration={configuration} hours={hours} today={today} begun={contact} />
    </>
  )
}

/** The name of the business on its cover or, without one, on its colours and initial. */
function Hero({ configuration, hours, today, sourceQuery }: Omit<HomePageProps, 'preview'>) {
  const { app_name, app_cover, app_google_reviews, welcome_text } = configuration
  const title = (
    <h1 id="welcome-title" className={styles.name}>
      <span className={styles.greeting}>Benvenuti da </span>
      <span translate="no">{app_name}</span>
    </h1>
  )
  const invitation = (
    <div className={styles.invitation}>
      {welcome_text && <p className={styles.text}>{welcome_text}</p>}
      <ButtonLink href={paths.services + (sourceQuery ?? '')}>Scopri i nostri servizi</ButtonLink>
    </div>
  )
  return (
    <section className={styles.hero} aria-labelledby="welcome-title">
      {app_cover ? (
        <>
          <div className={styles.cover}>
            <img
              src={app_cover}
              srcSet={pictureWidths(app_cover)}
              sizes={COVER_SIZES}
              width={PICTURE_WIDTHS.large}
              height={PICTURE_WIDTHS.large * 0.5625}
              fetchPriority="high"
              alt=""
            />
            {title}
          </div>
          {invitation}
        </>
      ) : (
        <div className={styles.field}>
          <span className={styles.shape} aria-hidden="true">
            {getInitial(app_name)}
          </span>
          {title}
          {invitation}
        </div>
      )}
      <BusinessFacts configuration={configuration} hours={hours} today={today} contacts={PLACE_AND_PHONE} />
      {app_google_reviews && (
        <a href={app_google_reviews} rel="noopener noreferrer" className={styles.reviews}>
          Leggi le recensioni su Google
        </a>
      )}
    </section>
  )
}
