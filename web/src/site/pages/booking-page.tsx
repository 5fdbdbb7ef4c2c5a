import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageData, PageDataWith } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { ChevronLeft } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { BookingFlow } from '../bookings/booking-flow.tsx'
import { calendarOf } from '../bookings/chosen-visit.ts'
import { useService } from '../bookings/use-service.ts'
import { BusinessFacts } from '../configuration/business-facts.tsx'
import { ServicePicture } from '../services/service-picture.tsx'
import styles from './booking-page.module.css'
import titleStyles from './page-title.module.css'

type BookingPageProps = {
  configuration: Configuration
  hours?: PageData['hours']
  offered: OfferedService
  chosen?: ChosenVisit
}

export const content = ({ configuration, hours, service, chosen }: PageDataWith<'configuration' | 'service'>) => (
  <BookingPage configuration={configuration} hours={hours} offered={service} chosen={chosen} />
)

export function BookingPage({ configuration, hours, offered, chosen }: BookingPageProps) {
  const { service, ...reading } = useService(offered, calendarOf(offered, chosen))
  return (
    <div className={titleStyles.page}>
      <div className={titleStyles.head}>
        <a href={paths.services} target="_self" className={titleStyles.back}>
          <ChevronLeft size={18} aria-hidden="true" />
          Tutti i servizi
        </a>
        <div className={service.picture ? styles.pictured : undefined}>
          <div className={titleStyles.head}>
            <h1 className={titleStyles.title}>{service.name}</h1>
            {service.description && <p className={titleStyles.text}>{service.description}</p>}
            <BusinessFacts configuration={configuration} hours={hours} today={service.today} />
          </div>
          {service.picture && (
            <div className={styles.picture}>
              <ServicePicture service={service} brand="" sizes="(min-width: 720px) 320px, 100vw" />
            </div>
          )}
        </div>
      </div>
      <noscript>
        <NextDays service={service} />
      </noscript>
      <BookingFlow service={service} {...reading} chosen={chosen} configuration={configuration} />
    </div>
  )
}

/** For a browser without scripts: it cannot book, but it can see when there is a place. */
function NextDays({ service }: { service: OfferedService }) {
  const days = service.available_slots.slice(0, 10)
  return (
    <div className={styles.days}>
      <p>Per prenotare da questa pagina attiva JavaScript, oppure usa i recapiti che trovi in fondo.</p>
      {days.length === 0 && <p>Al momento non ci sono slot disponibili.</p>}
      <dl className={titleStyles.page}>
        {days.map(({ date, slots }) => (
          <div key={date}>
            <dt>{formatDay(date)}</dt>
            <dd>{slots.map(toShortTime).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
