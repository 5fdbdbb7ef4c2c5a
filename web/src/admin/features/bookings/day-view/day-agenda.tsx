import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { type PlainDate, toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { EllipsisVertical } from 'lucide-react'
import { type CSSProperties, lazy, type ReactNode, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../../../lib/paths.ts'
import { AttendanceBadge } from '../../../ui/feedback/attendance-badge.tsx'
import { EmptyState, FailedRead } from '../../../ui/lists/empty-state.tsx'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { useAddedMark } from '../added-bookings.ts'
import { customerName, timeRange } from '../booking-format.ts'
import { UndeliveredEmail } from '../booking-mark.tsx'
import type { ClosedHours } from '../closed-hours.ts'
import { OverriddenConflicts } from '../conflicts/overridden-conflicts.tsx'
import { useBookingActions } from '../visit-actions/use-booking-actions.tsx'
import styles from './day-view.module.css'

const NowAndNext = lazy(() => import('./now-and-next.tsx'))
const RowMenu = lazy(() => import('../../../ui/lists/row-menu.tsx'))

type DayAgendaProps = {
  day: PlainDate
  today: PlainDate
  /** Undefined while loading. */
  bookings: StaffBooking[] | undefined
  closed: ClosedHours[]
  isFailed: boolean
  onRetry: () => void
  /** Buttons that act on the day. */
  actions?: ReactNode
  /** Shown below the bookings. */
  children?: ReactNode
}

/** The closures and bookings of the selected day, with the actions of each booking. */
export function DayAgenda({ day, today, bookings, closed, isFailed, onRetry, actions, children }: DayAgendaProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const { getActions, dialog } = useBookingActions({ today, onRemoved: () => title.current?.focus() })

  return (
    <section className="column card min-w-0 rounded-l" aria-labelledby="agenda">
      <header className="flex gap-2 flex-wrap flex-none justify-between items-start p-4 border-b">
        <div className={styles.heading}>
          <h2 id="agenda" ref={title} tabIndex={-1} className="text-m">
            {`Appuntamenti del ${toItalianDate(day)}`}
          </h2>
          <p className={'muted text-xs capitalized'} translate="no">
            {formatDay(day)}
          </p>
        </div>
        {actions}
        {day === today && bookings && (
          <div className={`empty-hidden ${styles.now}`}>
            <Suspense>
              <NowAndNext bookings={bookings} />
            </Suspense>
          </div>
        )}
      </header>
      <div className={styles.body}>
        {closed.length > 0 && (
          <ul className={`${styles.list} ${styles.closures}`} aria-label="Chiusure">
            {closed.map(({ id, hours, reason, calendar_name }) => (
              <li
                key={id}
                className={`flex gap-1 min-w-0 justify-between items-start border rounded-s relative ${styles.entry} ${styles.closure}`}
              >
                <div className={`flex-1 min-w-0 break-words ${styles.facts}`}>
                  <p className="bold tabular-nums">{`Chiuso ${hours}`}</p>
                  <p>
                    <span className="muted">Motivo:</span>
                    <span>{` ${reason}`}</span>
                  </p>
                  <p>
                    <span className="muted">Calendario:</span>
                    <span>{` ${calendar_name}`}</span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {!bookings && !isFailed && <Skeletons count={2} height={84} className={styles.list} />}
        {!bookings && isFailed && (
          <FailedRead text="Non è stato possibile leggere gli appuntamenti." onRetry={onRetry} />
        )}
        {bookings?.length === 0 && <EmptyState text="Nessun appuntamento" />}
        {bookings && bookings.length > 0 && (
          <ul className={styles.list}>
            {bookings.map((booking) => (
              <Entry key={booking.id} booking={booking} actions={getActions(booking)} />
            ))}
          </ul>
        )}
        {children}
      </div>
      {dialog}
    </section>
  )
}

function Entry({ booking, actions }: { booking: StaffBooking; actions: RowAction[] }) {
  return (
    <li
      {...useAddedMark(booking.id)}
      className={`flex gap-1 min-w-0 justify-between items-start border rounded-s relative ${styles.entry}`}
      style={{ '--service': booking.service_color } as CSSProperties}
    >
      <div className={`flex-1 min-w-0 break-words ${styles.facts}`}>
        <div className="row gap-x-2 flex-wrap">
          <p className="bold tabular-nums" translate="no">
            {timeRange(booking)}
          </p>
          <AttendanceBadge visit={booking} />
        </div>
        <p>
          <span className="muted">Cliente:</span>{' '}
          <Link translate="no" to={adminPaths.appointment(booking.id)} className={styles.open}>
            {customerName(booking)}
          </Link>
        </p>
        <p>
          <span className="muted">Servizio:</span>
          <span>{` ${booking.service_name}`}</span>
        </p>
        {booking.calendar_name && (
          <p>
            <span className="muted">Con:</span>
            <span>{` ${booking.calendar_name}`}</span>
          </p>
        )}
        {booking.overridden_conflicts && (
          <div className="mt-1 text-xs">
            <OverriddenConflicts kinds={booking.overridden_conflicts} />
          </div>
        )}
        {booking.patient_notes && (
          <p className="truncate">
            <span className="muted">Note:</span>
            <span>{` ${booking.patient_notes}`}</span>
          </p>
        )}
        {booking.email_refused && (
          <div className="mt-1 text-xs">
            <UndeliveredEmail />
          </div>
        )}
      </div>
      <Suspense fallback={<EllipsisVertical size={20} aria-hidden="true" className={styles.dots} />}>
        <RowMenu label={`Azioni per ${customerName(booking)}, ${timeRange(booking)}`} actions={actions} />
      </Suspense>
    </li>
  )
}
