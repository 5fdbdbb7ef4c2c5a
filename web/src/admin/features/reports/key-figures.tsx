import type { Report } from '@prenoto/core/reports/reports.endpoints.ts'
import { formatPrice } from '@prenoto/core/time/format.ts'
import {
  compareAmounts,
  compareCounts,
  comparePercents,
  formatPeriod,
  showCount,
  showHours,
  showPercent,
  toPercent,
} from './figures.ts'
import styles from './reports.module.css'

/** The key figures of a period, each compared with the previous period. */
export function KeyFigures({ current, previous, upcoming }: Pick<Report, 'current' | 'previous' | 'upcoming'>) {
  const { total } = current
  const { total: earlier } = previous
  const percent = toPercent(total.minutes_booked, total.minutes_open)
  const previousPercent = toPercent(earlier.minutes_booked, earlier.minutes_open)
  const figures = [
    {
      name: 'Valore delle visite',
      value: formatPrice(total.revenue),
      difference: compareAmounts(total.revenue, earlier.revenue),
      previous: formatPrice(earlier.revenue),
    },
    {
      name: 'Prenotazioni',
      value: showCount(total.bookings),
      difference: compareCounts(total.bookings, earlier.bookings),
      previous: showCount(earlier.bookings),
    },
    {
      name: 'Ore occupate',
      value: showPercent(percent),
      detail: `${showHours(total.minutes_booked)} su ${showHours(total.minutes_open)} di apertura`,
      difference: comparePercents(percent, previousPercent),
      previous: showPercent(previousPercent),
    },
    {
      name: 'Non presentati',
      value: showCount(total.no_show),
      difference: compareCounts(total.no_show, earlier.no_show),
      previous: showCount(earlier.no_show),
    },
    {
      name: 'Nuovi clienti',
      value: showCount(total.first_visits),
      detail: `Visite di chi era già cliente: ${showCount(total.visits - total.first_visits)}`,
      difference: compareCounts(total.first_visits, earlier.first_visits),
      previous: showCount(earlier.first_visits),
    },
  ]
  return (
    <div className="grid gap-3">
      <dl className={styles.figures}>
        {figures.map(({ name, value, detail, difference, previous }) => (
          <div key={name} className={`card min-w-0 px-4 py-3 rounded-l ${styles.figure}`}>
            <dt className="muted medium">{name}</dt>
            <dd className={`text-l bold tabular-nums ${styles.value}`}>{value}</dd>
            {detail && <dd className={styles.detail}>{detail}</dd>}
            {difference && (
              <dd className={styles.detail}>
                <span>{`${difference} `}</span>
                <span className={styles.previous}>{`(${previous})`}</span>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <p className={`measure ${styles.note}`}>
        {`Confronto con il periodo ${periodText(previous)}.${
          upcoming > 0
            ? ` I numeri arrivano fino a oggi: da domani alla fine del periodo ${
                upcoming === 1 ? 'c’è un’altra prenotazione' : `ci sono altre ${showCount(upcoming)} prenotazioni`
              }.`
            : ''
        }`}
      </p>
    </div>
  )
}

const periodText = (period: Report['previous']) => {
  const text = formatPeriod(period)
  return text.startsWith('dal ') ? text : `di ${text}`
}
