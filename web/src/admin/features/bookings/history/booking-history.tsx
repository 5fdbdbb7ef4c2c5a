import { readBookingHistory } from '@prenoto/core/bookings/booking-history.endpoints.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api-client.ts'
import { FailedRead } from '../../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { bookingQuery } from '../bookings.queries.ts'
import styles from './booking-history.module.css'
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
      <h2 id="history" className={styles.title}>
        Storia
      </h2>
      {data && (
        <ol className={styles.entries}>
          {data.history.map((entry, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries never change their order
            <li key={i} className={styles.entry}>
              <span className={styles.at}>{entry.at}</span>
              <span className={styles.words}>{historyText(entry)}</span>
            </li>
          ))}
        </ol>
      )}
      {!data && !isError && <Skeletons count={2} height={24} className={styles.entries} />}
      {!data && isError && <FailedRead text="Non è stato possibile leggere la storia." onRetry={() => refetch()} />}
    </section>
  )
}
