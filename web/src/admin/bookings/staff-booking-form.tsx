import {
  type StaffBooking,
  type StaffBookingForm,
  staffBookingFormSchema,
} from '@prenoto/core/bookings/booking-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { ApiError } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { knownItems } from '../lib/crud-queries.ts'
import { SelectField } from '../ui/admin-fields.tsx'
import { fieldsOf, showFieldProblems, useAdminForm } from '../ui/admin-form.ts'
import { Choice, DraftOffer, OutdatedHint } from '../ui/form-news.tsx'
import { PagedSelect } from '../ui/paged-select.tsx'
import { PanelBody, PanelFooter, PanelForm } from '../ui/side-panel.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { useMeanwhile } from '../ui/use-meanwhile.ts'
import { bookableServiceQuery, isGone, serviceChoices, useSaveBooking } from './bookings.queries.ts'
import { dayOptions, describeDay, firstFreeDay, slotsOf } from './offered-slots.ts'
import styles from './staff-booking-form.module.css'
import { TimeGrid } from './time-grid.tsx'
import { useToday } from './use-today.ts'

const LABELS = {
  service_id: 'Servizio',
  visit_day: 'Data prenotazione',
  visit_hour: 'Orario',
  name: 'Nome',
  surname: 'Cognome',
  email: 'Email',
  telephone: 'Telefono',
}

const EMPTY: StaffBookingForm = { name: '', surname: '', email: '', telephone: '', visit_day: '', visit_hour: '' }

const NO_SLOTS = 'Ci dispiace ma per questa giornata gli slot sono terminati.'
const TIME_GONE = 'L’orario scelto non è più disponibile: scegline un altro.'
const SERVICE_GONE = 'Questo servizio non c’è più: scegline un altro.'
const OWN_SERVICE_GONE =
  'Il servizio non c’è più: la prenotazione tiene il suo orario, oppure scegli un altro servizio.'
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
  /** What was chosen and is not to be had any more, in words. */
  const [lost, setLost] = useState('')
  const times = useRef<HTMLFieldSetElement>(null)

  const choices = serviceChoices(edited && { id: edited.service_id, name: edited.service_name })
  const service = useQuery(bookableServiceQuery(serviceId, edited?.id))
  const save = useSaveBooking(edited?.id)

  const isServiceGone = isGone(service.error)
  const isOwnService = serviceId === edited?.service_id
  const days = (!isServiceGone && service.data?.available_slots) || []
  const slots = slotsOf(days, day.value)
  const today = useToday()
  const options = dayOptions(days, day.value, today)
  const nextFree = firstFreeDay(days, day.value)

  const clearTime = () => setValue('visit_hour', '')
  const selectService = (id: number | undefined) => {
    setServiceId(id)
    clearTime()
    setLost(id === undefined ? SERVICE_GONE : '')
  }
  const selectDay = (date: string) => {
    day.onChange(date)
    clearTime()
    setLost('')
  }
  const selectTime = (slot: string) => {
    hour.onChange(slot)
    setLost('')
  }

  const queryClient = useQueryClient()
  const nameOf = (id: unknown) =>
    id === edited?.service_id
      ? edited?.service_name
      : knownItems(queryClient, choices).find((one) => one.id === id)?.name
  const meanwhile = useMeanwhile({
    newest: edited ?? NOTHING,
    valuesOf,
    labels: LABELS,
    readings: {
      service_id: (id) => nameOf(id) ?? 'un altro servizio',
      visit_hour: (slot) => toShortTime(slot as PlainTime),
    },
    read: () => ({ ...form.getValues(), service_id: serviceId }),
    write: (_, { service_id, ...mine }) => {
      setServiceId(service_id as number | undefined)
      form.reset({ ...EMPTY, ...mine })
      setLost('')
    },
  })
  const draft = useDraft(`bookings ${edited?.id ?? 'new'}`, {
    item: edited && meanwhile.began,
    read: () => ({ ...form.getValues(), service_id: serviceId }),
    write: ({ item, values }) => meanwhile.goOnFrom((item ?? NOTHING) as StaffBooking, values),
  })

  const goToFreeDay = (date: string) => {
    selectDay(date)
    // The button goes with what it did.
    form.setFocus('visit_day')
  }

  const isWaiting = service.data === undefined
  const isTimeGone = !isWaiting && hour.value !== '' && !slots.some((slot) => slot === hour.value)
  useEffect(() => {
    if (!isTimeGone || (isServiceGone && isOwnService)) return
    setLost(TIME_GONE)
    setValue('visit_hour', '')
  }, [isTimeGone, isServiceGone, isOwnService, setValue])

  const isChoiceGone = isServiceGone && !isOwnService
  useEffect(() => {
    if (!isChoiceGone) return
    setServiceId(undefined)
    setValue('visit_day', '')
    setValue('visit_hour', '')
    setLost(SERVICE_GONE)
  }, [isChoiceGone, setValue])

  const opening = preferredDay && day.value === '' ? firstFreeDay(days, preferredDay) : undefined
  useEffect(() => {
    if (opening) setValue('visit_day', opening, { shouldValidate: formState.isSubmitted })
  }, [opening, setValue, formState.isSubmitted])

  const submit = form.handleSubmit(async (booking) => {
    if (serviceId === undefined) return
    try {
      const body = { ...booking, service_id: serviceId }
      if (!(await meanwhile.save((version) => save.mutateAsync({ body, version })))) return
      draft.settle()
      onSaved()
    } catch (error) {
      if (showFieldProblems(form, error) || !(error instanceof ApiError) || error.status !== 409) return
      clearTime()
      setLost(TIME_GONE)
      times.current?.focus()
    }
  })

  const cancel = () => {
    draft.settle()
    onCancel()
  }

  return (
    <PanelForm onSubmit={submit} {...draft.watch}>
      <PanelBody>
        <DraftOffer draft={draft} />
        <Choice meanwhile={meanwhile} />
        <PagedSelect
          label={LABELS.service_id}
          placeholder="Scegli un servizio"
          list={choices}
          value={serviceId}
          onChange={selectService}
        />
        {options.size > 0 ? (
          <SelectField
            label={LABELS.visit_day}
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
              {isServiceGone && isOwnService && OWN_SERVICE_GONE}
            </p>
            {service.isError && !isServiceGone && (
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
        <p role="status" className={styles.lost}>
          {lost}
        </p>
        {slots.length > 0 ? (
          <TimeGrid
            ref={times}
            slots={slots}
            selected={hour.value}
            onSelect={selectTime}
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
          <TextField label={LABELS.name} autoComplete="off" required {...field('name')} />
          <TextField label={LABELS.surname} autoComplete="off" required {...field('surname')} />
          <TextField label={LABELS.email} inputMode="email" autoComplete="off" required {...field('email')} />
          <TextField label={LABELS.telephone} type="tel" autoComplete="off" required {...field('telephone')} />
        </div>
      </PanelBody>
      <PanelFooter note={<OutdatedHint meanwhile={meanwhile} />}>
        {edited && (
          <Button look="quiet" onClick={cancel}>
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

/** A new booking has no versions yet. */
const NOTHING = { version: 0 } as StaffBooking

const valuesOf = (booking: StaffBooking) => ({ ...pickForm(booking), service_id: booking.service_id })

const pickForm = ({ name, surname, email, telephone, visit_day, visit_hour }: StaffBooking): StaffBookingForm => ({
  name,
  surname,
  email,
  telephone,
  visit_day,
  visit_hour,
})
