import {
  type StaffBooking,
  type StaffBookingForm,
  staffBookingFormSchema,
} from '@prenoto/core/bookings/booking-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { ApiError } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { SelectField } from '../ui/admin-fields.tsx'
import { fieldsOf, showFieldProblems, useAdminForm } from '../ui/admin-form.ts'
import { PagedSelect } from '../ui/paged-select.tsx'
import { PanelBody, PanelFooter, PanelForm } from '../ui/side-panel.tsx'
import { bookableServiceQuery, serviceChoices, useSaveBooking } from './bookings.queries.ts'
import { dayOptions, describeDay, firstFreeDay, slotsOf } from './offered-slots.ts'
import styles from './staff-booking-form.module.css'
import { TimeGrid } from './time-grid.tsx'
import { useToday } from './use-today.ts'

const EMPTY: StaffBookingForm = { name: '', surname: '', email: '', telephone: '', visit_day: '', visit_hour: '' }

const NO_SLOTS = 'Ci dispiace ma per questa giornata gli slot sono terminati.'
const NO_DAYS = 'Ci dispiace ma per questo servizio non ci sono slot disponibili.'

type StaffBookingFormProps = {
  /** The booking that is being changed; absent for a new one. */
  edited?: StaffBooking
  /** Chosen along with the service; when that has no slot on this day, the first one that has. */
  preferredDay?: PlainDate
  onSaved: () => void
  onCancel: () => void
}

/** Which service, when, and who comes. A failure says nothing, but what is offered is read again. */
export default function StaffBookingPanelForm({ edited, preferredDay, onSaved, onCancel }: StaffBookingFormProps) {
  const form = useAdminForm(staffBookingFormSchema, edited ? pickForm(edited) : EMPTY)
  const { formState, control, setValue } = form
  const { errors, isSubmitting } = formState
  const field = fieldsOf(form)
  const { field: day } = useController({ control, name: 'visit_day' })
  const { field: hour } = useController({ control, name: 'visit_hour' })
  const [serviceId, setServiceId] = useState(edited?.service_id)
  const times = useRef<HTMLFieldSetElement>(null)

  const choices = serviceChoices(edited && { id: edited.service_id, name: edited.service_name })
  const service = useQuery(bookableServiceQuery(serviceId, edited?.id))
  const save = useSaveBooking(edited?.id)

  const days = service.data?.available_slots ?? []
  const slots = slotsOf(days, day.value)
  const today = useToday()
  const options = dayOptions(days, day.value, today)
  const nextFree = firstFreeDay(days, day.value)

  const clearTime = () => setValue('visit_hour', '')
  const selectService = (id: number | undefined) => {
    setServiceId(id)
    clearTime()
  }
  const selectDay = (date: string) => {
    day.onChange(date)
    clearTime()
  }

  const goToFreeDay = (date: string) => {
    selectDay(date)
    // The button goes with what it did.
    form.setFocus('visit_day')
  }

  const isWaiting = service.data === undefined
  const isTimeGone = !isWaiting && hour.value !== '' && !slots.some((slot) => slot === hour.value)
  useEffect(() => {
    if (isTimeGone) setValue('visit_hour', '')
  }, [isTimeGone, setValue])

  const opening = preferredDay && day.value === '' ? firstFreeDay(days, preferredDay) : undefined
  useEffect(() => {
    if (opening) setValue('visit_day', opening, { shouldValidate: formState.isSubmitted })
  }, [opening, setValue, formState.isSubmitted])

  const submit = form.handleSubmit(async (booking) => {
    if (serviceId === undefined) return
    try {
      await save.mutateAsync({ ...booking, service_id: serviceId })
      onSaved()
    } catch (error) {
      if (showFieldProblems(form, error) || !(error instanceof ApiError) || error.status !== 409) return
      clearTime()
      times.current?.focus()
    }
  })

  return (
    <PanelForm onSubmit={submit}>
      <PanelBody>
        <PagedSelect
          label="Servizio"
          placeholder="Scegli un servizio"
          list={choices}
          value={serviceId}
          onChange={selectService}
        />
        {options.size > 0 ? (
          <SelectField
            label="Data prenotazione"
            required
            error={errors.visit_day?.message}
            hint={describeDay(days, day.value, { today, wanted: preferredDay })}
            {...day}
            onChange={(event) => selectDay(event.target.value)}
          >
            <option value="" disabled>
              Scegli una data
            </option>
            {[...options].map(([name, days]) => (
              <optgroup key={name} label={name}>
                {days.map(({ value, text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        ) : (
          <>
            <p role="status" className={styles.note}>
              {service.isLoading && 'Caricamento…'}
              {service.isSuccess && NO_DAYS}
            </p>
            {service.isError && (
              <p className={styles.retry}>
                Non è stato possibile leggere gli orari.{' '}
                <button type="button" onClick={() => service.refetch()}>
                  Riprova
                </button>
              </p>
            )}
            {errors.visit_day && <FieldError id="visit-day" error={errors.visit_day.message} />}
          </>
        )}
        {slots.length > 0 ? (
          <TimeGrid
            ref={times}
            slots={slots}
            selected={hour.value}
            onSelect={hour.onChange}
            onLeave={hour.onBlur}
            error={errors.visit_hour?.message}
          />
        ) : (
          <>
            <p role="status" className={styles.note}>
              {options.size > 0 && day.value !== '' && NO_SLOTS}
            </p>
            {day.value !== '' && nextFree && (
              <p className={styles.retry}>
                <button type="button" onClick={() => goToFreeDay(nextFree)}>
                  Primo giorno libero: {formatDate(nextFree)}
                </button>
              </p>
            )}
            {errors.visit_hour && <FieldError id="visit-hour" error={errors.visit_hour.message} />}
          </>
        )}
        <div className={styles.person}>
          <TextField label="Nome" autoComplete="off" required {...field('name')} />
          <TextField label="Cognome" autoComplete="off" required {...field('surname')} />
          <TextField label="Email" inputMode="email" autoComplete="off" required {...field('email')} />
          <TextField label="Telefono" type="tel" autoComplete="off" required {...field('telephone')} />
        </div>
      </PanelBody>
      <PanelFooter>
        {edited && (
          <Button look="quiet" onClick={onCancel}>
            Annulla
          </Button>
        )}
        <Button type="submit" loading={isSubmitting}>
          {edited ? 'Salva modifiche' : 'Aggiungi prenotazione'}
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}

const pickForm = ({ name, surname, email, telephone, visit_day, visit_hour }: StaffBooking): StaffBookingForm => ({
  name,
  surname,
  email,
  telephone,
  visit_day,
  visit_hour,
})
