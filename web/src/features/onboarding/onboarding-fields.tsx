import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { useEffect } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { TextArea, TextField } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { CalendarFields } from '../calendars/calendar-fields.tsx'
import { PriceFields } from '../services/price-fields.tsx'
import { HoursPicker } from './hours-picker.tsx'

/** The first calendar; how many bookings it takes at once is asked where several are allowed. */
export function FirstCalendarFields() {
  const { register, control, formState, setValue } = useFormContext<OnboardingForm>()
  const takesSeveral = useWatch({ control, name: 'app_simultaneous_bookings_enabled' })

  useEffect(() => {
    if (!takesSeveral) setValue('calendar.simultaneous_bookings_number', 1)
  }, [takesSeveral, setValue])

  return (
    <CalendarFields
      register={(field, options) => register(`calendar.${field}`, options)}
      errors={formState.errors.calendar}
      asksCapacity={takesSeveral}
    />
  )
}

/** When it is open. */
export function OpeningTimesField() {
  const { field, fieldState } = useController<OnboardingForm, 'opening_times'>({ name: 'opening_times' })
  return (
    <HoursPicker
      times={field.value}
      onChange={field.onChange}
      onLeave={field.onBlur}
      error={fieldState.error?.message ?? fieldState.error?.root?.message}
      ref={field.ref}
    />
  )
}

/** The first service. */
export function FirstServiceFields() {
  const { register, formState } = useFormContext<OnboardingForm>()
  const errors = formState.errors.service
  return (
    <>
      <TextField label="Nome" autoComplete="off" required error={errors?.name?.message} {...register('service.name')} />
      <NumberField
        label="Durata (min)"
        min={1}
        required
        error={errors?.duration?.message}
        {...register('service.duration', { valueAsNumber: true })}
      />
      <PriceFields register={(field) => register(`service.${field}`)} errors={errors} />
      <TextArea
        label="Descrizione (facoltativa)"
        rows={3}
        error={errors?.description?.message}
        {...register('service.description')}
      />
    </>
  )
}
