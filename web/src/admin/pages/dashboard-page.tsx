import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { addMonths, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { firstOfMonth } from '../../lib/month-days.ts'
import { adminPaths } from '../../lib/paths.ts'
import { AddedBookings } from '../features/bookings/added-bookings.ts'
import type { PreferredVisit } from '../features/bookings/booking-form/available-slots.ts'
import { BookingPanel } from '../features/bookings/booking-form/booking-panel.tsx'
import type { DayBookings } from '../features/bookings/booking-format.ts'
import { monthClosuresQuery, monthQuery, useBookingsOfDay } from '../features/bookings/bookings.queries.ts'
import { DayAgenda } from '../features/bookings/day-view/day-agenda.tsx'
import { MonthCalendar } from '../features/bookings/month-view/month-calendar.tsx'
import { useShownDays } from '../features/bookings/month-view/use-shown-days.ts'
import { ViewSwitch } from '../features/bookings/month-view/view-switch.tsx'
import { useToday } from '../features/configuration/use-today.ts'
import { summaryQuery } from '../features/dashboard/dashboard.queries.ts'
import { SummaryCards } from '../features/dashboard/summary-cards.tsx'
import { UnusualNotice } from '../features/dashboard/unusual-notice.tsx'
import { CloseDay } from '../features/schedule/close-day.tsx'
import { useMay, useUser } from '../features/session/session.queries.ts'
import { interruptedDraft, useOnReopen } from '../lib/drafts.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { Skeletons } from '../ui/lists/skeletons.tsx'
import styles from './pages.module.css'

const Agenda = lazy(() => import('../features/bookings/agenda/agenda.tsx'))
const FirstSteps = lazy(() => import('../features/dashboard/first-steps.tsx'))
const WaitingList = lazy(() => import('../features/waiting-list/waiting-list.tsx'))

const UNREAD_BOOKINGS = 'Gli appuntamenti di questi giorni non sono stati letti.'
const UNREAD_CLOSURES = 'Le chiusure di questi giorni non sono state lette.'

/** How long a booking that was added is marked, in milliseconds. */
const MARK_TIME = 15_000

/** In milliseconds. */
const PREFETCH_STALE_TIME = 30_000

type Shown = ReturnType<typeof useShownDays>

export default function DashboardPage() {
  const today = useToday()
  const shownDays = useShownDays(today, useUser().id)
  const { view, selected } = shownDays
  const { data: summary } = useQuery(summaryQuery)
  const [isAdding, setIsAdding] = useState(() => interruptedDraft('bookings new') !== undefined)
  useOnReopen('bookings new', () => setIsAdding(true))
  const [preferred, setPreferred] = useState<PreferredVisit>({ day: selected })
  const [added, setAdded] = useState<StaffBooking[]>([])
  useEffect(() => {
    if (added.length === 0) return
    const timer = setTimeout(() => setAdded([]), MARK_TIME)
    return () => clearTimeout(timer)
  }, [added])
  const showAdded = (bookings: StaffBooking[]) => {
    setAdded(bookings)
    shownDays.showBooking(bookings[0]!)
  }
  const add = (visit: PreferredVisit) => {
    setPreferred(visit)
    setIsAdding(true)
  }

  return (
    <AdminPage
      title="Dashboard"
      isFolded
      actions={
        <>
          <ReportLink />
          <ViewSwitch view={view} onChange={(view) => shownDays.showView(view)} />
        </>
      }
    >
      <UnusualNotice />
      <AddedBookings value={added}>
        {view === 'mese' ? (
          <>
            <SummaryCards />
            <Month today={today} shownDays={shownDays} onAdd={() => add({ day: selected })} />
          </>
        ) : (
          <>
            <Suspense fallback={<Skeletons count={1} height={640} />}>
              <Agenda
                view={view}
                day={selected}
                today={today}
                calendar={shownDays.calendar}
                onDay={shownDays.goTo}
                onCalendar={shownDays.showCalendar}
                onOpenDay={(day) => shownDays.showView('giorno', day)}
                onAdd={add}
              >
                {view === 'giorno' && (
                  <Suspense>
                    <WaitingList day={selected} today={today} />
                  </Suspense>
                )}
              </Agenda>
            </Suspense>
            <SummaryCards />
          </>
        )}
      </AddedBookings>
      {summary?.shows_first_steps && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      <BookingPanel isOpen={isAdding} onClose={() => setIsAdding(false)} onAdded={showAdded} preferred={preferred} />
    </AdminPage>
  )
}

type MonthProps = { today: PlainDate; shownDays: Shown; onAdd: () => void }

/** The month calendar and the bookings of the selected day. */
function Month({ today, shownDays: { selected, month, select, showMonth, goToToday }, onAdd }: MonthProps) {
  const bookings = useQuery(monthQuery(month))
  usePrefetchNeighbours(month, bookings.isSuccess && !isTruncated(bookings.data))
  // The selected day may be in another month than the one that is shown.
  const ofSelected = useBookingsOfDay(selected)
  const closed = useQuery(monthClosuresQuery(month))
  const closedOnSelected = useQuery(monthClosuresQuery(firstOfMonth(selected)))

  return (
    <div className={`grid gap-4 fluid ${styles.bookings}`}>
      <MonthCalendar
        month={month}
        today={today}
        selected={selected}
        bookings={bookings.data}
        closed={closed.data}
        failure={isMissing(bookings) ? UNREAD_BOOKINGS : isMissing(closed) ? UNREAD_CLOSURES : undefined}
        onRetry={() => {
          bookings.refetch()
          closed.refetch()
        }}
        onMonth={showMonth}
        onSelect={select}
        onToday={goToToday}
        onAdd={onAdd}
      />
      <div className={`grid ${styles.side}`}>
        <DayAgenda
          day={selected}
          today={today}
          bookings={ofSelected.data}
          closed={closedOnSelected.data?.get(selected) ?? []}
          isFailed={ofSelected.isError && !ofSelected.isFetching}
          onRetry={ofSelected.refetch}
          actions={<CloseDay key={selected} day={selected} today={today} />}
        >
          <Suspense>
            <WaitingList day={selected} today={today} />
          </Suspense>
        </DayAgenda>
      </div>
    </div>
  )
}

/** Whether the month has so many bookings that only a part was read; its neighbours are not prefetched then. */
const isTruncated = (days: Map<PlainDate, DayBookings>) =>
  [...days.values()].some(({ listed, count }) => count > listed.length)

const isMissing = ({ data, isError, isFetching }: UseQueryResult) => data === undefined && isError && !isFetching

/** Prefetches the months before and after. */
function usePrefetchNeighbours(month: PlainDate, isReady: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isReady) return
    for (const step of [1, -1]) {
      queryClient.prefetchQuery(monthQuery(addMonths(month, step)))
      queryClient.prefetchQuery({ ...monthClosuresQuery(addMonths(month, step)), staleTime: PREFETCH_STALE_TIME })
    }
  }, [month, isReady, queryClient])
}

function ReportLink() {
  if (!useMay('admin')) return null
  return (
    <Link to={adminPaths.reports} className={`inline-row control gap-2 px-4 rounded-m semibold ${styles.reportLink}`}>
      <ChartColumn size={18} aria-hidden="true" />
      <span className={styles.reportText}>Statistiche</span>
    </Link>
  )
}
