import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getMessage } from '../../lib/api-client.ts'
import { useConfiguration } from '../features/configuration/configuration.queries.ts'
import { ContactRequestItem } from '../features/contact/contact-request-item.tsx'
import styles from '../features/contact/contact-requests.module.css'
import { contactRequestsQuery } from '../features/contact/contact-requests.queries.ts'
import { RelatedPages } from '../features/settings/related-pages.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState, FailedRead } from '../ui/lists/empty-state.tsx'
import { LoadMore } from '../ui/lists/load-more.tsx'
import { Skeletons } from '../ui/lists/skeletons.tsx'

/** The requests that visitors sent with the site's contact form. */
export default function ContactRequestsPage() {
  const [only, setOnly] = useState<'unanswered'>()
  const { data } = useInfiniteQuery(contactRequestsQuery(only))
  const unanswered = data?.pages[0]?.unanswered_count

  return (
    <AdminPage title="Richieste di contatto">
      <div className="flex gap-2 flex-wrap">
        <button
          type="button"
          className={`control touch rounded-s semibold ${styles.choice}`}
          aria-pressed={!only}
          onClick={() => setOnly(undefined)}
        >
          Tutte
        </button>
        <button
          type="button"
          className={`control touch rounded-s semibold ${styles.choice}`}
          aria-pressed={only === 'unanswered'}
          onClick={() => setOnly('unanswered')}
        >
          {`Da rispondere${unanswered !== undefined ? ` (${unanswered})` : ''}`}
        </button>
      </div>
      <RequestList key={only} only={only} />
      <RelatedPages to={['waitingList', 'privacy']} />
    </AdminPage>
  )
}

function RequestList({ only }: { only: 'unanswered' | undefined }) {
  const { app_name } = useConfiguration()
  const list = useRef<HTMLUListElement>(null)
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(contactRequestsQuery(only))

  if (!data && error) return <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeletons count={3} height={200} className="grid gap-3" />

  const requests = data.pages.flatMap((page) => page.contact_requests)
  const emptyText = only ? 'Hai risposto a tutte le richieste.' : 'Nessuno ha ancora scritto dal tuo sito.'
  return (
    <>
      <ul ref={list} tabIndex={-1} className="grid gap-3" aria-label="Richieste di contatto">
        {requests.map((request) => (
          <ContactRequestItem
            key={request.id}
            request={request}
            siteName={app_name}
            onLeave={() => only && list.current!.focus()}
          />
        ))}
      </ul>
      {requests.length === 0 && <EmptyState text={emptyText} />}
      {hasNextPage && (
        <LoadMore isLoading={isFetchingNextPage} hasFailed={isFetchNextPageError} onReached={fetchNextPage} />
      )}
    </>
  )
}
