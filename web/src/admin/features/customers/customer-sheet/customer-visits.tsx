import type { CustomerVisit, VisitTotals, visitTimes } from '@prenoto/core/customers/customer-schema.ts'
import { capitalize, formatCost, formatDate } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminPaths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { AttendanceBadge } from '../../../ui/feedback/attendance-badge.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import styles from './customer-sheet.module.css'
import { visitsQuery } from './customer-sheet.queries.ts'

export function CustomerVisits({ id }: { id: number }) {
  const { data } = useInfiniteQuery(visitsQuery(id, 'upcoming'))
  const totals = data?.pages[0]?.totals
  return (
    <section className={`stack card gap-3 content-start rounded-l ${styles.card}`} aria-labelledby="visits-title">
      <h2 id="visits-title" className={`text-m ${styles.title}`}>
        Visite
      </h2>
      <p className="muted tabular-nums">{totals ? describeTotals(totals) : '\u00a0'}</p>
      <Visits id={id} time="upcoming" title="In programma" emptyText="Nessuna visita in programma." />
      <Visits id={id} time="over" title="Passate" emptyText="Nessuna visita passata." />
      {totals && totals.cancelled > 0 && (
        <Visits id={id} time="cancelled" title="Disdette" emptyText="Nessuna visita disdetta." />
      )}
    </section>
  )
}

type VisitsProps = { id: number; time: (typeof visitTimes)[number]; title: string; emptyText: string }

function Visits({ id, time, title, emptyText }: VisitsProps) {
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    visitsQuery(id, time),
  )
  const visits = data?.pages.flatMap((page) => page.visits)
  return (
    <section className={'stack gap-2 justify-items-start fluid'} aria-label={title}>
      <h3 className="muted text-xs">{title}</h3>
      {!visits && !isError && <Skeletons count={2} height={52} className="grid gap-1 w-full" />}
      {!visits && isError && (
        <div className={styles.failed} role="alert">
          <p>Non è stato possibile leggere le visite.</p>
          <Button look="quiet" onClick={() => refetch()}>
            Riprova
          </Button>
        </div>
      )}
      {visits?.length === 0 && <p className={styles.none}>{emptyText}</p>}
      {visits && visits.length > 0 && (
        <ul className="grid gap-1 w-full">
          {visits.map((visit) => (
            <li key={visit.id}>
              <Visit visit={visit} />
            </li>
          ))}
        </ul>
      )}
      {visits && hasNextPage && (
        <Button look="quiet" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isError ? 'Riprova' : 'Mostra altre'}
        </Button>
      )}
    </section>
  )
}

/** A link to the visit's page. */
function Visit({ visit }: { visit: CustomerVisit }) {
  const { id, visit_day, visit_hour, is_cancelled, attendance } = visit
  return (
    <Link
      to={adminPaths.appointment(id)}
      className={`grid gap-x-3 touch items-center px-3 py-2 rounded-s break-words ${styles.visit} ${is_cancelled ? styles.cancelled : ''}`}
    >
      <span
        className={styles.when}
        translate="no"
      >{`${capitalize(formatDate(visit_day))} alle ${toShortTime(visit_hour)}`}</span>
      <span className={styles.what}>{describeVisit(visit)}</span>
      {is_cancelled ? (
        <span className={styles.what}>{describeCancellation(visit)}</span>
      ) : (
        <AttendanceBadge visit={{ attendance }} />
      )}
    </Link>
  )
}

/** 'Disdetta da Sara Gallo il 21/11/2026 alle 09:45' */
const describeCancellation = ({ cancelled_at, cancelled_by }: CustomerVisit) =>
  `Disdetta ${cancelled_by ? `da ${cancelled_by}` : 'dal cliente'}${
    cancelled_at ? ` il ${cancelled_at.replace(' ', ' alle ').replaceAll('-', '/')}` : ''
  }`

/** 'Taglio con Anna · 25,00 €' */
const describeVisit = ({ service_name, calendar_name, service_price }: CustomerVisit) =>
  `${service_name}${calendar_name && ` con ${calendar_name}`} · ${formatCost(service_price)}`

/** '12 visite, l’ultima martedì 3 novembre 2026 · 2 in programma · 1 disdetta' */
function describeTotals({ visits, upcoming, cancelled, no_show, last_visit }: VisitTotals) {
  const visitTotal = visits === 0 ? 'Ancora nessuna visita' : visits === 1 ? '1 visita' : `${visits} visite`
  return [
    last_visit ? `${visitTotal}, l’ultima ${formatDate(last_visit)}` : visitTotal,
    upcoming > 0 && `${upcoming} in programma`,
    cancelled > 0 && (cancelled === 1 ? '1 disdetta' : `${cancelled} disdette`),
    no_show > 0 && (no_show === 1 ? '1 volta non si è presentato' : `${no_show} volte non si è presentato`),
  ]
    .filter(Boolean)
    .join(' · ')
}
