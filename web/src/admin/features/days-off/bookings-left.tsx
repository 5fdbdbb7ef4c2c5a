import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatShortDay } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { UndoBarOutlet } from '../../ui/feedback/undo-bar.tsx'
import { CANCELLATION } from '../../ui/feedback/undo-offers.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { PanelBody, PanelFooter } from '../../ui/panels/side-panel.tsx'
import { bookingQuery, isGone, useDeleteBooking } from '../bookings/bookings.queries.ts'
import { customerOf, timeRange } from '../bookings/month-grid.ts'
import { useToday } from '../configuration/use-today.ts'
import styles from './closed-bookings.module.css'
import type { useBookingsLeft } from './days-off.queries.ts'

const MoveDialog = lazy(() => import('../bookings/reschedule/reschedule-dialog.tsx'))

type Moving = { booking: StaffBooking; opener: HTMLElement }

type BookingsLeftProps = { work: ReturnType<typeof useBookingsLeft>; onDone: () => void }

/** After closures were saved: the bookings in them that are still to be moved or cancelled. */
export function BookingsLeft({ work, onDone }: BookingsLeftProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const [moving, setMoving] = useState<Moving>()
  const today = useToday()
  const { data, isError, isPending, variables, mutate } = work
  const [left, setLeft] = useState(data)
  // While the bookings are read again those that were known stay.
  if (data && data !== left) setLeft(data)

  // The form is gone, and with it the button that had the focus.
  useEffect(() => title.current?.focus(), [])

  return (
    <>
      <PanelBody>
        <h3 ref={title} tabIndex={-1} className={styles.title}>
          La chiusura è salvata
        </h3>
        <p role="status" className={styles.hint}>
          {isPending && 'Le prenotazioni che restano vengono lette…'}
          {left && left.length > 0 && 'Queste prenotazioni sono ancora in agenda: sposta o disdici ciascuna.'}
        </p>
        {isError && (
          <EmptyState tone="danger" text="Non è stato possibile leggere le prenotazioni di questo periodo.">
            <Button look="quiet" onClick={() => mutate(variables!)}>
              Riprova
            </Button>
          </EmptyState>
        )}
        {left && left.length > 0 && (
          <ul className={styles.list}>
            {left.map((booking) => (
              <BookingLeft key={booking.id} booking={booking} onMove={setMoving} title={title} />
            ))}
          </ul>
        )}
      </PanelBody>
      <PanelFooter note={left?.length !== 0 && <UndoBarOutlet />}>
        <Button loading={isPending} onClick={onDone}>
          Fatto
        </Button>
      </PanelFooter>
      {moving && (
        <Suspense>
          <MoveDialog
            {...moving}
            today={today}
            onMoved={() => {
              setMoving(undefined)
              title.current?.focus()
            }}
            onClose={() => setMoving(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

type BookingLeftProps = {
  booking: StaffBooking
  onMove: (moving: Moving) => void
  title: RefObject<HTMLHeadingElement | null>
}

function BookingLeft({ booking, onMove, title }: BookingLeftProps) {
  const cancellation = useDeleteBooking({ texts: CANCELLATION, onRestored: () => cancellation.reset() })
  const { mutate: cancel, isPending, isSuccess } = cancellation
  const { data: present = booking, error } = useQuery({
    ...bookingQuery(booking.id),
    initialData: booking,
    enabled: !isSuccess,
  })
  const isCancelled = isSuccess || isGone(error)
  const isRescheduled = present.visit_day !== booking.visit_day || present.visit_hour !== booking.visit_hour
  const whose = `la prenotazione di ${customerOf(booking)}, ${formatShortDay(booking.visit_day)}`

  return (
    <li className={styles.entry}>
      <div className={styles.facts}>
        <span className={styles.time}>
          {formatShortDay(booking.visit_day)}, {timeRange(booking)}
        </span>
        <span>
          {customerOf(booking)} · {booking.service_name}
        </span>
        <span role="status" className={styles.result}>
          {isCancelled && 'Disdetta'}
          {!isCancelled && isRescheduled && `Spostata a ${formatShortDay(present.visit_day)}, ${timeRange(present)}`}
        </span>
      </div>
      {!isCancelled && (
        <div className={styles.actions}>
          <Button
            look="soft"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => onMove({ booking: present, opener: currentTarget })}
          >
            Sposta<VisuallyHidden> {whose}</VisuallyHidden>
          </Button>
          <Button
            look="quiet"
            loading={isPending}
            onClick={() => cancel(booking, { onSuccess: () => title.current?.focus() })}
          >
            Disdici<VisuallyHidden> {whose}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  )
}
