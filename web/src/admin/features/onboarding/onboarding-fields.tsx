import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { useEffect } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { fieldReference, fieldRegister } from '../../ui/forms/admin-form.ts'
import { CalendarFields } from '../calendars/calendar-fields.tsx'
import { PriceFields } from '../services/price-fields.tsx'
import { HoursPicker } from './hours-picker.tsx'

/** The first calendar; its capacity is asked only if simultaneous bookings are allowed. */
export function FirstCalendarFields() {
  const form = useFormContext<OnboardingForm>()
  const { control, setValue } = form
  const field = fieldRegister(form)
  const fieldRef = fieldReference(form)
  const takesSeveral = useWatch({ control, name: 'app_simultaneous_bookings_enabled' })

  useEffect(() => {
    if (!takesSeveral) setValue('calendar.simultaneous_bookings_number', 1)
  }, [takesSeveral, setValue])

  return (
    <CalendarFields
      field={(name, options) => field(`calendar.${name}`, options)}
      fieldRef={(name) => fieldRef(`calendar.${name}`)}
      hasCapacity={takesSeveral}
    />
  )
}

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

export function FirstServiceFields() {
  const form = useFormContext<OnboardingForm>()
  const field = fieldRegister(form)
  const prices = useWatch({ control: form.control, name: ['service.amount', 'service.discounted_amount'] })
  return (
    <>
      <TextField label="Nome" autoComplete="off" required {...field('service.name')} />
      <NumberField label="Durata (min)" min={1} required {...field('service.duration', { valueAsNumber: true })} />
      <PriceFields field={(name) => field(`service.${name}`)} values={prices} />
      <TextArea label="Descrizione (facoltativa)" rows={3} {...field('service.description')} />
    </>
  )
}
