import { PERSON_FIELDS } from '@prenoto/core/bookings/booking-history.ts'
import {
  type StaffBooking,
  type StaffBookingForm,
  staffBookingFormSchema,
} from '@prenoto/core/bookings/booking-schema.ts'
import { updateSeries } from '@prenoto/core/bookings/series.endpoints.ts'
import type { SeriesChange } from '@prenoto/core/bookings/series-schema.ts'
import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type BaseSyntheticEvent, lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { ApiError } from '../../../../lib/api-client.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { cachedItems } from '../../../lib/crud-queries.ts'
import { PagedSelect } from '../../../ui/fields/paged-select.tsx'
import { SwitchField } from '../../../ui/fields/switch-field.tsx'
import { fieldsOf, showFieldProblems, useAdminForm } from '../../../ui/forms/admin-form.ts'
import { AlreadySavedNotice, DraftOffer, EditConflictNotice, OutdatedHint } from '../../../ui/forms/form-notices.tsx'
import { useDraft } from '../../../ui/forms/use-draft.ts'
import { useEditConflict } from '../../../ui/forms/use-edit-conflict.ts'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { PanelBody, PanelFooter, PanelForm } from '../../../ui/panels/side-panel.tsx'
import { BlockedNotice } from '../../customers/blocked-notice.tsx'
import { searchedChoices, serviceChoices, useSaveBooking } from '../bookings.queries.ts'
import { Conflicts } from '../conflicts/conflicts.tsx'
import { SeriesScope } from '../series/series-scope.tsx'
import { ANY_CALENDAR, CalendarChoice, WHO_LABEL } from './calendar-choice.tsx'
import { FreeVisit } from './custom-time.tsx'
import { EmailField } from './email-field.tsx'
import { KnownCustomer } from './known-customer.tsx'
import type { PreferredVisit } from './offered-slots.ts'
import { OfferedVisit } from './offered-visit.tsx'
import { ShiftedDay } from './shifted-day.tsx'
import styles from './staff-booking-form.module.css'
import { useSeries } from './use-series.ts'
import { chosenCalendar, useVisitChoice } from './use-visit-choice.ts'
import { VISIT_LABELS } from './visit-fields.ts'

const SeriesFields = lazy(() => import('./series-fields.tsx'))

const LABELS = {
  service_id: 'Servizio',
  calendar_id: WHO_LABEL,
  ...VISIT_LABELS,
  name: 'Nome',
  surname: 'Cognome',
  email: 'Email',
  telephone: 'Telefono',
}

const CHOOSE_SERVICE = 'Scegli un servizio'

const EMPTY: StaffBookingForm = { name: '', surname: '', email: '', telephone: '', visit_day: '', visit_hour: '' }

type StaffBookingFormProps = {
  /** The booking that is being changed; absent for a new one. */
  edited?: StaffBooking
  /** Chosen along with the service: a day without a slot gives way to the first that has one, an hour that is not offered is typed freely. */
  preferred?: PreferredVisit & { customer?: Customer }
  onSaved: () => void
  onCancel: () => void
}

