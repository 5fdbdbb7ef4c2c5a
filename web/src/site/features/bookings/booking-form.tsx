import { type PublicBooking, publicBookingFormSchema } from '@prenoto/core/bookings/booking-schema.ts'
import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { BegunBooking } from '@prenoto/core/pages/page-data.ts'
import { getPrice, type OfferedService, type ServiceCalendar } from '@prenoto/core/services/service-schema.ts'
import { formatCost, formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type Ref, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { BotTrap } from '../../ui/bot-trap.tsx'
import { failureMessage } from '../../ui/form-failure.tsx'
import { PersonFields } from '../../ui/person-fields.tsx'
import { RememberedPerson } from '../../ui/remembered-person.tsx'
import { SafetyCheck } from '../../ui/safety-check.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { storePerson } from '../../ui/stored-person.ts'
import { CallButton } from '../configuration/call-button.tsx'
import { Consent } from '../contact/consent.tsx'
import { isSlotTaken } from './book-with-retry.ts'
import styles from './bookings.module.css'
import { cancellationTerms } from './change-deadline.ts'
import { NotesField } from './notes-field.tsx'
import { FORM_TITLE_ID } from './slot-choice/choice-form.tsx'
import { ChooseAnotherSlot, TakenSlot } from './slot-choice/taken-slot.tsx'

export type Person = Omit<PublicBooking, 'visit_day' | 'visit_hour' | 'calendar_id' | 'variant_id' | 'also' | 'source'>

type BookingFormProps = {
  service: OfferedService
  configuration: Configuration
  begun?: BegunBooking
  /** The first day in the strip. */
  start: PlainDate
  day: PlainDate
  /** Undefined until a slot is chosen: the form is hidden but keeps its values. */
  hour: PlainTime | undefined
  /** A chosen slot that another visitor has booked: the form stays and links to the free slots. */
  taken: PlainTime | undefined
  /** The chosen calendar, if any. */
  calendar: ServiceCalendar | undefined
  keptChoice: Pick<ChosenVisit, 'variant' | 'also' | 'source'>
  /** The label of the consent to text messages, if the business sends some. */
  textConsent: string | undefined
  onChooseAnotherSlot: () => void
  onBook: (person: Person) => Promise<void>
  title: Ref<HTMLHeadingElement>
}

/** The message of a failed booking; none for a taken slot, which the page shows as such. */
function refusalText(error: unknown) {
  // With a reason, the server would refuse every slot.
  if (error instanceof ApiError && error.reason) return error.message
  return isSlotTaken(error) ? undefined : failureMessage(error, 'inviare la prenotazione')
}

/** The visitor's personal data. A failed booking keeps them. Before hydration the browser submits the form. */
export function BookingForm({
  service,
  configuration,
  begun,
  start,
  day,
  hour,
  taken,
  calendar,
  keptChoice,
  textConsent,
  onChooseAnotherSlot,
  onBook,
  title,
}: BookingFormProps) {
  const { allow_patient_notes: allowsNotes } = service
  const chosen = `${day} ${hour ?? taken}`
  const from = service.varies ? 'da ' : ''
  const [isRemembered, setIsRemembered] = useState(false)
  const [refusal, setRefusal] = useState({ text: begun?.refusal, of: chosen })
  const { form, field, box, isSending } = useSchemaForm(publicBookingFormSchema, {
    begun,
    send: async (person) => {
      setRefusal({ text: undefined, of: chosen })
      await onBook(person)
      storePerson(isRemembered, person)
    },
    onFailure: (error, atFields) => {
      console.error(error)
      if (!atFields) setRefusal({ text: refusalText(error), of: chosen })
    },
  })

  return (
    <form
      {...form}
      method="post"
      action={`?${new URLSearchParams(chosenVisitQuery({ ...keptChoice, calendar: calendar?.id, start, day, hour: hour ?? taken }))}`}
      target="_self"
      className={styles.booking}
      hidden={!hour && !taken}
      aria-labelledby={FORM_TITLE_ID}
    >
      {begun && <input type="hidden" name="key" value={begun.key} />}
      <div className={styles.head}>
        <h2 id={FORM_TITLE_ID} className="text-l" tabIndex={-1} ref={title}>
          Completa la prenotazione
        </h2>
        <p className="muted">{service.hold_text ?? 'Inserisci i tuoi dati'}</p>
        {hour && (
          <p className={styles.choice} translate="no">
            {`${formatDay(day)} alle ${toShortTime(hour)}${calendar ? ` con ${calendar.name}` : ''}`}
          </p>
        )}
        <p className={styles.visit}>
          <strong>{service.services.map(({ name }) => name).join(' + ')}</strong>
          <span>{`${from}${service.duration} minuti · ${from}${formatCost(getPrice(service))}`}</span>
        </p>
        {taken && (
          <p className={`${styles.choice} ${styles.taken}`}>
            <TakenSlot>{`${formatDay(day)} alle ${toShortTime(taken)}`}</TakenSlot>
          </p>
        )}
      </div>
      <div className={styles.fields}>
        <PersonFields field={field} isLast={!allowsNotes} />
        <div className="grid gap-3 col-span-full">
          {allowsNotes && <NotesField {...field('notes')} />}
          <Consent {...box('privacy')} />
          {textConsent && <Checkbox label={textConsent} {...box('text_consent')} />}
          <RememberedPerson isWanted={!!hour} form={form.ref} isRemembered={isRemembered} onChange={setIsRemembered} />
          {hour && (
            <p className={styles.terms}>
              {cancellationTerms({ visit_day: day, visit_hour: hour }, configuration, Date.now())}
            </p>
          )}
          <BotTrap />
          <SafetyCheck />
          <p
            role="alert"
            className={styles.refusal}
            {...(begun?.refusal !== undefined && { tabIndex: -1, autoFocus: true })}
          >
            {refusal.of === chosen && refusal.text}
          </p>
          {refusal.of === chosen && refusal.text && <CallButton configuration={configuration} />}
          {taken ? (
            <ChooseAnotherSlot wide onChoose={onChooseAnotherSlot} />
          ) : (
            <Button type="submit" wide loading={isSending}>
              Prenota
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
