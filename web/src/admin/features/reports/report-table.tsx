import type { Report } from '@prenoto/core/reports/reports.endpoints.ts'
import { formatPrice } from '@prenoto/core/time/format.ts'
import { type ReactNode, useId } from 'react'
import { findLargest, showCount, showHours, showPercent, toPercent, toShare } from './figures.ts'
import styles from './report-table.module.css'

/** Services have no opening hours. */
type Figures = Report['by_service'][number] & { minutes_open?: number }
type Row = Omit<Figures, 'id'> & { id: string | number }

type ReportTableProps = { title: string; head: string; rows: Row[] }

/** A table with bars in its cells; screen readers get a plain table. */
export function ReportTable({ title, head, rows }: ReportTableProps) {
  const id = useId()
  const hasHours = rows.some(({ minutes_open }) => minutes_open !== undefined)
  const maxRevenue = findLargest(rows.map(({ revenue }) => revenue))
  const maxBookings = findLargest(rows.map(({ bookings }) => bookings))
  return (
    <div className={'grid gap-3 fluid'}>
      <h2 id={id} className="text-m">
        {title}
      </h2>
      <p id={`${id}-hint`} className={`muted text-xs ${styles.hint}`}>
        Scorri lateralmente per vedere tutta la tabella.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={styles.scroller} aria-labelledby={id} aria-describedby={`${id}-hint`} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" className={styles.wide}>
                Valore delle visite
              </th>
              <th scope="col" className={styles.wide}>
                Prenotazioni
              </th>
              {hasHours && <th scope="col">Ore occupate</th>}
              <th scope="col">Visite</th>
              <th scope="col">Nuovi clienti</th>
              <th scope="col">Non presentati</th>
              <th scope="col">Disdette</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.name}</th>
                <BarCell share={toShare(row.revenue, maxRevenue)}>{formatPrice(row.revenue)}</BarCell>
                <BarCell share={toShare(row.bookings, maxBookings)}>{showCount(row.bookings)}</BarCell>
                {hasHours && <HoursCell {...row} />}
                <td>{showCount(row.visits)}</td>
                <td>{showCount(row.first_visits)}</td>
                <td>{showCount(row.no_show)}</td>
                <td>{showCount(row.cancelled)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const BarCell = ({ share, children }: { share: number; children: ReactNode }) => (
  <td>
    {children}
    <span className={`block mt-1 sunken ${styles.track}`} aria-hidden="true">
      <span className={styles.bar} style={{ width: `${share * 100}%` }} />
    </span>
  </td>
)

const HoursCell = ({ minutes_booked, minutes_open = 0 }: Pick<Row, 'minutes_booked' | 'minutes_open'>) => (
  <td>
    <span>{showPercent(toPercent(minutes_booked, minutes_open))}</span>
    <span
      className={`block muted text-xs ${styles.hours}`}
    >{`${showHours(minutes_booked)} su ${showHours(minutes_open)}`}</span>
  </td>
)
