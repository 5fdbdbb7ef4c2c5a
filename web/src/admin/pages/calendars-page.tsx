import type { Calendar } from '@prenoto/core/calendars/calendar-schema.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { calendars } from '../features/calendars/calendars.queries.ts'
import { WorkWeekLink } from '../features/calendars/work-week-link.tsx'
import { CalendarPanel } from '../features/schedule/calendar-panel.tsx'
import { useMay } from '../features/session/session.queries.ts'
import type { Column } from '../ui/lists/data-table.tsx'
import { showDate } from '../ui/lists/data-table.tsx'
import { ListScreen } from '../ui/lists/list-screen.tsx'

const columns: Column<Calendar>[] = [
  { title: 'Nome', show: (calendar) => calendar.name, sortBy: (calendar) => calendar.name },
  { title: 'Descrizione', show: (calendar) => calendar.description, sortBy: (calendar) => calendar.description },
  {
    title: 'Data Inizio',
    show: (calendar) => showDate(calendar.from),
    sortBy: (calendar) => parseItalianDate(calendar.from),
  },
  {
    title: 'Data Fine',
    show: (calendar) => showDate(calendar.to),
    sortBy: (calendar) => parseItalianDate(calendar.to),
  },
]

export default function CalendarsPage() {
  return (
    <ListScreen
      title="Elenco calendari"
      list={calendars}
      columns={columns}
      emptyText="Non ci sono calendari disponibili"
      guide="cambiare-gli-orari"
      mayChange={useMay('editor')}
      links={<WorkWeekLink />}
      newTitle="Nuovo calendario"
      editTitle="Modifica calendario"
      form={(calendar, close) => <CalendarPanel calendar={calendar} onDone={close} />}
    />
  )
}
