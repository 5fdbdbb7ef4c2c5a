import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'

/** What a calendar is called: as visitors know it, where they have a name for it. */
export const nameOf = ({ name, public_name }: CalendarHours) => public_name || name
