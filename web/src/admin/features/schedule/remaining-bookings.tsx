import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatShortDay } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { UndoBarOutlet } from '../../ui/feedback/undo-bar.tsx'
import { CANCELLATION } from '../../ui/feedback/undo-offers.ts'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { PanelBody, PanelFooter } from '../../ui/panels/side-panel.tsx'
import { BookingFacts } from '../bookings/booking-facts.tsx'
import { customerName, timeRange } from '../bookings/booking-format.ts'
import { bookingQuery, isNotFound, useDeleteBooking } from '../bookings/bookings.queries.ts'
import { isSameSlot } from '../bookings/reschedule/use-reschedule.tsx'
import { useToday } from '../configuration/use-today.ts'
import styles from './schedule.module.css'
import type { useRemainingBookings } from './schedule.queries.ts'
import { useFreeColleagues } from './use-free-colleagues.ts'

const RescheduleDialog = lazy(() => import('../bookings/reschedule/reschedule-dialog.tsx'))

type Rescheduling = { booking: StaffBooking; opener: HTMLElement }

type RemainingBookingsProps = {
  query: ReturnType<typeof useRemainingBookings>
  title: string
  onDone: () => void
}

/** After a closure or changed hours are saved: the bookings in them that are still to be rescheduled or cancelled. */
export function RemainingBookings({ query, title: text, onDone }: RemainingBookingsProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const [rescheduling, setRescheduling] = useState<Rescheduling>()
  const today = useToday()
  const { data, isError, isPending, variables, mutate } = query
  const [bookings, setBookings] = useState(data)
  // Keeps the previous list while the next is loading.
  if (data && data !== bookings) setBookings(data)

  const colleagues = useFreeColleagues(bookings ?? [])

  // The form that had the focus has been replaced.
  useEffect(() => title.current?.focus(), [])

  return (
    <>
      <PanelBody>
        <h3 ref={title} tabIndex={-1} className={'text-m empty-hidden'}>
          {text}
        </h3>
        <p role="status" className="muted text-s">
          {`${isPending ? 'Le prenotazioni che restano vengono lette…' : ''}${bookings && bookings.length > 0 ? 'Queste prenotazioni sono ancora in agenda: sposta o disdici ciascuna.' : ''}`}
        </p>
        {isError && (
          <FailedRead
            text="Non è stato possibile leggere le prenotazioni di questo periodo."
            onRetry={() => mutate(variables!)}
          />
        )}
        {colleagues.moves.length > 0 && (
          <Button
            look="soft"
            loading={colleagues.isMoving}
            onClick={() => colleagues.moveAll(() => title.current?.focus())}
          >
            {`Sposta tutte a chi è libero (${colleagues.moves.length})`}
          </Button>
        )}
        {bookings && bookings.length > 0 && (
          <ul className="grid gap-2">
            {bookings.map((booking) => (
              <RemainingBooking
                key={booking.id}
                booking={booking}
                colleague={colleagues.moves.find((move) => move.booking.id === booking.id)?.calendar_name}
                onReschedule={setRescheduling}
                title={title}
              />
            ))}
          </ul>
        )}
      </PanelBody>
      <PanelFooter note={bookings?.length !== 0 && <UndoBarOutlet />}>
        <Button loading={isPending} onClick={onDone}>
          Fatto
        </Button>
      </PanelFooter>
      {rescheduling && (
        <Suspense>
          <RescheduleDialog
            {...rescheduling}
            today={today}
            onRescheduled={() => {
              setRescheduling(undefined)
              title.current?.focus()
            }}
            onClose={() => setRescheduling(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

type RemainingBookingProps = {
  booking: StaffBooking
  /** The name of a colleague who is free at its time. */
  colleague: string | undefined
  onReschedule: (rescheduling: Rescheduling) => void
  title: RefObject<HTMLHeadingElement | null>
}

function RemainingBooking({ booking, colleague, onReschedule, title }: RemainingBookingProps) {
  const cancellation = useDeleteBooking({ texts: CANCELLATION, onRestored: () => cancellation.reset() })
  const { mutate: cancel, isPending, isSuccess } = cancellation
  const { data: current = booking, error } = useQuery({
    ...bookingQuery(booking.id),
    initialData: booking,
    enabled: !isSuccess,
  })
  const isCancelled = isSuccess || isNotFound(error)
  const isRescheduled = !isSameSlot({ booking, to: current })
  const description = `la prenotazione di ${customerName(booking)}, ${formatShortDay(booking.visit_day)}`

  return (
    <li className={`grid gap-x-4 gap-y-2 min-w-0 items-center p-3 border rounded-m ${styles.entry}`}>
      <BookingFacts booking={booking}>
        <span role="status" className="success semibold">
          {`${isCancelled ? 'Disdetta' : ''}${!isCancelled && isRescheduled ? `Spostata a ${formatShortDay(current.visit_day)}, ${timeRange(current)}${current.calendar_id !== booking.calendar_id ? `, con ${current.calendar_name}` : ''}` : ''}`}
        </span>
        {colleague && !isCancelled && !isRescheduled && (
          <span className="muted text-s">{`Con ${colleague} c’è posto alla stessa ora`}</span>
        )}
      </BookingFacts>
      {!isCancelled && (
        <div className="flex gap-2">
          <Button
            look="soft"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => onReschedule({ booking: current, opener: currentTarget })}
          >
            Sposta<VisuallyHidden>{` ${description}`}</VisuallyHidden>
          </Button>
          <Button
            look="quiet"
            loading={isPending}
            onClick={() => cancel(booking, { onSuccess: () => title.current?.focus() })}
          >
            Disdici<VisuallyHidden>{` ${description}`}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  )
}
