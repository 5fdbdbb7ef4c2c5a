import type { Calendar } from '@prenoto/core/calendars/calendar-schema.ts'
import type { Opening } from '@prenoto/core/schedule/special-opening-schema.ts'
import { useState } from 'react'
import { CalendarForm } from '../calendars/calendar-form.tsx'
import { PlannedHours } from './planned-hours.tsx'
import { SpecialOpeningPanel } from './special-opening-panel.tsx'
import { SpecialOpenings } from './special-openings.tsx'

type CalendarPanelProps = { calendar: Calendar | undefined; onDone: () => void }

/** The form of a calendar with the exceptions of its hours. */
export function CalendarPanel({ calendar, onDone }: CalendarPanelProps) {
  const [opening, setOpening] = useState<Opening>()
  const [isOpen, setIsOpen] = useState(false)

  if (!calendar) return <CalendarForm calendar={undefined} onDone={onDone} />
  const open = (chosen?: Opening) => {
    setOpening(chosen)
    setIsOpen(true)
  }
  return (
    <>
      <CalendarForm calendar={calendar} onDone={onDone}>
        <PlannedHours calendarId={calendar.id} />
        <SpecialOpenings calendarId={calendar.id} onOpen={open} />
      </CalendarForm>
      <SpecialOpeningPanel
        calendarId={calendar.id}
        opening={opening}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
