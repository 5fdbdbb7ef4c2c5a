import { addMonths, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BookingPanel } from '../bookings/booking-panel.tsx'
import { monthQuery } from '../bookings/bookings.queries.ts'
import { DayAgenda } from '../bookings/day-agenda.tsx'
import { MonthCalendar } from '../bookings/month-calendar.tsx'
import { monthOf } from '../bookings/month-grid.ts'
import { useToday } from '../bookings/use-today.ts'
import { SummaryCards } from '../dashboard/summary-cards.tsx'
import { interruptedDraft } from '../lib/drafts.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import styles from './dashboard-page.module.css'

export default function DashboardPage() {
  const today = useToday()
  const [month, setMonth] = useState(() => monthOf(today))
  const [chosen, setChosen] = useState<PlainDate>()
  const [isAdding, setIsAdding] = useState(() => interruptedDraft('bookings new') !== undefined)
  const selected = chosen ?? today

  const shown = useQuery(monthQuery(month))
  useNeighbours(month, shown.isSuccess)
  // The selected day may be of another month than the one that is shown.
  const ofSelected = useQuery(monthQuery(monthOf(selected)))

  return (
    <AdminPage title="Dashboard">
      <SummaryCards />
      <div className={styles.bookings}>
        <MonthCalendar
          month={month}
          today={today}
          selected={selected}
          bookings={shown.data}
          isFailed={shown.isError && !shown.isFetching}
          onRetry={shown.refetch}
          onMonth={setMonth}
          onSelect={setChosen}
          onAdd={() => setIsAdding(true)}
        />
        <div className={styles.side}>
          <DayAgenda
            day={selected}
            today={today}
            bookings={ofSelected.data && (ofSelected.data.get(selected) ?? [])}
            isFailed={ofSelected.isError && !ofSelected.isFetching}
            onRetry={ofSelected.refetch}
          />
        </div>
      </div>
      <BookingPanel isOpen={isAdding} onClose={() => setIsAdding(false)} preferredDay={chosen} />
    </AdminPage>
  )
}

/** Reads the months before and after ahead of time, so that the arrows show them at once. */
function useNeighbours(month: PlainDate, isReady: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isReady) return
    for (const step of [1, -1]) queryClient.prefetchQuery(monthQuery(addMonths(month, step)))
  }, [month, isReady, queryClient])
}
