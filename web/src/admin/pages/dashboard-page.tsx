import { addMonths, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { monthOf } from '../../lib/month-days.ts'
import { BookingPanel } from '../bookings/booking-panel.tsx'
import { monthClosuresQuery, monthQuery, useBookingsOfDay } from '../bookings/bookings.queries.ts'
import { DayAgenda } from '../bookings/day-agenda.tsx'
import { MonthCalendar } from '../bookings/month-calendar.tsx'
import type { DayBookings } from '../bookings/month-grid.ts'
import { useShownDays } from '../bookings/use-shown-days.ts'
import { useToday } from '../bookings/use-today.ts'
import { SummaryCards } from '../dashboard/summary-cards.tsx'
import { interruptedDraft } from '../lib/drafts.ts'
import { NumbersLink } from '../numbers/numbers-link.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { WaitingList } from '../waiting/waiting-list.tsx'
import styles from './dashboard-page.module.css'

const UNREAD_BOOKINGS = 'Gli appuntamenti di questi giorni non sono stati letti.'
const UNREAD_CLOSURES = 'Le chiusure di questi giorni non sono state lette.'

/** What was read ahead so many milliseconds ago is not read ahead again. */
const RECENT = 30_000

export default function DashboardPage() {
  const today = useToday()
  const { selected, month, select, showMonth, goToToday } = useShownDays(today)
  const [isAdding, setIsAdding] = useState(() => interruptedDraft('bookings new') !== undefined)

  const shown = useQuery(monthQuery(month))
  useNeighbours(month, shown.isSuccess && !isCut(shown.data))
  // The selected day may be of another month than the one that is shown.
  const ofSelected = useBookingsOfDay(selected)
  const closed = useQuery(monthClosuresQuery(month))
  const closedOnSelected = useQuery(monthClosuresQuery(monthOf(selected)))

  return (
    <AdminPage title="Dashboard" actions={<NumbersLink />}>
      <SummaryCards />
      <div className={styles.bookings}>
        <MonthCalendar
          month={month}
          today={today}
          selected={selected}
          bookings={shown.data}
          closed={closed.data}
          failure={isMissing(shown) ? UNREAD_BOOKINGS : isMissing(closed) ? UNREAD_CLOSURES : undefined}
          onRetry={() => {
            shown.refetch()
            closed.refetch()
          }}
          onMonth={showMonth}
          onSelect={select}
          onToday={goToToday}
          onAdd={() => setIsAdding(true)}
        />
        <div className={styles.side}>
          <DayAgenda
            day={selected}
            today={today}
            bookings={ofSelected.data}
            closed={closedOnSelected.data?.get(selected) ?? []}
            isFailed={ofSelected.isError && !ofSelected.isFetching}
            onRetry={ofSelected.refetch}
          >
            <WaitingList day={selected} today={today} />
          </DayAgenda>
        </div>
      </div>
      <BookingPanel isOpen={isAdding} onClose={() => setIsAdding(false)} preferred={{ day: selected }} />
    </AdminPage>
  )
}

/** Of very large months only what the grid lists is read; the next one is when it is wanted. */
const isCut = (days: Map<PlainDate, DayBookings>) =>
  [...days.values()].some(({ listed, count }) => count > listed.length)

const isMissing = ({ data, isError, isFetching }: UseQueryResult) => data === undefined && isError && !isFetching

/** Reads the months before and after ahead of time, so that the arrows show them at once. */
function useNeighbours(month: PlainDate, isReady: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isReady) return
    for (const step of [1, -1]) {
      queryClient.prefetchQuery(monthQuery(addMonths(month, step)))
      queryClient.prefetchQuery({ ...monthClosuresQuery(addMonths(month, step)), staleTime: RECENT })
    }
  }, [month, isReady, queryClient])
}
