import { weekIndexOn, weekName } from '@prenoto/core/availability/rota.ts'
import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import { capitalize, formatDay, formatShortDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { daysOfWeek } from '../../../lib/month-days.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { Chosen } from './absence-panel.tsx'
import { weekTimes } from './week-times.ts'
import { type WorkCell, type WorkData, workCell } from './work-cells.ts'
import styles from './work-week.module.css'

type WorkWeekProps = {
  data: WorkData
  monday: PlainDate
  today: PlainDate
  /** Undefined for users who may not change anything. */
  onChoose: ((chosen: Chosen) => void) | undefined
}

/** A table of who works when: a row for each calendar, a column for each day of a week. */
export function WorkWeek({ data, monday, today, onChoose }: WorkWeekProps) {
  const days = daysOfWeek(monday)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={`card rounded-m relative ${styles.scroller}`} aria-label="Orari della settimana" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              Calendario
            </th>
            {days.map((day) => (
              <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
                <span aria-hidden="true">{capitalize(formatShortDay(day))}</span>
                <VisuallyHidden>{formatDay(day)}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.hours.map((calendar) => (
            <Row key={calendar.id} calendar={calendar} data={data} days={days} today={today} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = Omit<WorkWeekProps, 'monday'> & { calendar: CalendarHours; days: PlainDate[] }

function Row({ calendar, data, days, today, onChoose }: RowProps) {
  const { id, name } = calendar
  const choose = (from: PlainDate, to: PlainDate, cell?: WorkCell) =>
    onChoose!({ calendarId: id, name, from, to, times: weekTimes(calendar.days), cell })
  const [first, last] = [days[0]! > today ? days[0]! : today, days.at(-1)!]
  return (
    <tr>
      <th scope="row" className={styles.corner}>
        {onChoose && last >= today ? (
          <button
            type="button"
            className={`semibold break-words ${styles.name}`}
            aria-haspopup="dialog"
            onClick={() => choose(first, last)}
          >
            <span>{name}</span>
            <WeekName calendar={calendar} day={days[0]!} />
            <VisuallyHidden>tutta la settimana</VisuallyHidden>
          </button>
        ) : (
          <span className={`semibold break-words ${styles.name}`}>
            <span>{name}</span>
            <WeekName calendar={calendar} day={days[0]!} />
          </span>
        )}
      </th>
      {days.map((day) => {
        const cell = workCell(data, calendar, day)
        return (
          <td key={day}>
            {onChoose && day >= today ? (
              <button
                type="button"
                className={styles.cell}
                aria-haspopup="dialog"
                onClick={() => choose(day, day, cell)}
              >
                <VisuallyHidden>{`${name}, ${formatDay(day)}: `}</VisuallyHidden>
                <CellContent cell={cell} />
              </button>
            ) : (
              <div className={styles.cell}>
                <CellContent cell={cell} />
              </div>
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** The week of a rota that applies on a day. */
const WeekName = ({ calendar: { weeks, rota_from }, day }: { calendar: CalendarHours; day: PlainDate }) =>
  weeks > 1 && <span className="muted text-xs">{weekName(weekIndexOn(day, { weeks: Array(weeks), rota_from }))}</span>

function CellContent({ cell: { hours, closed, changed } }: { cell: WorkCell }) {
  return (
    <>
      {hours.map((span) => (
        <span key={span}>{`${span} `}</span>
      ))}
      {hours.length === 0 && closed.length === 0 && <span className="muted">Non lavora</span>}
      {closed.map(({ id, reason, hours: when, isWholeDay }) => (
        <span key={id} className={styles.closed}>
          {`${reason}${!isWholeDay ? ` ${when}` : ''} `}
        </span>
      ))}
      {changed && <span className={styles.changed}>{changed.reason || 'Orario diverso'}</span>}
    </>
  )
}
