import { useQuery } from '@tanstack/react-query'
import { getMessage } from '../../lib/api-client.ts'
import { useConfiguration } from '../features/configuration/configuration.queries.ts'
import { useToday } from '../features/configuration/use-today.ts'
import { RelatedPages } from '../features/settings/related-pages.tsx'
import { WaitingDaySection } from '../features/waiting-list/waiting-day.tsx'
import { waitingDaysQuery } from '../features/waiting-list/waiting-list.queries.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { GuideLink } from '../ui/guide-link.tsx'
import { EmptyState, FailedRead } from '../ui/lists/empty-state.tsx'
import { Skeletons } from '../ui/lists/skeletons.tsx'

/** The waiting lists of all days to come. */
export default function WaitingListPage() {
  return (
    <AdminPage title="Lista d’attesa">
      <Days />
      <RelatedPages to={['regole', 'contactRequests']} />
    </AdminPage>
  )
}

function Days() {
  const today = useToday()
  const { app_waiting_list_minutes } = useConfiguration()
  const { data: days, error, isFetching, refetch } = useQuery(waitingDaysQuery)
  if (!days && error) return <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
  if (!days) return <Skeletons count={3} height={52} />
  if (days.length === 0)
    return (
      <EmptyState
        text={
          app_waiting_list_minutes === 0
            ? 'La lista d’attesa è spenta. Si accende nelle regole di prenotazione.'
            : 'Nessuno è in lista d’attesa. Chi trova un giorno pieno può chiedere di essere avvisato.'
        }
      >
        <GuideLink page="lista-d-attesa" about="Lista d’attesa" />
      </EmptyState>
    )
  return (
    <div className="grid gap-3">
      {days.map((day, index) => (
        <WaitingDaySection key={day.visit_day} day={day} today={today} isFirst={index === 0} />
      ))}
    </div>
  )
}
