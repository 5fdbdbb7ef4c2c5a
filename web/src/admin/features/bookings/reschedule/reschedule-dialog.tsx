import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { SameHour } from '@prenoto/core/bookings/visit-schema.ts'
import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { capitalize, formatDate, formatDay } from '@prenoto/core/time/format.ts'
import { addDays, isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { getMessage } from '../../../../lib/api-client.ts'
import { Button } from '../../../../ui/button.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { TimeField } from '../../../ui/fields/time-field.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { CalendarChoice } from '../booking-form/calendar-choice.tsx'
import { useAvailability } from '../booking-form/use-availability.ts'
import { VISIT_LABELS } from '../booking-form/visit-fields.tsx'
import { customerName } from '../booking-format.ts'
import styles from '../bookings.module.css'
import { sameHoursQuery } from '../bookings.queries.ts'
import { Conflicts } from '../conflicts/conflicts.tsx'
import {
  getConflicts,
  getCurrentBooking,
  isSameSlot,
  type Reschedule,
  type RescheduleTarget,
  useReschedule,
} from './use-reschedule.tsx'

type RescheduleDialogProps = {
  booking: StaffBooking
  today: PlainDate
  opener: HTMLElement
  onRescheduled: () => void
  onClose: () => void
}

const INCOMPLETE = 'Indica il giorno e l’orario.'
const SAME = 'È già qui: scegli un altro giorno o un altro orario.'
const NOBODY = 'A quest’ora nessun altro è libero: scegli un altro giorno o un altro orario.'

/**
 * Reschedules a booking: to a free colleague, to the same time a day or a week later, to the first free slot, or to any
 * other time. The offers are those of the chosen calendar.
 */
export default function RescheduleDialog({
  booking: opened,
  today,
  opener,
  onRescheduled,
  onClose,
}: RescheduleDialogProps) {
  const [booking, setBooking] = useState(opened)
  const { visit_day, visit_hour, calendar_id } = booking
  const [to, setTo] = useState({ visit_day: visit_day as string, visit_hour: toShortTime(visit_hour) as string })
  const [calendarId, setCalendarId] = useState<number | null>(calendar_id)
  const [problem, setProblem] = useState('')
  const [requested, setRequested] = useState<RescheduleTarget>()
  const { data: proposals, ...offers } = useQuery(
    sameHoursQuery(booking.id, calendarId === calendar_id ? undefined : (calendarId ?? 'any')),
  )
  const { days, calendars, isOutdated } = useAvailability(booking.service_id, calendarId, { edited: booking })
  const freeSlot = nextFreeSlot(days, booking)
  const { mutate: reschedule, isPending, error, reset } = useReschedule()
  const conflicts = requested && getConflicts(error)
  // A later read must not disable the button between press and release.
  const isFirstRead = offers.isPending || offers.isPlaceholderData

  const rescheduleTo = (to: RescheduleTarget, override?: Reschedule['override']) => {
    setRequested(to)
    const onError = (error: Error) => {
      setProblem(getMessage(error))
      // After a concurrent change the next attempt starts from the current booking.
      setBooking(getCurrentBooking(error) ?? booking)
    }
    reschedule({ booking, to, override }, { onSuccess: onRescheduled, onError })
  }
  const clearError = () => {
    reset()
    setProblem('')
  }
  const choose = (part: Partial<typeof to>) => {
    setTo({ ...to, ...part })
    clearError()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isComplete = isPlainDate(to.visit_day) && /^\d\d:\d\d/.test(to.visit_hour)
    if (!isComplete) return setProblem(INCOMPLETE)
    const target = {
      visit_day: to.visit_day as PlainDate,
      visit_hour: parsePlainTime(to.visit_hour),
      calendar_id: calendarId,
    }
    if (!isSameSlot({ booking, to: target })) return rescheduleTo(target)
    const colleague = calendarId === null && proposals?.find((proposal) => proposal.visit_day === visit_day)
    if (colleague) return rescheduleTo({ ...target, calendar_id: colleague.calendar_id })
    if (calendarId !== null) return setProblem(SAME)
    if (!offers.isError) return setProblem(NOBODY)
    setProblem(getMessage(offers.error))
    offers.refetch()
  }

  return (
    <Dialog title="Sposta" opener={opener} onClose={onClose}>
      <p className="break-words">
        <strong translate="no">{customerName(booking)}</strong>
        <br />
        <span>{`${capitalize(formatDay(visit_day))} alle ${toShortTime(visit_hour)}, ${booking.service_name}`}</span>
      </p>
      {offers.isPending && <Skeletons count={2} height={72} />}
      {proposals?.map((proposal) => (
        <Proposal
          key={proposal.visit_day}
          text={formatProposal(proposal, visit_day, today)}
          when={formatWhen(proposal, booking)}
          conflicts={proposal.conflicts}
          isSaving={isPending || offers.isPlaceholderData}
          onChoose={() =>
            rescheduleTo({ visit_day: proposal.visit_day, visit_hour, calendar_id: proposal.calendar_id })
          }
        />
      ))}
      {proposals && freeSlot && (
        <Proposal
          text="Primo posto libero"
          when={`${capitalize(formatDate(freeSlot.visit_day))} alle ${toShortTime(freeSlot.visit_hour)}`}
          conflicts={[]}
          isSaving={isPending || isOutdated}
          onChoose={() => rescheduleTo({ ...freeSlot, calendar_id: calendarId })}
        />
      )}
      <form className={`grid gap-2 border-t fluid ${styles.form}`} noValidate onSubmit={submit}>
        <FieldRow>
          <DateField
            label={VISIT_LABELS.visit_day}
            required
            value={to.visit_day}
            onChange={(visit_day) => choose({ visit_day })}
          />
          <TimeField
            label={VISIT_LABELS.visit_hour}
            required
            value={to.visit_hour}
            onChange={(visit_hour) => choose({ visit_hour })}
          />
        </FieldRow>
        {calendars.length > 0 && (
          <CalendarChoice
            calendars={calendars}
            value={calendarId}
            onChange={(id) => {
              setCalendarId(id)
              clearError()
            }}
          />
        )}
        <p role="status" className={'danger medium empty-absolute'}>
          {!conflicts && problem}
        </p>
        {conflicts && (
          <Conflicts
            conflicts={conflicts}
            advice="La prenotazione è ancora dov’era: cambia giorno o orario, oppure spostala comunque."
            action="Sposta lo stesso"
            isSaving={isPending}
            onOverride={() => rescheduleTo(requested, true)}
          />
        )}
        <Button type="submit" loading={isPending || (calendarId === null && isFirstRead)} wide>
          Sposta
        </Button>
      </form>
    </Dialog>
  )
}

function formatProposal(proposal: SameHour, day: PlainDate, today: PlainDate) {
  if (proposal.visit_day === day) return `Stessa ora con ${proposal.calendar_name} (libero)`
  const isNextDay = proposal.visit_day === addDays(day, 1)
  if (day === today) return isNextDay ? 'Domani, stessa ora' : 'Tra una settimana, stessa ora'
  return isNextDay ? 'Il giorno dopo, stessa ora' : 'Una settimana dopo, stessa ora'
}

/** The day of a proposal, with the calendar if it is not the booking's own. */
function formatWhen({ visit_day, calendar_id, calendar_name }: SameHour, booking: StaffBooking) {
  const isNamed = visit_day !== booking.visit_day && calendar_id !== booking.calendar_id
  return `${capitalize(formatDate(visit_day))}${isNamed ? `, con ${calendar_name}` : ''}`
}

type Slot = { visit_day: PlainDate; visit_hour: AvailableDay['slots'][number] }

/** The first free slot after a day and time. */
function nextFreeSlot(days: AvailableDay[], { visit_day, visit_hour }: Slot): Slot | undefined {
  for (const { date, slots } of days) {
    const slot = date < visit_day ? undefined : slots.find((slot) => date > visit_day || slot > visit_hour)
    if (slot) return { visit_day: date, visit_hour: slot }
  }
  return undefined
}

type ProposalProps = {
  text: string
  when: string
  conflicts: BookingConflict[]
  isSaving: boolean
  onChoose: () => void
}

/** A time with a button that reschedules to it, or its conflicts. */
function Proposal({ text, when, conflicts, isSaving, onChoose }: ProposalProps) {
  const id = useId()
  const isFree = conflicts.length === 0
  return (
    <div>
      <Button look="quiet" wide disabled={!isFree || isSaving} aria-describedby={id} onClick={onChoose}>
        {text}
      </Button>
      <p id={id} className="mt-1 muted text-xs">
        {`${when}${!isFree ? `. ${conflicts.map(({ detail }) => detail).join(' ')}` : ''}`}
      </p>
    </div>
  )
}
