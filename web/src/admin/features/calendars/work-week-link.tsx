import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { CalendarRange } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import styles from './calendars.module.css'

/** Link to the weekly overview of who works when, at the week of a day. */
export const WorkWeekLink = ({ day }: { day?: PlainDate }) => (
  <Link
    to={day ? adminPaths.workWeekOn(day) : adminPaths.workWeek}
    className={`inline-row control gap-2 touch px-3 rounded-s semibold hover-sunken ${styles.link}`}
  >
    <CalendarRange size={18} aria-hidden="true" />
    Chi lavora quando
  </Link>
)
