import type { Calendar } from '@prenoto/core/calendars/calendar-schema.ts'
import type { Opening } from '@prenoto/core/schedule/special-opening-schema.ts'
import { useState } from 'react'
import { BusyFeedPanel } from '../busy-feeds/busy-feed-panel.tsx'
import { BusyFeeds } from '../busy-feeds/busy-feeds.tsx'
import { CalendarForm } from '../calendars/calendar-form.tsx'
import { PlannedHours } from './planned-hours.tsx'
import { SpecialOpeningPanel } from './special-opening-panel.tsx'
import { SpecialOpenings } from './special-openings.tsx'

type CalendarPanelProps = { calendar: Calendar | undefined; onDone: () => void }

/** The form of a calendar with the exceptions of its hours. */
export function CalendarPanel({ calendar, onDone }: CalendarPanelProps) {
  const [opening, setOpening] = useState<Opening>()
  const [isOpen, setIsOpen] = useState(false)
  const [isAdding, setIsAdding] = useState(false)

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
        <BusyFeeds calendarId={calendar.id} onAdd={() => setIsAdding(true)} />
      </CalendarForm>
      <SpecialOpeningPanel
        calendarId={calendar.id}
        opening={opening}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
      <BusyFeedPanel calendarId={calendar.id} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </>
  )
}
