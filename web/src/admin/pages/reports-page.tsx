import { type Period, periodAround } from '@prenoto/core/reports/period.ts'
import { periodQuery, type Report } from '@prenoto/core/reports/reports.endpoints.ts'
import { capitalize, formatMonth, formatShortDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getMessage } from '../../lib/api-client.ts'
import { useToday } from '../features/configuration/use-today.ts'
import { Definitions } from '../features/reports/definitions.tsx'
import { Exports } from '../features/reports/exports.tsx'
import { KeyFigures } from '../features/reports/key-figures.tsx'
import { PeriodChoice } from '../features/reports/period-choice.tsx'
import { ReportTable } from '../features/reports/report-table.tsx'
import { reportQuery } from '../features/reports/reports.queries.ts'
import { SOURCE_NAMES } from '../features/reports/source-names.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { GuideLink } from '../ui/guide-link.tsx'
import { EmptyState, FailedRead } from '../ui/lists/empty-state.tsx'
import { Skeletons } from '../ui/lists/skeletons.tsx'

export default function ReportsPage() {
  const today = useToday()
  const { period, show } = usePeriod(today)
  const { data, error, isFetching, refetch } = useQuery(reportQuery(period))
  return (
    <AdminPage title="Statistiche">
      <PeriodChoice period={period} today={today} onChoose={show} />
      <Exports period={period} />
      {data ? (
        <ReportView report={data} />
      ) : error ? (
        <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
      ) : (
        <Skeletons count={3} height={160} />
      )}
      <Definitions hasSources={!!data && data.by_source.length > 0} />
    </AdminPage>
  )
}

/** The period in the address, `?da=2026-10-01&a=2026-12-31`; this month if it is missing or invalid. */
function usePeriod(today: PlainDate) {
  const [params, setParams] = useSearchParams()
  const parsed = periodQuery.safeParse({ from: params.get('da'), to: params.get('a') })
  const show = ({ from, to }: Period) => setParams({ da: from, a: to }, { preventScrollReset: true })
  return { period: parsed.success ? parsed.data : periodAround(today, 'month'), show }
}

function ReportView({ report }: { report: Report }) {
  const { current, unit, by_time, by_service, by_source, by_calendar } = report
  const { bookings, cancelled } = current.total
  const formatStep = unit === 'day' ? formatShortDay : formatMonth
  return (
    <>
      <KeyFigures {...report} />
      {bookings + cancelled === 0 ? (
        <EmptyState text="In questo periodo non ci sono prenotazioni.">
          <GuideLink page="statistiche" about="Statistiche" />
        </EmptyState>
      ) : (
        <>
          <ReportTable title="Per servizio" head="Servizio" rows={by_service} />
          <ReportTable title="Per calendario" head="Calendario" rows={by_calendar} />
          {by_source.length > 0 && (
            <ReportTable
              title="Da dove arrivano"
              head="Provenienza"
              rows={by_source.map((row) => ({ ...row, name: SOURCE_NAMES[row.id] }))}
            />
          )}
          <ReportTable
            title={unit === 'day' ? 'Giorno per giorno' : 'Mese per mese'}
            head={unit === 'day' ? 'Giorno' : 'Mese'}
            rows={by_time.map((row) => ({ ...row, id: row.from, name: capitalize(formatStep(row.from)) }))}
          />
        </>
      )}
    </>
  )
}
