import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { ChevronLeft } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { RescheduleFlow } from '../features/visits/reschedule-flow.tsx'
import titleStyles from './page-title.module.css'

export const content = ({
  path,
  visit,
  service,
  chosen,
  configuration,
}: PageDataWith<'visit' | 'service' | 'configuration'>) => (
  <ReschedulePage
    hiddenId={path.split('/').at(-1)!}
    visit={visit}
    offered={service}
    chosen={chosen}
    configuration={configuration}
  />
)

type ReschedulePageProps = {
  hiddenId: string
  visit: ShownVisit
  offered: OfferedService
  chosen: ChosenVisit | undefined
  configuration: Configuration
}

export function ReschedulePage({ hiddenId, visit, offered, chosen, configuration }: ReschedulePageProps) {
  return (
    <div className={titleStyles.page}>
      <div className="stack gap-2">
        <a href={paths.visit(hiddenId)} className={titleStyles.back}>
          <ChevronLeft size={18} aria-hidden="true" />
          La tua prenotazione
        </a>
        <h1 className={titleStyles.title}>Sposta la prenotazione</h1>
        <p className={titleStyles.text}>
          {`${visit.service_name}: il posto di ${formatDay(visit.visit_day)} alle ${toShortTime(visit.visit_hour)} resta tuo finché non confermi un altro orario.`}
        </p>
      </div>
      <RescheduleFlow
        hiddenId={hiddenId}
        visit={visit}
        offered={offered}
        chosen={chosen}
        configuration={configuration}
      />
    </div>
  )
}
