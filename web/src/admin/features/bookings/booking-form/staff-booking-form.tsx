import { PERSON_FIELDS } from '@prenoto/core/bookings/booking-history.ts'
import {
  type StaffBooking,
  type StaffBookingForm,
  staffBookingFormSchema,
} from '@prenoto/core/bookings/booking-schema.ts'
import { updateSeries } from '@prenoto/core/bookings/series.endpoints.ts'
import type { SeriesChange } from '@prenoto/core/bookings/series-schema.ts'
import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { isRestrictedPerson } from '@prenoto/core/customers/restricted-person.ts'
import { HIDDEN_EMAIL, hasHiddenContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { NO_TELEPHONE, shownEmail } from '@prenoto/core/fields/without-email.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type BaseSyntheticEvent, lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { ApiError } from '../../../../lib/api-client.ts'
import { adminPaths, paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { cachedItems } from '../../../lib/crud-queries.ts'
import { PagedSelect } from '../../../ui/fields/paged-select.tsx'
import { SwitchField } from '../../../ui/fields/switch-field.tsx'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../../ui/forms/admin-form.ts'
import { AlreadySavedNotice, DraftOffer, EditConflictNotice, OutdatedHint } from '../../../ui/forms/form-notices.tsx'
import { useDraft } from '../../../ui/forms/use-draft.ts'
import { useEditConflict } from '../../../ui/forms/use-edit-conflict.ts'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { PanelBody, PanelFooter, PanelForm } from '../../../ui/panels/side-panel.tsx'
import { useConfiguration } from '../../configuration/configuration.queries.ts'
import { nowIn } from '../../configuration/use-now.ts'
import { BlockedNotice } from '../../customers/blocked-notice.tsx'
import { EmailField, HIDDEN_TEXTS, TelephoneField } from '../../customers/contact-fields.tsx'
import { ExistingCustomer } from '../../customers/existing-customer.tsx'
import { isReachable } from '../booking-format.ts'
import { searchedChoices, serviceChoices, useSaveBooking } from '../bookings.queries.ts'
import { Conflicts } from '../conflicts/conflicts.tsx'
import { SeriesScope } from '../series/series-scope.tsx'
import type { PreferredVisit } from './available-slots.ts'
import styles from './booking-form.module.css'
import { ANY_CALENDAR, CALENDAR_CHOICE_LABEL, CalendarChoice } from './calendar-choice.tsx'
import { RestrictedPersonNotice, ReturningCustomer } from './customer-fields.tsx'
import { CustomerNotice } from './customer-notice.tsx'
import { ProposedDayNotice } from './proposed-day-notice.tsx'
import { SamePerson, useSamePerson } from './same-person.tsx'
import { ServicesFields } from './services-fields.tsx'
import { SlotFields } from './slot-fields.tsx'
import { useSeries } from './use-series.ts'
import { bookedServices, chosenCalendar, useVisitChoice } from './use-visit-choice.ts'
import { CustomTimeFields, VISIT_LABELS } from './visit-fields.tsx'

const SeriesFields = lazy(() => import('./series-fields.tsx'))

const LABELS = {
  service_id: 'Servizio',
  variant_id: 'Variante',
  also: 'Altri servizi',
  calendar_id: CALENDAR_CHOICE_LABEL,
  ...VISIT_LABELS,
  name: 'Nome',
  surname: 'Cognome',
  email: 'Email',
  telephone: 'Telefono',
}

const CHOOSE_SERVICE = 'Scegli un servizio'

const EMPTY: StaffBookingForm = { name: '', surname: '', email: '', telephone: '', visit_day: '', visit_hour: '' }

/** The added bookings, if any, and whether the customer gets a message. */
export type SavedBookings = { added: StaffBooking[]; isNotified: boolean }

type StaffBookingFormProps = {
  edited?: StaffBooking
  /** Applied once a service is chosen, see `chooseInitialVisit`. */
  preferred?: PreferredVisit & { customer?: Customer }
  onSaved: (saved: SavedBookings) => void
  onCancel: () => void
}

/** The form of a new or an edited booking. */
export default function StaffBookingPanelForm({ edited, preferred = {}, onSaved, onCancel }: StaffBookingFormProps) {
  const form = useAdminForm(
    staffBookingFormSchema,
    edited ? pickForm(edited) : { ...EMPTY, ...pickCustomerFields(preferred.customer) },
  )
  const { isSubmitting } = form.formState
  const field = fieldRegister(form)
  const [email, telephone] = useWatch({ control: form.control, name: ['email', 'telephone'] })
  const visit = useVisitChoice(form, { edited, preferred })
  const { availability, serviceId } = visit
  const series = useSeries(visit)
  const samePerson = useSamePerson(form, edited)
  const { time_zone } = useConfiguration()
  const serviceButton = useRef<HTMLButtonElement>(null)
  const [isFollowing, setIsFollowing] = useState(false)
  const [notifies, setNotifies] = useState(true)
  /** The customer whose hidden contacts are in the form. */
  const [customerId, setCustomerId] = useState(preferred.customer?.id)
  const [alreadySaved, setAlreadySaved] = useState<ApiError>()
  const [existing, setExisting] = useState<ApiError>()
  const choices = serviceChoices(edited && { id: edited.service_id, name: edited.service_name })
  const save = useSaveBooking(edited?.id)

  const queryClient = useQueryClient()
  const findServiceName = (id: unknown) =>
    id === edited?.service_id
      ? edited?.service_name
      : cachedItems(queryClient, choices).find((one) => one.id === id)?.name
  const findCalendarName = (id: unknown) =>
    id === edited?.calendar_id ? edited?.calendar_name : availability.calendars.find((one) => one.id === id)?.name
  const read = () => ({ ...form.getValues(), ...visit.read(), ...series.read(), customer_id: customerId, notifies })
  const editConflict = useEditConflict({
    latest: edited ?? UNSAVED,
    toValues,
    labels: LABELS,
    formats: {
      service_id: (id) => findServiceName(id) ?? 'un altro servizio',
      variant_id: (id) => availability.service?.variants.find((one) => one.id === id)?.name ?? 'un’altra',
      also: (also) => (also ? 'altri' : 'nessuno'),
      calendar_id: (id) => (id === null ? ANY_CALENDAR : findCalendarName(id)) ?? 'qualcun altro',
      visit_hour: (slot) => toShortTime(slot as PlainTime),
      email: (email) => (email === HIDDEN_EMAIL ? HIDDEN_TEXTS.email : shownEmail(email as string)),
    },
    read,
    write: (_, values) => {
      form.reset(pickForm(values as StaffBooking))
      visit.write(values)
      series.write(values)
      if (typeof values.customer_id === 'number') setCustomerId(values.customer_id)
      if (typeof values.notifies === 'boolean') setNotifies(values.notifies)
    },
  })
  const draft = useDraft(`bookings ${edited?.id ?? 'new'}`, {
    page: edited ? adminPaths.appointment(edited.id) : paths.dashboard,
    item: edited && editConflict.base,
    read,
    write: ({ item, values }) => editConflict.continueFrom((item ?? UNSAVED) as StaffBooking, values),
  })

  const selectScope = (isFollowing: boolean) => {
    setIsFollowing(isFollowing)
    visit.clearRefusal()
  }

  const goToDay = (date: PlainDate) => {
    visit.day.onChange(date)
    form.setFocus('visit_day')
  }

  const chooseNow = () => {
    const { date, minutes } = nowIn(time_zone)
    visit.setCustomTime(true)
    visit.day.onChange(date)
    visit.hour.onChange(toShortTime(toPlainTime(minutes)))
  }

  /** Returns from the proposed day to the requested one, with a custom time. */
  const returnToDay = () => {
    flushSync(() => visit.setCustomTime(true))
    form.setFocus('visit_hour')
  }

  const requireService = (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    visit.requireService()
    form.trigger(PERSON_FIELDS)
    serviceButton.current!.focus()
  }

  type ConflictChoice = Pick<SeriesChange, 'override' | 'keep_time_ids'>

  /** Saves the booking; `conflictChoice` overrides conflicts or leaves visits of a series as they are. */
  const submit = (conflictChoice: ConflictChoice = {}) => {
    if (serviceId === undefined) return requireService
    return form.handleSubmit(async (booking) => {
      setExisting(undefined)
      try {
        const person = {
          ...booking,
          ...(!edited && hasHiddenContacts(booking) && { customer_id: customerId }),
          ...(!notifies && { notifies_customer: false }),
        }
        const { visit_day: _, visit_hour: __, ...customer } = person
        const { override } = conflictChoice
        const services = { variant_id: visit.variantId, also: visit.also ?? '' }
        const body = {
          ...person,
          service_id: serviceId,
          ...services,
          calendar_id: availability.calendarId,
          any_minute: visit.isCustomTime,
          ...(samePerson.isSame && { corrects_customer: true }),
          ...conflictChoice,
        }
        const ofSeries = isFollowing ? updateSeries : undefined
        const key = draft.idempotencyKey()
        const send = (version: number) => save.mutateAsync({ body, version, ofSeries, key })
        const added = series.isOn
          ? await series.book({ ...customer, service_id: serviceId, ...services }, { key, override })
          : edited
            ? (await editConflict.save(send)) && []
            : [await send(0)]
        if (!added) return
        draft.clear()
        onSaved({ added, isNotified: notifies && concernsCustomer && !isRestricted && isReachable(booking.email) })
      } catch (error) {
        draft.handleFailure(error)
        if (!edited && error instanceof ApiError && error.current) return setAlreadySaved(error)
        if (error instanceof ApiError && error.reason === 'customer-exists') return setExisting(error)
        if (showFieldProblems(form, error) || !(error instanceof ApiError) || error.status !== 409) return
        if (!series.isOn || visit.isCustomTime) visit.refuse(error, isFollowing)
      }
    })
  }

  const isReschedule =
    edited !== undefined &&
    (visit.day.value !== edited.visit_day || visit.hour.value.slice(0, 5) !== toShortTime(edited.visit_hour))

  const isMoved =
    isReschedule ||
    serviceId !== edited?.service_id ||
    (visit.variantId ?? null) !== (bookedServices(edited).variantId ?? null) ||
    (visit.also ?? '') !== (bookedServices(edited).also ?? '') ||
    (availability.calendarId !== null && availability.calendarId !== edited?.calendar_id)
  const isRestricted = isRestrictedPerson({ email, telephone })
  const concernsCustomer = !edited || isMoved || email.trim() !== edited.email

  const openSaved = (saved: unknown) => {
    const values = { ...form.getValues(), ...visit.read() }
    onCancel()
    const { id } = saved as StaffBooking
    draft.continueIn({ form: `bookings ${id}`, page: adminPaths.appointment(id) }, { item: saved, values })
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
        <ServicesFields visit={visit} edited={edited} />
        {availability.calendars.length > 0 && (
          <CalendarChoice
            calendars={availability.calendars}
            value={availability.calendarId}
            onChange={visit.selectCalendar}
          />
        )}
        {serviceId !== undefined && (
          <div className="row gap-x-4 gap-y-2 flex-wrap justify-between">
            <SwitchField
              label="Orario libero"
              hint="Qualsiasi giorno, a qualsiasi minuto."
              isOn={visit.isCustomTime}
              onChange={visit.setCustomTime}
            />
            {!edited && (
              <Button look="quiet" onClick={chooseNow}>
                Adesso
              </Button>
            )}
          </div>
        )}
        <ProposedDayNotice proposedDay={visit.proposedDay} isCustomTime={visit.isCustomTime} onReturn={returnToDay} />
        {visit.isCustomTime ? (
          <CustomTimeFields day={visit.day} hour={visit.hour} refusal={visit.refusal} />
        ) : (
          <SlotFields visit={visit} onNextDay={goToDay} />
        )}
        {visit.conflicts && (
          <Conflicts
            conflicts={visit.conflicts}
            advice="Non è stato ancora salvato niente: cambia giorno o orario, oppure continua."
            action={isReschedule ? 'Sposta lo stesso' : edited ? 'Salva lo stesso' : 'Prenota lo stesso'}
            isSaving={isSubmitting}
            onOverride={(keep_time_ids) => submit({ override: true, ...(isFollowing && { keep_time_ids }) })()}
          />
        )}
        {!edited && (
          <ReturningCustomer
            form={form}
            visit={visit}
            isFirst={preferred.hour !== undefined}
            onChoose={setCustomerId}
          />
        )}
        {isRestricted ? (
          <RestrictedPersonNotice />
        ) : (
          <div className={`grid gap-x-4 gap-y-2 mt-2 ${styles.customer}`}>
            <TextField label={LABELS.name} autoComplete="off" required {...field('name')} />
            <TextField label={LABELS.surname} autoComplete="off" required {...field('surname')} />
            <EmailField label={LABELS.email} form={form} />
            <TelephoneField label={LABELS.telephone} form={form} />
            {edited && samePerson.isSame !== undefined && (
              <SamePerson edited={edited} isSame={samePerson.isSame} onChange={samePerson.setChoice} />
            )}
            <ExistingCustomer refusal={existing} onOpen={onCancel} />
            <BlockedNotice email={email} telephone={telephone} customerId={edited?.customer_id ?? customerId} />
          </div>
        )}
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
        {!isRestricted && (
          <CustomerNotice
            email={email}
            isNew={!edited}
            concernsCustomer={concernsCustomer}
            isOn={notifies}
            onChange={setNotifies}
          />
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

/** Stands for the saved version while the booking is new. */
const UNSAVED = { version: 0 } as StaffBooking

const toValues = (booking: StaffBooking) => ({
  ...pickForm(booking),
  service_id: booking.service_id,
  variant_id: bookedServices(booking).variantId,
  also: bookedServices(booking).also,
  calendar_id: chosenCalendar(booking),
})

const pickCustomerFields = (customer: Customer | undefined) => {
  if (!customer) return {}
  const { name, surname, email, telephone } = customer
  return { name, surname, email, telephone }
}

const pickForm = ({ name, surname, email, telephone, visit_day, visit_hour }: StaffBooking): StaffBookingForm => ({
  name,
  surname,
  email,
  telephone: telephone || NO_TELEPHONE,
  visit_day,
  visit_hour,
})
