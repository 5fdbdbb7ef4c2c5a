import { formatDays } from '@prenoto/core/time/format.ts'
import { addDays, isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { mondayBefore } from '../../lib/month-days.ts'
import { Button } from '../../ui/button.tsx'
import { closuresQuery } from '../features/bookings/bookings.queries.ts'
import { calendarHoursQuery } from '../features/calendars/calendar-hours.queries.ts'
import { useToday } from '../features/configuration/use-today.ts'
import { AbsencePanel, type Chosen } from '../features/schedule/absence-panel.tsx'
import { changedHoursQuery } from '../features/schedule/exceptions.queries.ts'
import { WorkWeek } from '../features/schedule/work-week.tsx'
import { useMay } from '../features/session/session.queries.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { GuideLink } from '../ui/guide-link.tsx'
import { EmptyState, FailedRead } from '../ui/lists/empty-state.tsx'
import { Skeletons } from '../ui/lists/skeletons.tsx'

const WEEK = 7

export default function WorkWeekPage() {
  const today = useToday()
  const { monday, show } = useShownWeek(today)
  const mayChange = useMay('editor')
  const { data, isFailed, retry } = useWorkWeek(monday)
  const [chosen, setChosen] = useState<Chosen>()
  const [isOpen, setIsOpen] = useState(false)

  const choose = (chosen: Chosen) => {
    setChosen(chosen)
    setIsOpen(true)
  }

  return (
    <AdminPage title="Chi lavora quando">
      <div className="row gap-x-4 gap-y-2 flex-wrap justify-between mb-2">
        <h2 className="text-l" aria-live="polite" translate="no">
          {formatDays(monday, addDays(monday, WEEK - 1))}
        </h2>
        <div className="flex gap-2 flex-wrap">
          <Button look="quiet" aria-label="Settimana precedente" onClick={() => show(addDays(monday, -WEEK))}>
            <ChevronLeft size={20} aria-hidden="true" />
          </Button>
          <Button look="quiet" onClick={() => show(today)}>
            Oggi
          </Button>
          <Button look="quiet" aria-label="Settimana successiva" onClick={() => show(addDays(monday, WEEK))}>
            <ChevronRight size={20} aria-hidden="true" />
          </Button>
        </div>
      </div>
      {mayChange && (
        <p className="mb-3 muted text-s">
          Scegli un giorno per ferie, permessi o un orario diverso; scegli il nome per tutta la settimana.
        </p>
      )}
      {isFailed && <FailedRead text="Non è stato possibile leggere gli orari." onRetry={retry} />}
      {!data && !isFailed && <Skeletons count={3} height={96} />}
      {data?.hours.length === 0 && (
        <EmptyState text="Non ci sono calendari disponibili">
          <GuideLink page="cambiare-gli-orari" about="Chi lavora quando" />
        </EmptyState>
      )}
      {data && data.hours.length > 0 && (
        <WorkWeek data={data} monday={monday} today={today} onChoose={mayChange ? choose : undefined} />
      )}
      <AbsencePanel chosen={chosen} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </AdminPage>
  )
}

/** The week in the address, `?giorno=2026-11-23`; this week if it is missing or invalid. */
function useShownWeek(today: PlainDate) {
  const [params, setParams] = useSearchParams()
  const day = params.get('giorno') ?? ''
  return {
    monday: mondayBefore(isPlainDate(day) ? day : today),
    show: (day: PlainDate) => setParams({ giorno: mondayBefore(day) }, { preventScrollReset: true }),
  }
}

function useWorkWeek(monday: PlainDate) {
  const sunday = addDays(monday, WEEK - 1)
  const hours = useQuery(calendarHoursQuery(monday, sunday))
  const closures = useQuery(closuresQuery(monday, sunday))
  const changed = useQuery(changedHoursQuery(monday, sunday))
  const all = [hours, closures, changed]
  return {
    data:
      hours.data && closures.data && changed.data
        ? { hours: hours.data, closures: closures.data, changed: changed.data }
        : undefined,
    isFailed: all.some(({ data, isError, isFetching }) => data === undefined && isError && !isFetching),
    retry: () => {
      for (const { data, refetch } of all) if (data === undefined) refetch()
    },
  }
}
