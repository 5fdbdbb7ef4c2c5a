import { readBlock } from '@prenoto/core/customers/customers.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { api } from '../../../lib/api-client.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import styles from './blocked-notice.module.css'

type BlockedNoticeProps = { email: string; telephone: string }

/** Says beside a booking's form that whoever is typed there is blocked; there from the start, so that it is announced. */
export function BlockedNotice({ email, telephone }: BlockedNoticeProps) {
  const [asked, number] = [useDebounced(email), useDebounced(telephone)]
  const { data } = useQuery({
    queryKey: ['customers', 'blocked', asked, number],
    queryFn: () => api(readBlock, { body: { email: asked, telephone: number } }),
    enabled: asked !== '' || number !== '',
    meta: { isSilent: true },
  })
  return (
    <div role="status" className={styles.status}>
      {data?.is_blocked && (
        <p className={styles.word}>
          <Ban size={18} aria-hidden="true" />
          Cliente bloccato: dal sito non può prenotare, da qui sì.
        </p>
      )}
    </div>
  )
}
