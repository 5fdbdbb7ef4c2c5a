import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { formatDate, formatDay } from '@prenoto/core/time/format.ts'
import { addDays, isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { timeOf, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type SubmitEvent, useId, useState } from 'react'
import { messageOf } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldRow } from '../ui/field-row.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { CalendarChoice } from './calendar-choice.tsx'
import { Collisions } from './collisions.tsx'
import { customerOf } from './month-grid.ts'
import { collisionsOf, type MoveTo, useMove } from './move-booking.tsx'
import styles from './move-dialog.module.css'
import { slotsOf } from './offered-slots.ts'
import { useOffer } from './use-offer.ts'
import { VISIT_LABELS } from './visit-fields.ts'

type MoveDialogProps = {
  booking: StaffBooking
  today: PlainDate
  opener: HTMLElement
  onMoved: () => void
  onClose: () => void
}

/** Moves a booking: to the next day or week at the same hour at once, or to any other day and hour. */
export default function MoveDialog({ booking, today, opener, onMoved, onClose }: MoveDialogProps) {
  const { visit_day, visit_hour, calendar_id, service_id } = booking
  const [to, setTo] = useState({ visit_day: visit_day as string, visit_hour: toShortTime(visit_hour) as string })
  const [who, setWho] = useState<number | null>(calendar_id)
  const [problem, setProblem] = useState('')
  const { days, calendars, isKnown } = useOffer(service_id, calendar_id, booking)
  const { mutate: move, isPending, error, reset } = useMove()
  const collisions = collisionsOf(error)

  const moveTo = (to: MoveTo, override?: true) =>
    move({ booking, to, override }, { onSuccess: onMoved, onError: (error) => setProblem(messageOf(error)) })
  const choose = (part: Partial<typeof to>) => {
    setTo({ ...to, ...part })
    reset()
    setProblem('')
  }
  const chosen = (): MoveTo | undefined =>
    isPlainDate(to.visit_day) && /^\d\d:\d\d/.test(to.visit_hour)
      ? { visit_day: to.visit_day, visit_hour: timeOf(to.visit_hour), calendar_id: who ?? calendar_id }
      : undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = chosen()
    if (wanted) moveTo(wanted)
    else setProblem('Indica il giorno e l’orario.')
  }

  return (
    <Dialog title="Sposta" opener={opener} onClose={onClose}>
      <p>
        {customerOf(booking)}: {formatDay(visit_day)} alle {toShortTime(visit_hour)}
      </p>
      <div className={styles.proposals}>
        {proposalsFor(visit_day, today).map(({ text, day }) => (
          <Proposal
            key={day}
            text={text}
            day={day}
            isFree={!isKnown || slotsOf(days, day).includes(visit_hour)}
            next={nextFree(days, day, visit_hour)}
            onChoose={() => moveTo({ visit_day: day, visit_hour, calendar_id })}
          />
        ))}
      </div>
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
        {calendars.length > 0 && <CalendarChoice calendars={calendars} value={who} onChange={setWho} />}
        <p role="status" className={styles.problem}>
          {!collisions && problem}
        </p>
        {collisions && (
          <Collisions collisions={collisions} isSaving={isPending} onOverride={() => moveTo(chosen()!, true)} />
        )}
        <Button type="submit" loading={isPending}>
          Sposta
        </Button>
      </form>
    </Dialog>
  )
}

const proposalsFor = (day: PlainDate, today: PlainDate) => [
  { text: day === today ? 'Domani, stessa ora' : 'Il giorno dopo, stessa ora', day: addDays(day, 1) },
  { text: day === today ? 'Tra una settimana, stessa ora' : 'Una settimana dopo, stessa ora', day: addDays(day, 7) },
]

/** The first free place from a day and hour on. */
function nextFree(days: AvailableDay[], day: PlainDate, hour: string) {
  for (const { date, slots } of days) {
    const slot = date < day ? undefined : slots.find((slot) => date > day || slot >= hour)
    if (slot) return { date, slot }
  }
  return undefined
}

type ProposalProps = {
  text: string
  day: PlainDate
  isFree: boolean
  next: ReturnType<typeof nextFree>
  onChoose: () => void
}

function Proposal({ text, day, isFree, next, onChoose }: ProposalProps) {
  const id = useId()
  return (
    <div className={styles.proposal}>
      <Button look="soft" wide disabled={!isFree} aria-describedby={id} onClick={onChoose}>
        {text}
      </Button>
      <p id={id} className={styles.day}>
        {isFree && formatDate(day)}
        {!isFree && next && `Non è libero. Primo posto: ${formatDay(next.date)} alle ${toShortTime(next.slot)}`}
        {!isFree && !next && 'Non è libero.'}
      </p>
    </div>
  )
}
