import { readBlock } from '@prenoto/core/customers/customers.endpoints.ts'
import { hasHiddenContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { api } from '../../../lib/api-client.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

type BlockedNoticeProps = { email: string; telephone: string; customerId: number | undefined }

/** Warns in a booking form that the customer is blocked. Always rendered, so that the warning is announced. */
export function BlockedNotice({ email, telephone, customerId }: BlockedNoticeProps) {
  const [checkedEmail, checkedTelephone] = [useDebounced(email), useDebounced(telephone)]
  const contacts = { email: checkedEmail, telephone: checkedTelephone }
  const body = hasHiddenContacts(contacts) ? { ...contacts, customer_id: customerId } : contacts
  const { data } = useQuery({
    queryKey: ['customers', 'blocked', body],
    queryFn: () => api(readBlock, { body }),
    enabled: checkedEmail !== '' || checkedTelephone !== '',
    meta: { isSilent: true },
  })
  return (
    <div role="status" className="col-span-full">
      {data?.is_blocked && (
        <p className="row gap-2 danger semibold">
          <Ban size={18} aria-hidden="true" />
          Cliente bloccato: dal sito non può prenotare, da qui sì.
        </p>
      )}
    </div>
  )
}
