import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { rescheduleBooking, silenceReschedule, undoReschedule } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import { isRestrictedPerson } from '@prenoto/core/customers/restricted-person.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiError, api, getMessage } from '../../../../lib/api-client.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { type CustomerNotice, offerUndo, RESCHEDULE } from '../../../ui/feedback/undo-offers.ts'
import { customerName, isReachable } from '../booking-format.ts'
import { bookingQuery, invalidateBookings, updateCachedBooking } from '../bookings.queries.ts'

const ConflictDialog = lazy(() => import('../conflicts/conflict-dialog.tsx'))

/** With `calendar_id: null` the server chooses the calendar and prefers the current one. */
export type RescheduleTarget = { visit_day: PlainDate; visit_hour: PlainTime; calendar_id: number | null }

/** `override` books in spite of conflicts. */
export type Reschedule = { booking: StaffBooking; to: RescheduleTarget; override?: true }

/** The conflicts of a refused reschedule; undefined for another error. */
export const getConflicts = (error: unknown) => (error instanceof ApiError ? error.conflicts : undefined)

/** Reschedules a booking optimistically, rolls back after an error, and offers to undo it. */
export function useReschedule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ booking: { id, version }, to, override }: Reschedule) =>
      api(rescheduleBooking, { params: { id }, headers: ifMatchHeader(version), body: { ...to, override } }),
    onMutate: async ({ booking, to }) => {
      await queryClient.cancelQueries({ queryKey: ['bookings'] })
      updateCachedBooking(queryClient, { ...booking, ...to, calendar_id: to.calendar_id ?? booking.calendar_id })
    },
    onSuccess: (rescheduled, { booking }) => {
      updateCachedBooking(queryClient, rescheduled)
      queryClient.setQueryData(bookingQuery(rescheduled.id).queryKey, rescheduled)
      showToast('success', 'Prenotazione modificata con successo')
      offerUndo(
        `prenotazione di ${customerName(booking)}`,
        () =>
          api(undoReschedule, { params: { id: booking.id }, headers: ifMatchHeader(rescheduled.version) }).finally(() =>
            invalidateBookings(queryClient),
          ),
        { texts: RESCHEDULE, record: `bookings ${booking.id}`, notice: noticeFor(rescheduled) },
      )
    },
    onError: (error, { booking }) => updateCachedBooking(queryClient, getCurrentBooking(error) ?? booking),
    onSettled: () => {
      invalidateBookings(queryClient)
    },
  })
}

/** The message that the customer gets once the reschedule can no longer be undone. */
function noticeFor(booking: StaffBooking): CustomerNotice {
  if (isRestrictedPerson(booking) || !isReachable(booking.email)) return { text: 'Il cliente non viene avvisato.' }
  const { id, version } = booking
  return {
    text: 'Tra poco il cliente riceve un’email.',
    silence: () => api(silenceReschedule, { params: { id }, headers: ifMatchHeader(version) }),
  }
}

/** The current booking in a version conflict. */
export const getCurrentBooking = (error: unknown) =>
  error instanceof ApiError ? (error.current as StaffBooking | undefined) : undefined

type RescheduleWithDialog = {
  mutate: (reschedule: { booking: StaffBooking; to: RescheduleTarget }) => void
  isPending: boolean
  /** The dialog that offers to override conflicts; the caller renders it. */
  dialog: ReactNode
}

/** Reschedules a dragged booking and shows conflicts or an error. */
export function useRescheduleWithDialog(): RescheduleWithDialog {
  const { mutate: reschedule, isPending } = useReschedule()
  const [refused, setRefused] = useState<Reschedule & { error: ApiError }>()

  const mutate = (attempt: Reschedule) => {
    if (isSameSlot(attempt)) return
    reschedule(attempt, {
      onSuccess: () => setRefused(undefined),
      onError: (error) => {
        if (getConflicts(error)) return setRefused({ ...attempt, error: error as ApiError })
        setRefused(undefined)
        showToast('danger', getMessage(error))
      },
    })
  }
  return {
    mutate,
    isPending,
    dialog: refused && (
      <Suspense>
        <ConflictDialog
          booking={refused.booking}
          conflicts={refused.error.conflicts!}
          isSaving={isPending}
          onOverride={() => mutate({ ...refused, override: true })}
          onClose={() => setRefused(undefined)}
        />
      </Suspense>
    ),
  }
}

export const isSameSlot = ({ booking, to }: Reschedule) =>
  booking.visit_day === to.visit_day &&
  booking.visit_hour === to.visit_hour &&
  (to.calendar_id ?? booking.calendar_id) === booking.calendar_id
