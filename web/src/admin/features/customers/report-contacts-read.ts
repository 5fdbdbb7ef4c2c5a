import { recordContactsRead } from '@prenoto/core/customers/customers.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import { isRefusal, withRetry } from '../../../lib/retry.ts'

/** Reports to the audit trail that a customer's contacts, or those of the list (null), are on the screen. */
export function reportContactsRead(customerId: number | null) {
  withRetry(() => api(recordContactsRead, { body: { customer_id: customerId } })).catch((error) => {
    // The contacts are on the page in any case, so a failure is not shown.
    if (!isRefusal(error)) console.error('Contacts on the screen were not recorded.', error)
  })
}
