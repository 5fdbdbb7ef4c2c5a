import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { rescheduleBooking, undoReschedule } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { madeTo } from '@prenoto/core/contract/version.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiError, api, messageOf } from '../../../../lib/api-client.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { offerUndo, RESCHEDULE } from '../../../ui/feedback/undo-offers.ts'
import { bookingQuery, putInPlace, readAgain } from '../bookings.queries.ts'
import { customerOf } from '../month-grid.ts'

const ConflictDialog = lazy(() => import('../conflicts/conflict-dialog.tsx'))

/** Where a booking is to go; null leaves it to the server with whom, its own calendar first. */
export type MoveTo = { visit_day: PlainDate; visit_hour: PlainTime; calendar_id: number | null }

/** `override`: whatever the hour runs into. */
export type Move = { booking: StaffBooking; to: MoveTo; override?: true }

/** What the hour of a refused move runs into; undefined where that is not why. */
export const collisionsOf = (error: unknown) => (error instanceof ApiError ? error.conflicts : undefined)

/** Moves a booking. It stands in its new place at once, and goes back there if it cannot be had; for some seconds it can be taken back. */
export function useMove() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ booking: { id, version }, to, override }: Move) =>
      api(rescheduleBooking, { params: { id }, headers: madeTo(version), body: { ...to, override } }),
    onMutate: async ({ booking, to }) => {
      await queryClient.cancelQueries({ queryKey: ['bookings'] })
      putInPlace(queryClient, { ...booking, ...to, calendar_id: to.calendar_id ?? booking.calendar_id })
    },
    onSuccess: (moved, { booking }) => {
      putInPlace(queryClient, moved)
      queryClient.setQueryData(bookingQuery(moved.id).queryKey, moved)
      showToast('success', 'Prenotazione modificata con successo')
      offerUndo(
        `prenotazione di ${customerOf(booking)}`,
        () =>
          api(undoReschedule, { params: { id: booking.id }, headers: madeTo(moved.version) }).finally(() =>
            readAgain(queryClient),
          ),
        { texts: RESCHEDULE, record: `bookings ${booking.id}` },
      )
    },
    onError: (error, { booking }) => putInPlace(queryClient, presentOf(error) ?? booking),
    onSettled: () => {
      readAgain(queryClient)
    },
  })
}

/** A booking as somebody else has changed it meanwhile. */
export const presentOf = (error: unknown) =>
  error instanceof ApiError ? (error.current as StaffBooking | undefined) : undefined

type MoveBooking = {
  mutate: (move: { booking: StaffBooking; to: MoveTo }) => void
  isPending: boolean
  /** Asks whether to move it all the same, when its hour runs into something. */
  dialog: ReactNode
}

/** Moves a booking to where somebody has put it; says why when it cannot be there. The dialog is to be shown. */
export function useMoveBooking(): MoveBooking {
  const { mutate: move, isPending } = useMove()
  const [refused, setRefused] = useState<Move & { error: ApiError }>()

  const mutate = (wanted: Move) => {
    if (isThere(wanted)) return
    move(wanted, {
      onSuccess: () => setRefused(undefined),
      onError: (error) => {
        if (collisionsOf(error)) return setRefused({ ...wanted, error: error as ApiError })
        setRefused(undefined)
        showToast('danger', messageOf(error))
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

/** Whether a booking is to go where it is. */
export const isThere = ({ booking, to }: Move) =>
  booking.visit_day === to.visit_day &&
  booking.visit_hour === to.visit_hour &&
  (to.calendar_id ?? booking.calendar_id) === booking.calendar_id
