import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { SameHour } from '@prenoto/core/bookings/visit-schema.ts'
import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { capitalized, formatDate, formatDay } from '@prenoto/core/time/format.ts'
import { addDays, isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { timeOf, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { messageOf } from '../../../../lib/api-client.ts'
import { Button } from '../../../../ui/button.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { TimeField } from '../../../ui/fields/time-field.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { CalendarChoice } from '../booking-form/calendar-choice.tsx'
import { useOffer } from '../booking-form/use-offer.ts'
import { VISIT_LABELS } from '../booking-form/visit-fields.ts'
import { sameHoursQuery } from '../bookings.queries.ts'
import { Conflicts } from '../conflicts/conflicts.tsx'
import { customerOf } from '../month-grid.ts'
import { collisionsOf, isThere, type Move, type MoveTo, presentOf, useMove } from './reschedule-booking.tsx'
import styles from './reschedule-dialog.module.css'

type MoveDialogProps = {
  booking: StaffBooking
  today: PlainDate
  opener: HTMLElement
  onMoved: () => void
  onClose: () => void
}

const INCOMPLETE = 'Indica il giorno e l’orario.'
const SAME = 'È già qui: scegli un altro giorno o un altro orario.'

/** Moves a booking: to the next day or week at the same hour or to the first free place at once, or to any other day and hour. */
export default function MoveDialog({ booking: opened, today, opener, onMoved, onClose }: MoveDialogProps) {
  const [booking, setBooking] = useState(opened)
  const { visit_day, visit_hour, calendar_id } = booking
  const [to, setTo] = useState({ visit_day: visit_day as string, visit_hour: toShortTime(visit_hour) as string })
  const [who, setWho] = useState<number | null>(calendar_id)
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState<MoveTo>()
  const proposals = useQuery(sameHoursQuery(booking.id))
  const { days, calendars } = useOffer(booking.service_id, calendar_id, booking)
  const free = nextFree(days, booking)
  const { mutate: move, isPending, error, reset } = useMove()
  const conflicts = asked && collisionsOf(error)

  const moveTo = (to: MoveTo, override?: Move['override']) => {
    setAsked(to)
    const onError = (error: Error) => {
      setProblem(messageOf(error))
      // After a concurrent change the next attempt moves the booking as it is now.
      setBooking(presentOf(error) ?? booking)
    }
    move({ booking, to, override }, { onSuccess: onMoved, onError })
  }
  const forget = () => {
    reset()
    setProblem('')
  }
  const choose = (part: Partial<typeof to>) => {
    setTo({ ...to, ...part })
    forget()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isComplete = isPlainDate(to.visit_day) && /^\d\d:\d\d/.test(to.visit_hour)
    if (!isComplete) return setProblem(INCOMPLETE)
    const wanted = { visit_day: to.visit_day as PlainDate, visit_hour: timeOf(to.visit_hour), calendar_id: who }
    if (isThere({ booking, to: wanted })) setProblem(SAME)
    else moveTo(wanted)
  }

  return (
    <Dialog title="Sposta" opener={opener} onClose={onClose}>
      <p className={styles.what}>
        <strong>{customerOf(booking)}</strong>
        <br />
        {capitalized(formatDay(visit_day))} alle {toShortTime(visit_hour)}, {booking.service_name}
      </p>
      {proposals.isPending && <Skeletons count={2} height={72} />}
      {proposals.data?.map((proposal) => (
        <Proposal
          key={proposal.visit_day}
          text={textOf(proposal, visit_day, today)}
          when={capitalized(formatDate(proposal.visit_day))}
          conflicts={proposal.conflicts}
          isSaving={isPending}
          onChoose={() => moveTo({ visit_day: proposal.visit_day, visit_hour, calendar_id })}
        />
      ))}
      {proposals.data && free && (
        <Proposal
          text="Primo posto libero"
          when={`${capitalized(formatDate(free.visit_day))} alle ${toShortTime(free.visit_hour)}`}
          conflicts={[]}
          isSaving={isPending}
          onChoose={() => moveTo({ ...free, calendar_id })}
        />
      )}
      <form className={styles.form} noValidate onSubmit={submit}>
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
            value={who}
            onChange={(id) => {
              setWho(id)
              forget()
            }}
          />
        )}
        <p role="status" className={styles.problem}>
          {!conflicts && problem}
        </p>
        {conflicts && (
          <Conflicts
            conflicts={conflicts}
            advice="La prenotazione è ancora dov’era: cambia giorno o orario, oppure spostala comunque."
            action="Sposta lo stesso"
            isSaving={isPending}
            onOverride={() => moveTo(asked, true)}
          />
        )}
        <Button type="submit" loading={isPending} wide>
          Sposta
        </Button>
      </form>
    </Dialog>
  )
}

function textOf(proposal: SameHour, day: PlainDate, today: PlainDate) {
  const isNextDay = proposal.visit_day === addDays(day, 1)
  if (day === today) return isNextDay ? 'Domani, stessa ora' : 'Tra una settimana, stessa ora'
  return isNextDay ? 'Il giorno dopo, stessa ora' : 'Una settimana dopo, stessa ora'
}

type Free = { visit_day: PlainDate; visit_hour: AvailableDay['slots'][number] }

/** The first free place after a day and hour. */
function nextFree(days: AvailableDay[], { visit_day, visit_hour }: Free): Free | undefined {
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

/** A place to which one press moves the booking, or what it collides with there. */
function Proposal({ text, when, conflicts, isSaving, onChoose }: ProposalProps) {
  const id = useId()
  const isFree = conflicts.length === 0
  return (
    <div>
      <Button look="quiet" wide disabled={!isFree || isSaving} aria-describedby={id} onClick={onChoose}>
        {text}
      </Button>
      <p id={id} className={styles.day}>
        {when}
        {!isFree && `. ${conflicts.map(({ detail }) => detail).join(' ')}`}
      </p>
    </div>
  )
}
