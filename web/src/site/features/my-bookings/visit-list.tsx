import { sameServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { MyVisit } from '@prenoto/core/my-bookings/my-bookings.ts'
import { formatDay, formatSpan } from '@prenoto/core/time/format.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './my-bookings.module.css'

type VisitListProps = { visits: MyVisit[]; isPast?: boolean; showsNames: boolean }

/** 'lunedì 23 novembre 2026' */
const formatVisitDay = ({ visit_day }: MyVisit) => `${formatDay(visit_day)} ${visit_day.slice(0, 4)}`

export const VisitList = ({ visits, isPast = false, showsNames }: VisitListProps) => (
  <ul className={styles.visits}>
    {visits.map((visit) => (
      <li key={visit.hidden_id} className={styles.visit}>
        <div className="stack gap-1 break-words">
          <p className={styles.when} translate="no">
            <span>{`${formatVisitDay(visit)}, `}</span>
            <span className="nowrap" translate="no">
              {formatSpan(visit.visit_hour, visit.service_duration)}
            </span>
          </p>
          <p>
            {`${visit.service_name}${visit.calendar_name ? ` con ${visit.calendar_name}` : ''}${showsNames ? ` · ${visit.name}` : ''}`}
          </p>
          {visit.is_cancelled && <p className={styles.cancelled}>Disdetta</p>}
        </div>
        <div className={styles.links}>
          {!visit.is_cancelled && (
            <ButtonLink look={isPast ? 'quiet' : 'soft'} href={paths.visit(visit.hidden_id)}>
              <span>{isPast ? 'Vedi' : 'Vedi, sposta o disdici'}</span>
              <Of visit={visit} />
            </ButtonLink>
          )}
          {isPast && (
            <ButtonLink
              look="quiet"
              href={visit.is_offered ? paths.booking(visit.service_id, sameServices(visit)) : paths.services}
            >
              Prenota di nuovo
              <Of visit={visit} />
            </ButtonLink>
          )}
        </div>
      </li>
    ))}
  </ul>
)

const Of = ({ visit }: { visit: MyVisit }) => (
  <VisuallyHidden>{`: ${visit.service_name}, ${formatVisitDay(visit)}`}</VisuallyHidden>
)
