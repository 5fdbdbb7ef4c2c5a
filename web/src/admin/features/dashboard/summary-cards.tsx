import { includesRole } from '@prenoto/core/contract/role.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CalendarX, Scissors, Users } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { useUser } from '../session/session.queries.ts'
import styles from './dashboard.module.css'
import { summaryQuery } from './dashboard.queries.ts'

const cards = [
  { name: 'services', text: 'Servizi', path: adminPaths.manageServices, Icon: Scissors, needs: 'operator' },
  { name: 'calendars', text: 'Calendari', path: adminPaths.calendars, Icon: CalendarDays, needs: 'operator' },
  { name: 'days_off', text: 'Giorni di chiusura', path: adminPaths.daysOff, Icon: CalendarX, needs: 'operator' },
  { name: 'users', text: 'Utenti', path: adminPaths.users, Icon: Users, needs: 'admin' },
] as const

/** The number of records of each kind, with links to the pages that the role may open. */
export function SummaryCards() {
  const { data } = useQuery(summaryQuery)
  const { role } = useUser()
  return (
    <ul className={styles.cards}>
      {cards.map(({ name, text, path, Icon, needs }) => (
        <li key={name} className={`grid card gap-x-3 items-center px-3 py-2 rounded-l relative ${styles.card}`}>
          <h2 className={`row gap-2 muted text-s medium nowrap ${styles.name}`}>
            <Icon size={18} aria-hidden="true" />
            <span>{text}</span>
          </h2>
          <p className={styles.count}>{data?.[name] ?? '–'}</p>
          {includesRole(role, needs) && (
            <Link to={path} className={`col-span-full brand-ink text-xs semibold ${styles.summaryCardsLink}`}>
              Visualizza tutti →<VisuallyHidden>{` ${text}`}</VisuallyHidden>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
