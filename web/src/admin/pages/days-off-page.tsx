import type { DayOff } from '@prenoto/core/schedule/day-off-schema.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DayOffForm } from '../features/schedule/day-off-form.tsx'
import { HolidaysForm } from '../features/schedule/holidays-form.tsx'
import { LeaveForm } from '../features/schedule/leave-form.tsx'
import { daysOff } from '../features/schedule/schedule.queries.ts'
import { useMay } from '../features/session/session.queries.ts'
import { interruptedDraft, useOnReopen } from '../lib/drafts.ts'
import type { Column } from '../ui/lists/data-table.tsx'
import { showDate } from '../ui/lists/data-table.tsx'
import { ListScreen } from '../ui/lists/list-screen.tsx'
import { SidePanel } from '../ui/panels/side-panel.tsx'

/** A row names at most this many calendars. */
const MAX_NAMES = 3

function calendarsText({ calendar_name, calendars = [], of_all }: DayOff) {
  if (of_all) return 'Tutti i calendari'
  if (calendars.length > MAX_NAMES) return `${calendars.length} calendari`
  return calendars.length > 1 ? calendars.map((one) => one.calendar_name).join(', ') : calendar_name
}

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
  { title: 'Calendario', show: calendarsText, sortBy: calendarsText },
]

export default function DaysOffPage() {
  const [opened, setOpened] = useState<'holidays' | 'leave' | undefined>(() =>
    interruptedDraft('leave') ? 'leave' : undefined,
  )
  useOnReopen('leave', () => setOpened('leave'))
  const close = () => setOpened(undefined)
  const mayChange = useMay('editor')
  return (
    <>
      <ListScreen
        title="Elenco giorni di chiusura"
        list={daysOff}
        columns={columns}
        emptyText="Nessun giorno di chiusura disponibile"
        guide="chiudere-per-ferie"
        mayChange={mayChange}
        newTitle="Nuova chiusura"
        editTitle="Modifica chiusura"
        actions={
          <>
            <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpened('holidays')}>
              Festività
            </Button>
            <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpened('leave')}>
              Ferie
            </Button>
          </>
        }
        form={(dayOff, close) => <DayOffForm dayOff={dayOff} onDone={close} />}
      />
      {mayChange && (
        <>
          <SidePanel title="Festività" isOpen={opened === 'holidays'} onClose={close}>
            <HolidaysForm onDone={close} />
          </SidePanel>
          <SidePanel title="Ferie" isOpen={opened === 'leave'} onClose={close}>
            <LeaveForm onDone={close} />
          </SidePanel>
        </>
      )}
    </>
  )
}
