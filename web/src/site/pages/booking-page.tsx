import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { ChevronLeft } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { BookingFlow } from '../bookings/booking-flow.tsx'
import { useService } from '../bookings/use-service.ts'
import styles from './booking-page.module.css'
import titleStyles from './page-title.module.css'

type BookingPageProps = { configuration: Configuration; offered: OfferedService; chosen?: ChosenVisit }

export const content = ({ configuration, service, chosen }: PageDataWith<'configuration' | 'service'>) => (
  <BookingPage configuration={configuration} offered={service} chosen={chosen} />
)

export function BookingPage({ configuration, offered, chosen }: BookingPageProps) {
  const [service, readAgain] = useService(offered)
  return (
    <div className={titleStyles.page}>
      <div className={titleStyles.head}>
        <a href={paths.services} className={titleStyles.back}>
          <ChevronLeft size={18} aria-hidden="true" />
          Tutti i servizi
        </a>
        <h1 className={titleStyles.title}>{service.name}</h1>
        {service.description && <p className={titleStyles.text}>{service.description}</p>}
      </div>
      <noscript>
        <NextDays service={service} />
      </noscript>
      <BookingFlow service={service} readAgain={readAgain} chosen={chosen} configuration={configuration} />
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
