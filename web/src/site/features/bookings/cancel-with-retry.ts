import { cancelBooking } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import { isRefusal, withRetry } from '../../../lib/retry.ts'

/** Whose cancellation was asked for without an answer: nobody knows whether it was carried out. */
const unanswered = new Set<string>()

/** Cancels a booking. When it turns out that this was done already, and only the answer lost, it is done. Throws ApiError. */
export function cancelWithRetry(hiddenId: string) {
  return withRetry(async () => {
    try {
      await api(cancelBooking, { params: { hiddenId } })
    } catch (error) {
      if (!isRefusal(error)) unanswered.add(hiddenId)
      else if (error.status === 404 && unanswered.has(hiddenId)) return
      throw error
    }
  })
}
