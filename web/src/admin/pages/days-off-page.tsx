import type { DayOff } from '@prenoto/core/days-off/day-off-schema.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { DayOffForm } from '../days-off/day-off-form.tsx'
import { daysOff } from '../days-off/days-off.queries.ts'
import { useMay } from '../session/session.queries.ts'
import type { Column } from '../ui/data-table.tsx'
import { showDate } from '../ui/data-table.tsx'
import { ListScreen } from '../ui/list-screen.tsx'

const columns: Column<DayOff>[] = [
  {
    title: 'Data Inizio',
    show: (dayOff) => showDate(dayOff.day_from),
    sortBy: (dayOff) => parseItalianDate(dayOff.day_from),
  },
  {
    title: 'Data Fine',
    show: (dayOff) => showDate(dayOff.day_to),
    sortBy: (dayOff) => parseItalianDate(dayOff.day_to),
  },
  { title: 'Ora Inizio', show: (dayOff) => dayOff.hour_from.slice(0, 5), sortBy: (dayOff) => dayOff.hour_from },
  { title: 'Ora Fine', show: (dayOff) => dayOff.hour_to.slice(0, 5), sortBy: (dayOff) => dayOff.hour_to },
  { title: 'Motivo', show: (dayOff) => dayOff.reason, sortBy: (dayOff) => dayOff.reason },
  { title: 'Calendario', show: (dayOff) => dayOff.calendar_name, sortBy: (dayOff) => dayOff.calendar_name },
]

export default function DaysOffPage() {
  return (
    <ListScreen
      title="Elenco giorni di chiusura"
      list={daysOff}
      columns={columns}
      emptyText="Nessun giorno di chiusura disponibile"
      mayChange={useMay('editor')}
      newTitle="Nuova chiusura"
      editTitle="Modifica chiusura"
      form={(dayOff, close) => <DayOffForm dayOff={dayOff} onDone={close} />}
    />
  )
}
