import { readBookingHistory } from '@prenoto/core/bookings/booking-history.endpoints.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api-client.ts'
import { FailedRead } from '../../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import styles from '../bookings.module.css'
import { bookingQuery } from '../bookings.queries.ts'
import { historyText } from './history-text.ts'

const historyQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingQuery(id).queryKey, 'history'],
    queryFn: () => api(readBookingHistory, { params: { id } }),
    staleTime: 0,
    meta: { isSilent: true },
  })

export function BookingHistory({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(historyQuery(id))
  return (
    <section aria-labelledby="history" className={styles.history}>
      <h2 id="history" className="text-m">
        Storia
      </h2>
      {data && (
        <ol className="grid gap-3">
          {data.history.map((entry, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries never change their order
            <li key={i} className={`grid gap-x-4 min-w-0 text-s ${styles.entry}`}>
              <span className="muted tabular-nums nowrap">{entry.at}</span>
              <span className="min-w-0 break-words">{historyText(entry)}</span>
            </li>
          ))}
        </ol>
      )}
      {!data && !isError && <Skeletons count={2} height={24} className="grid gap-3" />}
      {!data && isError && <FailedRead text="Non è stato possibile leggere la storia." onRetry={() => refetch()} />}
    </section>
  )
}
