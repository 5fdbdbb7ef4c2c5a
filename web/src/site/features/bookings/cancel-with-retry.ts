import { cancelBooking } from '@prenoto/core/bookings/cancel-booking.endpoints.ts'
import { type ApiError, api } from '../../../lib/api-client.ts'
import { isRefusal, withRetry } from '../../../lib/retry.ts'

/** Hidden ids of cancellations that got no response, so that the server may have carried them out. */
const unanswered = new Set<string>()

/** Whether the booking does not exist any more; the refusal for a logged-in user without the right is a 404, too. */
export const isGone = ({ status, reason }: ApiError) => status === 404 && reason !== 'role-too-low'

/** Cancels a booking. A 404 after a lost response counts as success. Throws ApiError. */
export function cancelWithRetry(hiddenId: string) {
  return withRetry(async () => {
    try {
      await api(cancelBooking, { params: { hiddenId } })
    } catch (error) {
      if (!isRefusal(error)) unanswered.add(hiddenId)
      else if (isGone(error) && unanswered.has(hiddenId)) return
      throw error
    }
  })
}
