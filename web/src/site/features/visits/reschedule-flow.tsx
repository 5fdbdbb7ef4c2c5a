import { lastBookableDay } from '@prenoto/core/availability/booking-window.ts'
import { readVisitSlots, rescheduleVisit } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import { RESCHEDULED } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type SubmitEvent, useState } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { goTo, paths } from '../../../lib/paths.ts'
import { withRetry } from '../../../lib/retry.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormFailure, failureMessage } from '../../ui/form-failure.tsx'
import { FORM_TITLE_ID } from '../bookings/slot-choice/choice-form.tsx'
import { findCalendar, slotsOn } from '../bookings/slot-choice/chosen-visit.ts'
import { ChooseAnotherSlot, TakenSlot } from '../bookings/slot-choice/taken-slot.tsx'
import { useChoice } from '../bookings/slot-choice/use-choice.ts'
import { VisitChoice } from '../bookings/slot-choice/visit-choice.tsx'
import { removeBookedVisit } from '../bookings/stored-visit.ts'
import { useService } from '../bookings/use-service.ts'
import styles from './reschedule-flow.module.css'

type RescheduleFlowProps = {
  hiddenId: string
  visit: ShownVisit
  /** The service of the visit, with the slots that it can be rescheduled to. */
  offered: OfferedService
  chosen: ChosenVisit | undefined
  configuration: Configuration
}

/** Choose another slot for a visit, then confirm. Before hydration the browser submits the forms. */
export function RescheduleFlow({ hiddenId, visit, offered, chosen, configuration }: RescheduleFlowProps) {
  const { service, wish, hasFailed, refresh, readFor } = useService(
    offered,
    { calendar: findCalendar(offered, chosen) },
    (_, { calendar }) => api(readVisitSlots, { params: { hiddenId }, query: { calendar_id: calendar } }),
  )
  const [isRescheduling, setIsRescheduling] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { today } = service
  const lastDay = lastBookableDay(today, configuration)
  const others = withoutOwnSlot(service, visit, wish.calendar)
  const { choice, isLoading, choose, slotsTitle, formTitle, chooseAnotherSlot } = useChoice({
    service: others,
    lastDay,
    wish,
    readFor,
    chosen: chosen && { ...chosen, variant: undefined, also: undefined },
  })
  const { day, hour } = choice

  const { visit_hour } = visit
  const ownSlot = isCurrentSlot(visit, { ...choice, hour: visit_hour }) && !isLoading ? visit_hour : undefined
  const newHour = hour && isCurrentSlot(visit, { ...choice, hour }) ? undefined : hour
  const isFree = newHour !== undefined && (slotsOn(others, day).includes(newHour) || isLoading)
  const [free, taken] = isFree ? [newHour, undefined] : [undefined, newHour]
  const calendarName = others.calendars.find(({ id }) => id === choice.calendar)?.name

  const reschedule = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!free) return
    const body = { visit_day: day, visit_hour: free, calendar_id: choice.calendar }
    setIsRescheduling(true)
    setFailure(undefined)
    try {
      await withRetry(() => api(rescheduleVisit, { params: { hiddenId }, headers: ifMatchHeader(visit.version), body }))
      removeBookedVisit(hiddenId)
      goTo(paths.visit(hiddenId) + RESCHEDULED)
    } catch (error) {
      console.error(error)
      setIsRescheduling(false)
      const { current, status }: Partial<ApiError> = error instanceof ApiError ? error : {}
      // The visit was changed or cancelled meanwhile, or is too near: its page says which.
      if (current || status === 404) return goTo(paths.visit(hiddenId))
      if (status !== 409) return setFailure(failureMessage(error, 'spostare la prenotazione', 'Riprova.'))
      await refresh(body)
      chooseAnotherSlot()
    }
  }

  return (
    <div className={styles.flow}>
      <VisitChoice
        service={others}
        choice={{ ...choice, hour: free }}
        isLoading={isLoading}
        hasFailed={hasFailed}
        onRetry={() => readFor(choice)}
        lastDay={lastDay}
        free={free}
        taken={taken}
        own={ownSlot}
        configuration={configuration}
        onChoose={choose}
        title={slotsTitle}
      />
      <form
        method="post"
        action={`?${new URLSearchParams(chosenVisitQuery({ calendar: choice.calendar, day, hour: free }))}`}
        className={styles.confirm}
        hidden={!newHour}
        aria-labelledby={FORM_TITLE_ID}
        onSubmit={reschedule}
      >
        <h2 id={FORM_TITLE_ID} className={styles.title} tabIndex={-1} ref={formTitle}>
          Conferma il nuovo orario
        </h2>
        <dl className={styles.change}>
          <div>
            <dt>Da</dt>
            <dd translate="no">{slotText(visit.visit_day, visit.visit_hour, visit.calendar_name)}</dd>
          </div>
          <div>
            <dt>A</dt>
            <dd>
              {free && <span translate="no">{slotText(day, free, calendarName)}</span>}
              {taken && <TakenSlot>{slotText(day, taken, calendarName)}</TakenSlot>}
            </dd>
          </div>
        </dl>
        <FormFailure text={failure} />
        <div className={styles.actions}>
          {taken ? (
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

const slotText = (day: PlainDate, hour: PlainTime, calendarName?: string) =>
  `${formatDay(day)} alle ${toShortTime(hour)}${calendarName ? ` con ${calendarName}` : ''}`

/** Whether a choice equals the visit's current slot. Any calendar includes the current one. */
const isCurrentSlot = (
  { visit_day, visit_hour, calendar_id }: ShownVisit,
  { day, hour, calendar = calendar_id }: { day: PlainDate; hour: PlainTime; calendar?: number },
) => visit_day === day && visit_hour === hour && calendar_id === calendar

/** The service without the visit's own slot. */
function withoutOwnSlot(service: OfferedService, visit: ShownVisit, calendar: number | undefined): OfferedService {
  const days = service.available_slots.map(({ date, slots }) => ({
    date,
    slots: slots.filter((hour) => !isCurrentSlot(visit, { day: date, hour, calendar })),
  }))
  return { ...service, available_slots: days.filter(({ slots }) => slots.length > 0) }
}
