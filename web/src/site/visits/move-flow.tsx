import { lastBookableDay } from '@prenoto/core/availability/booking-window.ts'
import { moveVisit, readVisitSlots } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { MOVED } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { madeTo } from '@prenoto/core/version.ts'
import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError, api } from '../../lib/api-client.ts'
import { insist } from '../../lib/booking-attempts.ts'
import { goTo, paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TITLE_ID } from '../bookings/booking-form.tsx'
import { DayStrip } from '../bookings/day-strip.tsx'
import { openingStart } from '../bookings/day-window.ts'
import { EmptyDay } from '../bookings/empty-day.tsx'
import { LostHour } from '../bookings/lost-hour.tsx'
import { SlotPicker } from '../bookings/slot-picker.tsx'
import { showAndFocus, useChoice } from '../bookings/use-choice.ts'
import { useService } from '../bookings/use-service.ts'
import styles from './move-flow.module.css'

type MoveFlowProps = {
  hiddenId: string
  visit: ShownVisit
  /** Its service, with the slots to which it can be moved. */
  offered: OfferedService
  chosen: ChosenVisit | undefined
  configuration: Configuration
}

/** Choose another day and slot for a visit, then confirm. Until then it is where it was; before any script it is forms. */
export function MoveFlow({ hiddenId, visit, offered, chosen, configuration }: MoveFlowProps) {
  const [service, readAgain] = useService(offered, () => api(readVisitSlots, { params: { hiddenId }, query: {} }))
  const [isMoving, setIsMoving] = useState(false)
  const titles = { slots: useRef<HTMLHeadingElement>(null), form: useRef<HTMLHeadingElement>(null) }
  const { today } = service
  const lastDay = lastBookableDay(today, configuration)
  const others = withoutOwn(service, visit)
  const [{ start, day, hour }, choose] = useChoice(others, lastDay, chosen, titles)

  const slotsOf = (date: PlainDate) => others.available_slots.find((available) => available.date === date)?.slots ?? []
  const slots = slotsOf(day)
  const wanted = isAt(visit, day, hour) ? undefined : hour
  const isFree = wanted !== undefined && slots.includes(wanted)
  const [free, lost] = isFree ? [wanted, undefined] : [undefined, wanted]

  const move = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!free) return
    const body = { visit_day: day, visit_hour: free }
    setIsMoving(true)
    try {
      await insist(() => api(moveVisit, { params: { hiddenId }, headers: madeTo(visit.version), body }))
      goTo(paths.visit(hiddenId) + MOVED)
    } catch (error) {
      console.error(error)
      setIsMoving(false)
      if (!(error instanceof ApiError)) return
      // Its page says what has become of a visit that was changed or cancelled meanwhile, or is too near by now.
      if (error.current || error.status === 404) return goTo(paths.visit(hiddenId))
      if (error.status !== 409) return
      await readAgain(body)
      showAndFocus(titles.slots.current)
    }
  }

  return (
    <div className={styles.flow}>
      <DayStrip
        choice={{ start, day, hour: free }}
        today={today}
        lastDay={lastDay}
        freeSlots={(date) => slotsOf(date).length}
        onChoose={choose}
      />
      <SlotPicker
        day={day}
        slots={slots}
        selected={free}
        lost={lost}
        keeps={{ start: start === openingStart(today, day, lastDay) ? undefined : start, day }}
        onChoose={choose}
        title={titles.slots}
      >
        <EmptyDay service={others} day={day} configuration={configuration} onChoose={choose} />
      </SlotPicker>
      <form
        method="post"
        action={`?${new URLSearchParams(chosenVisitQuery({ day, hour: free }))}`}
        className={styles.confirm}
        hidden={!wanted}
        aria-labelledby={TITLE_ID}
        onSubmit={move}
      >
        <h2 id={TITLE_ID} className={styles.title} tabIndex={-1} ref={titles.form}>
          Conferma il nuovo orario
        </h2>
        <dl className={styles.change}>
          <div>
            <dt>Da</dt>
            <dd>{whenOf(visit.visit_day, visit.visit_hour)}</dd>
          </div>
          <div>
            <dt>A</dt>
            <dd>
              {free && whenOf(day, free)}
              {lost && <LostHour>{whenOf(day, lost)}</LostHour>}
            </dd>
          </div>
        </dl>
        <div className={styles.actions}>
          {lost ? (
            <Button look="soft" onClick={() => showAndFocus(titles.slots.current)}>
              Scegli un altro orario
            </Button>
          ) : (
            <Button type="submit" loading={isMoving}>
              Sposta la prenotazione
            </Button>
          )}
          <ButtonLink look="quiet" href={paths.visit(hiddenId)}>
            Lascia com’è
          </ButtonLink>
        </div>
      </form>
    </div>
  )
}

const whenOf = (day: PlainDate, hour: PlainTime) => `${formatDay(day)} alle ${toShortTime(hour)}`

const isAt = ({ visit_day, visit_hour }: ShownVisit, day: PlainDate, hour: PlainTime | undefined) =>
  visit_day === day && visit_hour === hour

/** Where it is already, a visit cannot be moved to. */
function withoutOwn(service: OfferedService, visit: ShownVisit): OfferedService {
  const days = service.available_slots.map(({ date, slots }) => ({
    date,
    slots: slots.filter((slot) => !isAt(visit, date, slot)),
  }))
  return { ...service, available_slots: days.filter(({ slots }) => slots.length > 0) }
}
