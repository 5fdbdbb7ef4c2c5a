import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { createContext, useContext, useEffect, useRef } from 'react'

/** The bookings that the user has just added. */
export const AddedBookings = createContext<StaffBooking[]>([])

/** The attributes of an element that shows a booking; a booking that was just added is marked and scrolled into view. */
export function useAddedMark(id: number) {
  const isAdded = useContext(AddedBookings).some((booking) => booking.id === id)
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isAdded) ref.current!.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isAdded])
  return { ref, 'data-added': isAdded || undefined }
}
