import { toCalendar } from '@prenoto/core/calendars/calendar-answer.ts'
import type { Calendar, CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import {
  createCalendar,
  deleteCalendar,
  listCalendars,
  readCalendarDeletionBlocker,
  restoreCalendar,
  updateCalendar,
} from '@prenoto/core/calendars/calendars.endpoints.ts'
import { ALL_CALENDARS } from '@prenoto/core/schedule/closures-schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import { type ChoiceList, type Crud, type CursorList, cachedItems, crudCalls } from '../../lib/crud-queries.ts'

const changes = crudCalls({
  create: createCalendar,
  update: updateCalendar,
  remove: deleteCalendar,
  restore: restoreCalendar,
  findDeletionBlocker: readCalendarDeletionBlocker,
})

export const calendars: Crud<Calendar, CalendarInput> & ChoiceList<Calendar> = {
  key: 'calendars',
  page: adminPaths.calendars,
  list: async (query) => {
    const { calendars: items, ...tail } = await api(listCalendars, { query })
    return { items: items.map(toCalendar), ...tail }
  },
  find: async (ids) => {
    const { calendars: foundCalendars } = await api(listCalendars, { query: { ids: ids.join(), per_page: ids.length } })
    return foundCalendars.map(toCalendar)
  },
  ...changes,
  create: (body, key) => changes.create(body, key).then(toCalendar),
  update: (id, body, version) => changes.update(id, body, version).then(toCalendar),
  getName: (calendar) => calendar.name,
}

type Named = { id: number; name: string }

/** The id of the choice 'no calendar'. */
export const NO_CALENDAR = 0

/** The choice of no calendar, then the calendars. */
export const calendarsOrNone: ChoiceList<Named> = {
  find: calendars.find,
  key: 'calendars-or-none',
  list: async (query) => {
    const { items, ...tail } = await calendars.list(query)
    const none = query.last_id === undefined ? [{ id: NO_CALENDAR, name: 'Nessuno' }] : []
    return { items: [...none, ...items], ...tail }
  },
}

/** The choice of all calendars if there are several, then the calendars. */
export const calendarsOrAll: ChoiceList<Named> = {
  find: calendars.find,
  key: 'calendars-or-all',
  list: async (query) => {
    const { items, ...tail } = await calendars.list(query)
    const isSeveral = items.length > 1 || tail.has_more
    const all = query.last_id === undefined && isSeveral ? [{ id: ALL_CALENDARS, name: 'Tutti i calendari' }] : []
    return { items: [...all, ...items], ...tail }
  },
}

/** Returns a function that finds a calendar's name by its id in the cached lists. */
export function useCalendarNames() {
  const queryClient = useQueryClient()
  return (id: unknown) => {
    const cachedCalendars = [calendars, calendarsOrNone, calendarsOrAll].flatMap((list: CursorList<Named>) =>
      cachedItems(queryClient, list),
    )
    return cachedCalendars.find((calendar) => calendar.id === (id ?? NO_CALENDAR))?.name ?? 'un altro calendario'
  }
}
