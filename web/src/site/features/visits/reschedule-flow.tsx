import { lastBookableDay } from '@prenoto/core/availability/booking-window.ts'
import { readVisitSlots, rescheduleVisit } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { madeTo } from '@prenoto/core/contract/version.ts'
import { RESCHEDULED } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type SubmitEvent, useState } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { goTo, paths } from '../../../lib/paths.ts'
import { withRetry } from '../../../lib/retry.ts'
import { forgetBookedVisit } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormFailure, failureMessage } from '../../ui/form-failure.tsx'
import { FORM_TITLE_ID } from '../bookings/slot-choice/choice-form.tsx'
import { calendarOf, slotsOn } from '../bookings/slot-choice/chosen-visit.ts'
import { ChooseAnotherSlot, TakenSlot } from '../bookings/slot-choice/taken-slot.tsx'
import { useChoice } from '../bookings/slot-choice/use-choice.ts'
import { VisitChoice } from '../bookings/slot-choice/visit-choice.tsx'
import { useService } from '../bookings/use-service.ts'
import styles from './reschedule-flow.module.css'

type RescheduleFlowProps = {
  hiddenId: string
  visit: ShownVisit
  /** Its service, with the slots to which it can be moved. */
  offered: OfferedService
  chosen: ChosenVisit | undefined
  configuration: Configuration
}

/** Choose another day and slot for a visit, then confirm. Until then it is where it was; before any script it is forms. */
export function RescheduleFlow({ hiddenId, visit, offered, chosen, configuration }: RescheduleFlowProps) {
  const { service, calendar, readAgain, readForCalendar } = useService(
    offered,
    calendarOf(offered, chosen),
    (_, calendar_id) => api(readVisitSlots, { params: { hiddenId }, query: { calendar_id } }),
  )
  const [isRescheduling, setIsRescheduling] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { today } = service
  const lastDay = lastBookableDay(today, configuration)
  const others = withoutOwn(service, visit, calendar)
  const { choice, isLoadingCalendar, choose, slotsTitle, formTitle, chooseAnotherSlot } = useChoice({
    service: others,
    lastDay,
    calendar,
    readForCalendar,
    chosen,
  })
  const { day, hour } = choice

  const wanted = hour && isAt(visit, { ...choice, hour }) ? undefined : hour
  const isFree = wanted !== undefined && (slotsOn(others, day).includes(wanted) || isLoadingCalendar)
  const [free, lost] = isFree ? [wanted, undefined] : [undefined, wanted]
  const whom = others.calendars.find(({ id }) => id === choice.calendar)?.name

  const reschedule = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!free) return
    const body = { visit_day: day, visit_hour: free, calendar_id: choice.calendar }
    setIsRescheduling(true)
    setFailure(undefined)
    try {
      await withRetry(() => api(rescheduleVisit, { params: { hiddenId }, headers: madeTo(visit.version), body }))
      forgetBookedVisit(hiddenId)
      goTo(paths.visit(hiddenId) + RESCHEDULED)
    } catch (error) {
      console.error(error)
      setIsRescheduling(false)
      const { current, status }: Partial<ApiError> = error instanceof ApiError ? error : {}
      // Its page says what has become of a visit that was changed or cancelled meanwhile, or is too near by now.
      if (current || status === 404) return goTo(paths.visit(hiddenId))
      if (status !== 409) return setFailure(failureMessage(error, 'spostare la prenotazione', 'Riprova.'))
      await readAgain(body)
      chooseAnotherSlot()
    }
  }

  return (
    <div className={styles.flow}>
      <VisitChoice
        service={others}
        choice={{ ...choice, hour: free }}
        isLoadingCalendar={isLoadingCalendar}
        lastDay={lastDay}
        free={free}
        lost={lost}
        configuration={configuration}
        onChoose={choose}
        title={slotsTitle}
      />
      <form
        method="post"
        action={`?${new URLSearchParams(chosenVisitQuery({ calendar: choice.calendar, day, hour: free }))}`}
        className={styles.confirm}
        hidden={!wanted}
        aria-labelledby={FORM_TITLE_ID}
        onSubmit={reschedule}
      >
        <h2 id={FORM_TITLE_ID} className={styles.title} tabIndex={-1} ref={formTitle}>
          Conferma il nuovo orario
        </h2>
        <dl className={styles.change}>
          <div>
            <dt>Da</dt>
            <dd>{whenOf(visit.visit_day, visit.visit_hour, visit.calendar_name)}</dd>
          </div>
          <div>
            <dt>A</dt>
            <dd>
              {free && whenOf(day, free, whom)}
              {lost && <TakenSlot>{whenOf(day, lost, whom)}</TakenSlot>}
            </dd>
          </div>
        </dl>
        <FormFailure text={failure} />
        <div className={styles.actions}>
          {lost ? (
            <ChooseAnotherSlot onChoose={chooseAnotherSlot} />
          ) : (
            <Button type="submit" loading={isRescheduling}>
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

const whenOf = (day: PlainDate, hour: PlainTime, whom?: string) =>
  `${formatDay(day)} alle ${toShortTime(hour)}${whom ? ` con ${whom}` : ''}`

/** Whether a choice is where the visit is already; with anybody, it stays with whom it is. */
const isAt = (
  { visit_day, visit_hour, calendar_id }: ShownVisit,
  { day, hour, calendar = calendar_id }: { day: PlainDate; hour: PlainTime; calendar?: number },
) => visit_day === day && visit_hour === hour && calendar_id === calendar

/** Where it is already, a visit cannot be moved to. */
function withoutOwn(service: OfferedService, visit: ShownVisit, calendar: number | undefined): OfferedService {
  const days = service.available_slots.map(({ date, slots }) => ({
    date,
    slots: slots.filter((hour) => !isAt(visit, { day: date, hour, calendar })),
  }))
  return { ...service, available_slots: days.filter(({ slots }) => slots.length > 0) }
}
