import type { StaffBooking, StaffBookingForm, StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import { sameServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import type { ApiError } from '../../../../lib/api-client.ts'
import { useToday } from '../../configuration/use-today.ts'
import { onlyServiceQuery } from '../bookings.queries.ts'
import { chooseInitialVisit, type PreferredVisit, type ProposedDay, slotsOnDay } from './available-slots.ts'
import { useAvailability } from './use-availability.ts'
import type { VisitField } from './visit-fields.tsx'

const TIME_UNAVAILABLE = 'L’orario scelto non è più disponibile: scegline un altro.'
const SERVICE_DELETED = 'Questo servizio non c’è più: scegline un altro.'
const OWN_SERVICE_DELETED =
  'Il servizio non c’è più: la prenotazione tiene il suo orario, oppure scegli un altro servizio.'

export type BookingForm = UseFormReturn<StaffBookingForm, unknown, Omit<StaffBookingInput, 'service_id'>>

type VisitChoiceOptions = { edited: StaffBooking | undefined; preferred: PreferredVisit }

/** The chosen service, calendar, day and time. Clears a service or slot that is no longer available. */
export function useVisitChoice(form: BookingForm, { edited, preferred }: VisitChoiceOptions) {
  const { control, formState, setValue } = form
  const { field: day, fieldState: dayState } = useController({ control, name: 'visit_day' })
  const { field: hour, fieldState: hourState } = useController({ control, name: 'visit_hour' })
  const [serviceId, setServiceId] = useState(edited?.service_id)
  const [{ variantId, also }, setServices] = useState(bookedServices(edited))
  const [calendarId, setCalendarId] = useState(initialCalendar(edited, preferred))
  /** Whether the day and time are typed instead of chosen from the slots. */
  const [isCustomTime, setIsCustomTime] = useState(false)
  /** Why the last choice was refused: a text, or the conflicts of a custom time. */
  const [refusal, setRefusal] = useState('')
  const [conflicts, setConflicts] = useState<BookingConflict[]>()
  const [proposedDay, setProposedDay] = useState<ProposedDay>()
  const [proposedHour, setProposedHour] = useState(preferred.hour)
  const [isServiceMissing, setIsServiceMissing] = useState(false)
  const times = useRef<HTMLFieldSetElement>(null)
  const today = useToday()

  const availability = useAvailability(serviceId, calendarId, { edited, variant: variantId, also })
  const { days } = availability
  const slots = slotsOnDay(days, day.value)
  const isOwnService = serviceId === edited?.service_id
  const isAsPreferred =
    proposedHour !== undefined && day.value === preferred.day && hour.value.slice(0, 5) === toShortTime(proposedHour)

  const showRefusal = (text: string, foundConflicts?: BookingConflict[]) => {
    setRefusal(text)
    setConflicts(foundConflicts)
  }
  const clearTime = () => setValue('visit_hour', '')
  /** Clears day and time, so that the next service can propose the preferred time again. */
  const resetDay = () => {
    setIsCustomTime(false)
    setProposedDay(undefined)
    setValue('visit_day', '')
    clearTime()
  }
  const selectService = (id: number | undefined) => {
    setServiceId(id)
    setServices(bookedServices(id === edited?.service_id ? edited : undefined))
    setCalendarId(initialCalendar(id === edited?.service_id ? edited : undefined, preferred))
    setIsServiceMissing(false)
    if (isAsPreferred || proposedDay) resetDay()
    else if (!isCustomTime) clearTime()
    showRefusal(id === undefined ? SERVICE_DELETED : '')
  }
  /** Other services need another time. */
  const changeServices = (changed: { variantId?: number; also?: string }) => {
    setServices({ variantId, also, ...changed })
    showRefusal('')
  }
  const selectCalendar = (id: number | null) => {
    setCalendarId(id)
    showRefusal('')
  }
  const selectDay = (date: string) => {
    day.onChange(date)
    setProposedDay(undefined)
    if (!isCustomTime) clearTime()
    showRefusal('')
  }
  const selectTime = (time: string) => {
    hour.onChange(time)
    showRefusal('')
  }
  const setCustomTime = (isOn: boolean) => {
    setIsCustomTime(isOn)
    showRefusal('')
    const isUnchosen = day.value === '' || (proposedDay && hour.value === '')
    if (isOn && isUnchosen && preferred.day && preferred.day >= today) {
      setProposedDay(undefined)
      setValue('visit_day', preferred.day)
    }
    if (isOn) return
    if (!isPlainDate(day.value)) setValue('visit_day', '')
    const sameSlot = hour.value && slots.find((slot) => slot.startsWith(hour.value))
    setValue('visit_hour', sameSlot || '')
  }
  /** Shows why a time was refused. Clears a lost slot, but not a custom time or the new time of a series. */
  const refuse = ({ message, conflicts }: ApiError, isSeries: boolean) => {
    if (isCustomTime || isSeries) return showRefusal(conflicts ? '' : message, conflicts)
    clearTime()
    showRefusal(TIME_UNAVAILABLE)
    times.current?.focus()
  }

  const onlyService = useQuery(onlyServiceQuery(edited ? undefined : preferred.calendar)).data
  const isUntouched = serviceId === undefined && day.value === ''
  useEffect(() => {
    if (isUntouched && onlyService) setServiceId(onlyService)
  }, [isUntouched, onlyService])

  const isTimeUnavailable =
    !isCustomTime && !availability.isOutdated && hour.value !== '' && !slots.some((slot) => slot === hour.value)
  useEffect(() => {
    if (!isTimeUnavailable || (availability.isServiceDeleted && isOwnService)) return
    setRefusal(TIME_UNAVAILABLE)
    setValue('visit_hour', '')
  }, [isTimeUnavailable, availability.isServiceDeleted, isOwnService, setValue])

  const isChosenServiceDeleted = availability.isServiceDeleted && !isOwnService
  useEffect(() => {
    if (!isChosenServiceDeleted) return
    setServiceId(undefined)
    setRefusal(SERVICE_DELETED)
    if (isCustomTime) return
    setValue('visit_day', '')
    setValue('visit_hour', '')
  }, [isChosenServiceDeleted, isCustomTime, setValue])

  const canInitialize = !isCustomTime && !availability.isOutdated && day.value === ''
  const initial = canInitialize ? chooseInitialVisit(days, preferred, today) : undefined
  const initialize = useEffectEvent(() => {
    if (!initial) return
    setValue('visit_day', initial.day, { shouldValidate: formState.isSubmitted })
    if (preferred.day && preferred.day !== initial.day)
      setProposedDay({ requested: preferred.day, proposed: initial.day })
    setProposedHour(initial.hour)
    if (initial.hour) setValue('visit_hour', initial.hour, { shouldValidate: formState.isSubmitted })
    setIsCustomTime(initial.isCustomTime)
  })
  const initialDay = initial?.day
  useEffect(() => {
    if (initialDay) initialize()
  }, [initialDay])

  return {
    serviceId,
    variantId,
    also,
    isServiceMissing,
    availability,
    isCustomTime,
    proposedDay,
    day: { ...day, onChange: selectDay, error: dayState.error?.message } satisfies VisitField,
    hour: { ...hour, onChange: selectTime, error: hourState.error?.message } satisfies VisitField,
    times,
    refusal,
    serviceNote: availability.isServiceDeleted && isOwnService ? OWN_SERVICE_DELETED : '',
    conflicts,
    selectService,
    selectCalendar,
    selectVariant: (variantId: number) => changeServices({ variantId }),
    selectOthers: (also: string | undefined) => changeServices({ also: also || '' }),
    setCustomTime,
    refuse,
    requireService: () => setIsServiceMissing(true),
    clearRefusal: () => showRefusal(''),
    /** The choices that are not form fields, for the draft. */
    read: () => ({
      service_id: serviceId,
      variant_id: variantId,
      also,
      calendar_id: calendarId,
      is_custom_time: isCustomTime,
    }),
    write: ({ service_id, variant_id, also, calendar_id, is_custom_time = isCustomTime }: Record<string, unknown>) => {
      setServiceId(service_id as number | undefined)
      setServices({ variantId: variant_id as number | undefined, also: also as string | undefined })
      setCalendarId((calendar_id ?? null) as number | null)
      setIsCustomTime(is_custom_time === true)
      setProposedDay(undefined)
      setIsServiceMissing(false)
      showRefusal('')
    },
  }
}

/** The variant and the other services of a booking. */
export function bookedServices(booking: StaffBooking | undefined): { variantId?: number; also?: string } {
  if (!booking) return {}
  const { variant, also } = sameServices(booking)
  return { variantId: variant, also }
}

export type VisitChoice = ReturnType<typeof useVisitChoice>

const initialCalendar = (edited: StaffBooking | undefined, { calendar }: PreferredVisit) =>
  edited ? chosenCalendar(edited) : (calendar ?? null)

/** The calendar of a booking if its service has several, else null. */
export const chosenCalendar = ({ calendar_id, calendar_name }: StaffBooking) => (calendar_name ? calendar_id : null)
