import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Ref } from 'react'
import { ReadFailure } from '../../../ui/read-failure.tsx'
import { ZoneNotice } from '../zone-notice.tsx'
import { CalendarChoice } from './calendar-choice.tsx'
import type { OnChoose } from './choice-form.tsx'
import { type Choice, firstSlot, slotsOn, stateOn } from './chosen-visit.ts'
import { DayStrip } from './day-strip.tsx'
import { openingStart } from './day-window.ts'
import { EmptyDay } from './empty-day.tsx'
import styles from './slot-choice.module.css'
import { SlotPicker } from './slot-picker.tsx'

type VisitChoiceProps = {
  service: OfferedService
  choice: Choice
  /** Whether the slots of the choice are still loading. */
  isLoading: boolean
  /** Whether they could not be read; `onRetry` reads them again. */
  hasFailed: boolean
  onRetry: () => void
  lastDay: PlainDate
  /** The chosen hour is in `free` while it is available, then in `taken`. */
  free: PlainTime | undefined
  taken: PlainTime | undefined
  /** The present slot of a visit that is being rescheduled, if it is on the chosen day and calendar. */
  own?: PlainTime | undefined
  configuration: Configuration
  onChoose: OnChoose
  /** Called when a day without slots turns out to have one. Without it there is no waiting list. */
  onFree?: () => void
  title: Ref<HTMLHeadingElement>
}

/** Choice of calendar, day and slot, for booking and rescheduling. */
export function VisitChoice({
  service,
  choice,
  isLoading,
  hasFailed,
  onRetry,
  lastDay,
  free,
  taken,
  own,
  configuration,
  onChoose,
  onFree,
  title,
}: VisitChoiceProps) {
  const { today } = service
  const { calendar, start, day, chosenDay } = choice
  return (
    <>
      {service.calendars.length > 0 && (
        <CalendarChoice
          calendars={service.calendars}
          selected={calendar}
          preserve={{ day: chosenDay }}
          onChoose={onChoose}
        />
      )}
      <ReadFailure
        text={isLoading && hasFailed ? 'Non siamo riusciti a leggere gli orari.' : undefined}
        onRetry={onRetry}
      />
      <div className={styles.offer} inert={isLoading} aria-busy={isLoading}>
        <DayStrip
          choice={choice}
          today={today}
          lastDay={lastDay}
          getState={(date) => stateOn(service, date)}
          first={firstSlot(service)}
          onChoose={onChoose}
        />
        <SlotPicker
          day={day}
          slots={slotsOn(service, day)}
          selected={free}
          taken={taken}
          own={own}
          preserve={{ calendar, start: start === openingStart(today, day, lastDay) ? undefined : start, day }}
          onChoose={onChoose}
          title={title}
        >
          <EmptyDay
            service={service}
            calendar={calendar}
            day={day}
            configuration={configuration}
            onChoose={onChoose}
            onFree={onFree}
          />
        </SlotPicker>
        <ZoneNotice day={day} timeZone={configuration.time_zone} />
      </div>
    </>
  )
}
