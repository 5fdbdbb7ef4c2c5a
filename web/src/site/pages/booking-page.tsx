import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { BegunBooking, PageData, PageDataWith } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { ChevronLeft } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { BookingFlow } from '../features/bookings/booking-flow.tsx'
import { findCalendar } from '../features/bookings/slot-choice/chosen-visit.ts'
import { useService } from '../features/bookings/use-service.ts'
import { BusinessFacts } from '../features/configuration/business-facts.tsx'
import { ServiceDescription } from '../features/services/service-description.tsx'
import { ServicePicture } from '../features/services/service-picture.tsx'
import styles from './booking-page.module.css'
import titleStyles from './page-title.module.css'

type BookingPageProps = {
  configuration: Configuration
  hours?: PageData['hours']
  offered: OfferedService
  chosen?: ChosenVisit
  begun?: BegunBooking
  textConsent?: string
  sourceQuery?: string
}

export const content = ({
  configuration,
  hours,
  service,
  chosen,
  booking,
  textConsent,
  sourceQuery,
}: PageDataWith<'configuration' | 'service'>) => (
  <BookingPage
    configuration={configuration}
    hours={hours}
    offered={service}
    chosen={chosen}
    begun={booking}
    textConsent={textConsent}
    sourceQuery={sourceQuery}
  />
)

export function BookingPage({
  configuration,
  hours,
  offered,
  chosen,
  begun,
  textConsent,
  sourceQuery = '',
}: BookingPageProps) {
  const { service, ...reading } = useService(offered, { ...chosen, calendar: findCalendar(offered, chosen) })
  return (
    <div className={`${titleStyles.page} ${styles.page}`}>
      <div className="stack gap-2">
        <a href={paths.services + sourceQuery} target="_self" className={titleStyles.back}>
          <ChevronLeft size={18} aria-hidden="true" />
          Tutti i servizi
        </a>
        <div className={service.picture ? styles.pictured : undefined}>
          <div className="stack gap-2">
            <h1 className={`${titleStyles.title} ${styles.name}`}>{service.name}</h1>
            {service.description && <ServiceDescription text={service.description} />}
            {service.preparation && <ServiceDescription text={`Come prepararsi:\n${service.preparation}`} />}
            <div className={styles.business}>
              <BusinessFacts configuration={configuration} hours={hours} today={service.today} contacts={[]} />
            </div>
          </div>
          {service.picture && (
            <div className={styles.picture}>
              <ServicePicture service={service} sizes="(min-width: 720px) 320px, 100vw" />
            </div>
          )}
        </div>
      </div>
      <BookingFlow
        service={service}
        {...reading}
        chosen={chosen}
        begun={begun}
        textConsent={textConsent}
        configuration={configuration}
      />
    </div>
  )
}
