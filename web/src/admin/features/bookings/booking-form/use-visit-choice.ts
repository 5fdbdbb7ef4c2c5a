import type { StaffBooking, StaffBookingForm, StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import type { ApiError } from '../../../../lib/api-client.ts'
import { useToday } from '../../configuration/use-today.ts'
import { onlyServiceQuery } from '../bookings.queries.ts'
import { beginningOf, type DayShift, type PreferredVisit, slotsOf } from './offered-slots.ts'
import { useOffer } from './use-offer.ts'
import type { VisitField } from './visit-fields.ts'

const TIME_GONE = 'L’orario scelto non è più disponibile: scegline un altro.'
const SERVICE_GONE = 'Questo servizio non c’è più: scegline un altro.'
const OWN_SERVICE_GONE =
  'Il servizio non c’è più: la prenotazione tiene il suo orario, oppure scegli un altro servizio.'

export type BookingForm = UseFormReturn<StaffBookingForm, unknown, Omit<StaffBookingInput, 'service_id'>>

/** The booking that is being changed, if one is, and what to begin with. */
type Given = { edited: StaffBooking | undefined; preferred: PreferredVisit }

/** Which service is wanted, with whom and when: as it is offered, or freely. What is gone meanwhile is not chosen any more. */
export function useVisitChoice(form: BookingForm, { edited, preferred }: Given) {
  const { control, formState, setValue } = form
  const { field: day, fieldState: dayState } = useController({ control, name: 'visit_day' })
  const { field: hour, fieldState: hourState } = useController({ control, name: 'visit_hour' })
  const [serviceId, setServiceId] = useState(edited?.service_id)
  const [calendarId, setCalendarId] = useState(calendarOf(edited, preferred))
  /** Whether any day and minute may be typed, in place of one that is offered. */
  const [isFree, setIsFree] = useState(false)
  /** What was chosen and is not to be had, in words; and what a free hour runs into. */
  const [lost, setLost] = useState('')
  const [conflicts, setCollisions] = useState<BookingConflict[]>()
  const [shift, setShift] = useState<DayShift>()
  const [isServiceMissing, setIsServiceMissing] = useState(false)
  const times = useRef<HTMLFieldSetElement>(null)
  const today = useToday()

  const offer = useOffer(serviceId, calendarId, edited)
  const { days } = offer
  const slots = slotsOf(days, day.value)
  const isOwnService = serviceId === edited?.service_id
  const isAsPreferred =
    preferred.hour !== undefined &&
    day.value === preferred.day &&
    hour.value.slice(0, 5) === toShortTime(preferred.hour)

  const say = (words: string, found?: BookingConflict[]) => {
    setLost(words)
    setCollisions(found)
  }
  const clearTime = () => setValue('visit_hour', '')
  /** The next service may offer the hour that is meant. */
  const beginAgain = () => {
    setIsFree(false)
    setShift(undefined)
    setValue('visit_day', '')
    clearTime()
  }
  const selectService = (id: number | undefined) => {
    setServiceId(id)
    setCalendarId(calendarOf(id === edited?.service_id ? edited : undefined, preferred))
    setIsServiceMissing(false)
    if (isAsPreferred || shift) beginAgain()
    else if (!isFree) clearTime()
    say(id === undefined ? SERVICE_GONE : '')
  }
  const selectCalendar = (id: number | null) => {
    setCalendarId(id)
    say('')
  }
  const selectDay = (date: string) => {
    day.onChange(date)
    setShift(undefined)
    if (!isFree) clearTime()
    say('')
  }
  const selectTime = (time: string) => {
    hour.onChange(time)
    say('')
  }
  const setFree = (wanted: boolean) => {
    setIsFree(wanted)
    say('')
    const isUnchosen = day.value === '' || (shift && hour.value === '')
    if (wanted && isUnchosen && preferred.day && preferred.day >= today) {
      setShift(undefined)
      setValue('visit_day', preferred.day)
    }
    if (wanted) return
    if (!isPlainDate(day.value)) setValue('visit_day', '')
    const same = hour.value && slots.find((slot) => slot.startsWith(hour.value))
    setValue('visit_hour', same || '')
  }
  /** Says why the hour cannot be had. One that is offered no more is chosen no more; what was typed freely stays, and so does what many move to. */
  const refuse = ({ message, conflicts }: ApiError, areMany: boolean) => {
    if (isFree || areMany) return say(conflicts ? '' : message, conflicts)
    clearTime()
    say(TIME_GONE)
    times.current?.focus()
  }

  const only = useQuery(onlyServiceQuery(edited ? undefined : preferred.calendar)).data
  const isOnly = serviceId === undefined && day.value === ''
  useEffect(() => {
    if (isOnly && only) setServiceId(only)
  }, [isOnly, only])

  const isTimeGone = !isFree && !offer.isOutdated && hour.value !== '' && !slots.some((slot) => slot === hour.value)
  useEffect(() => {
    if (!isTimeGone || (offer.isGone && isOwnService)) return
    setLost(TIME_GONE)
    setValue('visit_hour', '')
  }, [isTimeGone, offer.isGone, isOwnService, setValue])

  const isChoiceGone = offer.isGone && !isOwnService
  useEffect(() => {
    if (!isChoiceGone) return
    setServiceId(undefined)
    setLost(SERVICE_GONE)
    if (isFree) return
    setValue('visit_day', '')
    setValue('visit_hour', '')
  }, [isChoiceGone, isFree, setValue])

  const mayOpen = !isFree && !offer.isOutdated && day.value === ''
  const beginning = mayOpen ? beginningOf(days, preferred, today) : undefined
  const begin = useEffectEvent(() => {
    if (!beginning) return
    setValue('visit_day', beginning.day, { shouldValidate: formState.isSubmitted })
    if (preferred.day && preferred.day !== beginning.day) setShift({ wanted: preferred.day, proposed: beginning.day })
    if (beginning.hour) setValue('visit_hour', beginning.hour, { shouldValidate: formState.isSubmitted })
    setIsFree(beginning.isFree)
  })
  const beginsOn = beginning?.day
  useEffect(() => {
    if (beginsOn) begin()
  }, [beginsOn])

  return {
    serviceId,
    isServiceMissing,
    offer,
    isFree,
    shift,
    day: { ...day, onChange: selectDay, error: dayState.error?.message } satisfies VisitField,
    hour: { ...hour, onChange: selectTime, error: hourState.error?.message } satisfies VisitField,
    times,
    lost,
    gone: offer.isGone && isOwnService ? OWN_SERVICE_GONE : '',
    conflicts,
    selectService,
    selectCalendar,
    setFree,
    refuse,
    askForService: () => setIsServiceMissing(true),
    /** What was refused is not asked for any more. */
    forgetRefusal: () => say(''),
    /** What is chosen besides the fields of the form, as drafts keep it. */
    read: () => ({ service_id: serviceId, calendar_id: calendarId, is_free: isFree }),
    write: ({ service_id, calendar_id, is_free = isFree }: Record<string, unknown>) => {
      setServiceId(service_id as number | undefined)
      setCalendarId((calendar_id ?? null) as number | null)
      setIsFree(is_free === true)
      setShift(undefined)
      setIsServiceMissing(false)
      say('')
    },
  }
}

export type VisitChoice = ReturnType<typeof useVisitChoice>

const calendarOf = (edited: StaffBooking | undefined, { calendar }: PreferredVisit) =>
  edited ? chosenCalendar(edited) : (calendar ?? null)

/** With whom a booking is, where its service leaves a choice. */
export const chosenCalendar = ({ calendar_id, calendar_name }: StaffBooking) => (calendar_name ? calendar_id : null)
