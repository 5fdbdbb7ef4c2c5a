import { readBookingFile } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fileAddress } from '../../lib/api-client.ts'
import { bookedVisit, type BookedVisit as Visit } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './booked-visit.module.css'

/** When the visit just booked is, and its file for one's own calendar. Only the browser that booked knows of it. */
export function BookedVisit() {
  const [visit, setVisit] = useState<Visit>()
  useEffect(() => setVisit(bookedVisit()), [])

  return (
    <div className={styles.visit}>
      <p className={styles.when}>{visit && `${formatDay(visit.visit_day)} alle ${toShortTime(visit.visit_hour)}`}</p>
      <div className={styles.file}>
        {visit && (
          <ButtonLink look="soft" href={fileAddress(readBookingFile, { hiddenId: visit.hidden_id })} download>
            <CalendarPlus size={18} aria-hidden="true" />
            Aggiungi al calendario
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