/** Which service, with whom, when, and who comes. A failure says nothing, but what is offered is read again. */
export default function StaffBookingPanelForm({ edited, preferred = {}, onSaved, onCancel }: StaffBookingFormProps) {
  const form = useAdminForm(
    staffBookingFormSchema,
    edited ? pickForm(edited) : { ...EMPTY, ...personOf(preferred.customer) },
  )
  const { isSubmitting } = form.formState
  const field = fieldsOf(form)
  const [email, telephone] = useWatch({ control: form.control, name: ['email', 'telephone'] })
  const visit = useVisitChoice(form, { edited, preferred })
  const { offer, serviceId } = visit
  const series = useSeries(visit)
  const serviceButton = useRef<HTMLButtonElement>(null)
  const [isFollowing, setIsFollowing] = useState(false)
  const [alreadySaved, setAlreadySaved] = useState<ApiError>()
  const choices = serviceChoices(edited && { id: edited.service_id, name: edited.service_name })
  const save = useSaveBooking(edited?.id)

  const queryClient = useQueryClient()
  const nameOf = (id: unknown) =>
    id === edited?.service_id
      ? edited?.service_name
      : cachedItems(queryClient, choices).find((one) => one.id === id)?.name
  const calendarNameOf = (id: unknown) =>
    id === edited?.calendar_id ? edited?.calendar_name : offer.calendars.find((one) => one.id === id)?.name
  const read = () => ({ ...form.getValues(), ...visit.read(), ...series.read() })
  const editConflict = useEditConflict({
    latest: edited ?? NOTHING,
    valuesOf,
    labels: LABELS,
    readings: {
      service_id: (id) => nameOf(id) ?? 'un altro servizio',
      calendar_id: (id) => (id === null ? ANY_CALENDAR : calendarNameOf(id)) ?? 'qualcun altro',
      visit_hour: (slot) => toShortTime(slot as PlainTime),
      email: (email) => shownEmail(email as string),
    },
    read,
    write: (_, mine) => {
      form.reset(pickForm(mine as StaffBooking))
      visit.write(mine)
      series.write(mine)
    },
  })
  const draft = useDraft(`bookings ${edited?.id ?? 'new'}`, {
    item: edited && editConflict.base,
    read,
    write: ({ item, values }) => editConflict.continueFrom((item ?? NOTHING) as StaffBooking, values),
  })

  const selectScope = (isFollowing: boolean) => {
    setIsFollowing(isFollowing)
    visit.forgetRefusal()
  }

  const goToFreeDay = (date: PlainDate) => {
    visit.day.onChange(date)
    form.setFocus('visit_day')
  }

  /** Leaves the proposed day for the one that was wanted, at a time that is typed. */
  const returnToDay = () => {
    flushSync(() => visit.setFree(true))
    form.setFocus('visit_hour')
  }

  const askForService = (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    visit.askForService()
    form.trigger(PERSON_FIELDS)
    serviceButton.current!.focus()
  }

  type Risk = Pick<SeriesChange, 'override' | 'unmoved_ids'>

  /** Saves the booking; the risk says what is done about conflicts. */
  const submit = (risk: Risk = {}) => {
    if (serviceId === undefined) return askForService
    return form.handleSubmit(async (booking) => {
      try {
        const { visit_day: _, visit_hour: __, ...customer } = booking
        const { override } = risk
        const body = { ...booking, service_id: serviceId, calendar_id: offer.who, any_minute: visit.isFree, ...risk }
        const ofSeries = isFollowing ? updateSeries : undefined
        const key = draft.idempotencyKey()
        const send = (version: number) => save.mutateAsync({ body, version, ofSeries, key })
        const isSaved = series.isOn
          ? await series.book({ ...customer, service_id: serviceId }, { key, override })
          : edited
            ? await editConflict.save(send)
            : await send(0)
        if (!isSaved) return
        draft.clear()
        onSaved()
      } catch (error) {
        draft.noteFailure(error)
        if (!edited && error instanceof ApiError && error.current) return setAlreadySaved(error)
        if (showFieldProblems(form, error) || !(error instanceof ApiError) || error.status !== 409) return
        if (!series.isOn || visit.isFree) visit.refuse(error, isFollowing)
      }
    })
  }

  const isMove =
    edited !== undefined &&
    (visit.day.value !== edited.visit_day || visit.hour.value.slice(0, 5) !== toShortTime(edited.visit_hour))

  const openSaved = (saved: unknown) => {
    const values = { ...form.getValues(), ...visit.read() }
    onCancel()
    draft.continueIn(`bookings ${(saved as StaffBooking).id}`, { item: saved, values })
  }

  const cancel = () => {
    draft.clear()
    onCancel()
  }

  return (
    <PanelForm onSubmit={submit()} {...draft.watch}>
      <PanelBody>
        <DraftOffer draft={draft} />
        <EditConflictNotice editConflict={editConflict} />
        <AlreadySavedNotice error={alreadySaved} onOpen={openSaved} />
        {edited?.series_id && <SeriesScope booking={edited} isFollowing={isFollowing} onChange={selectScope} />}
        <PagedSelect
          ref={serviceButton}
          label={LABELS.service_id}
          placeholder={CHOOSE_SERVICE}
          error={visit.isServiceMissing ? `${CHOOSE_SERVICE}.` : undefined}
          list={choices}
          search={searchedChoices}
          value={serviceId}
          onChange={visit.selectService}
        />
        {offer.calendars.length > 0 && (
          <CalendarChoice calendars={offer.calendars} value={offer.who} onChange={visit.selectCalendar} />
        )}
        {serviceId !== undefined && (
          <SwitchField
            label="Orario libero"
            hint="Qualsiasi giorno, a qualsiasi minuto."
            isOn={visit.isFree}
            onChange={visit.setFree}
          />
        )}
        <ShiftedDay shift={visit.shift} isFree={visit.isFree} onReturn={returnToDay} />
        {visit.isFree ? (
          <FreeVisit day={visit.day} hour={visit.hour} refused={visit.lost} />
        ) : (
          <OfferedVisit visit={visit} onFreeDay={goToFreeDay} />
        )}
        {visit.conflicts && (
          <Conflicts
            conflicts={visit.conflicts}
            advice="Non è stato ancora salvato niente: cambia giorno o orario, oppure continua."
            action={isMove ? 'Sposta lo stesso' : edited ? 'Salva lo stesso' : 'Prenota lo stesso'}
            isSaving={isSubmitting}
            onOverride={(unmoved_ids) => submit({ override: true, ...(isFollowing && { unmoved_ids }) })()}
          />
        )}
        {!edited && <KnownCustomer form={form} visit={visit} isFirst={preferred.hour !== undefined} />}
        <div className={styles.person}>
          <TextField label={LABELS.name} autoComplete="off" required {...field('name')} />
          <TextField label={LABELS.surname} autoComplete="off" required {...field('surname')} />
          <EmailField label={LABELS.email} form={form} />
          <TextField label={LABELS.telephone} type="tel" autoComplete="off" required {...field('telephone')} />
          <BlockedNotice email={email} telephone={telephone} />
        </div>
        {!edited && serviceId !== undefined && (
          <SwitchField
            label="Ripeti"
            hint="Lo stesso giorno, ogni settimana o ogni poche settimane."
            isOn={series.isOn}
            onChange={series.setIsOn}
          />
        )}
        {series.isOn && serviceId !== undefined && (
          <Suspense fallback={<Skeletons count={2} height={72} />}>
            <SeriesFields series={series} />
          </Suspense>
        )}
      </PanelBody>
      <PanelFooter note={<OutdatedHint editConflict={editConflict} />}>
        {edited && (
          <Button look="quiet" onClick={cancel}>
            Annulla
          </Button>
        )}
        <Button type="submit" loading={isSubmitting}>
          {edited
            ? 'Salva modifiche'
            : series.count > 1
              ? `Aggiungi ${series.count} prenotazioni`
              : 'Aggiungi prenotazione'}
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}

/** A new booking has no versions yet. */
const NOTHING = { version: 0 } as StaffBooking

const valuesOf = (booking: StaffBooking) => ({
  ...pickForm(booking),
  service_id: booking.service_id,
  calendar_id: chosenCalendar(booking),
})

const personOf = (customer: Customer | undefined) => {
  if (!customer) return {}
  const { name, surname, email, telephone } = customer
  return { name, surname, email, telephone }
}

const pickForm = ({ name, surname, email, telephone, visit_day, visit_hour }: StaffBooking): StaffBookingForm => ({
  name,
  surname,
  email,
  telephone,
  visit_day,
  visit_hour,
})
