import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { hasHiddenContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { PROPOSED_HOURS, type Proposal } from '@prenoto/core/proposals/proposal-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, FieldError } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import { PagedSelect } from '../../ui/fields/paged-select.tsx'
import { PanelBody, PanelFooter, PanelForm, SidePanel } from '../../ui/panels/side-panel.tsx'
import { dayOptions, slotsOnDay } from '../bookings/booking-form/available-slots.ts'
import { CalendarChoice } from '../bookings/booking-form/calendar-choice.tsx'
import { useAvailability } from '../bookings/booking-form/use-availability.ts'
import { searchedChoices, serviceChoices } from '../bookings/bookings.queries.ts'
import { useToday } from '../configuration/use-today.ts'
import { ProposalLink } from './proposal-link.tsx'
import styles from './proposals.module.css'
import { useCreateProposal } from './proposals.queries.ts'

type Person = Pick<Customer, 'id' | 'name' | 'surname' | 'email' | 'telephone'>

type ProposalPanelProps = { customer: Person; isOpen: boolean; onClose: () => void }

/** Holds two or three free hours for a customer and shows the link with which they book one. */
export const ProposalPanel = ({ customer, isOpen, onClose }: ProposalPanelProps) => (
  <SidePanel title="Proponi orari" isOpen={isOpen} onClose={onClose}>
    <ProposalSteps customer={customer} onClose={onClose} />
  </SidePanel>
)

function ProposalSteps({ customer, onClose }: Omit<ProposalPanelProps, 'isOpen'>) {
  const [created, setCreated] = useState<Proposal>()
  if (!created) return <ProposalForm customer={customer} onCreated={setCreated} onClose={onClose} />
  return (
    <PanelForm onSubmit={onClose}>
      <PanelBody>
        <ProposalLink proposal={created} customer={customer} />
      </PanelBody>
      <PanelFooter>
        <Button type="submit">Fine</Button>
      </PanelFooter>
    </PanelForm>
  )
}

type ProposedHour = { visit_day: PlainDate; visit_hour: PlainTime; calendar_id: number | null }

const isSameHour = (one: ProposedHour, other: ProposedHour) =>
  one.visit_day === other.visit_day && one.visit_hour === other.visit_hour

type ProposalFormProps = { customer: Person; onCreated: (proposal: Proposal) => void; onClose: () => void }

function ProposalForm({ customer, onCreated, onClose }: ProposalFormProps) {
  const today = useToday()
  const [serviceId, setServiceId] = useState<number>()
  const [calendarId, setCalendarId] = useState<number | null>(null)
  const [variantId, setVariantId] = useState<number>()
  const [shownDay, setShownDay] = useState('')
  const [hours, setHours] = useState<ProposedHour[]>([])
  const [sendsEmail, setSendsEmail] = useState(false)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const { mutateAsync: create, isPending } = useCreateProposal()
  const {
    calendars,
    calendarId: chosenCalendar,
    service,
    days,
    isKnown,
  } = useAvailability(serviceId, calendarId, {
    variant: variantId,
  })
  const day = days.some(({ date }) => date === shownDay) ? shownDay : (days[0]?.date ?? '')
  const hasEmail = hasHiddenContacts(customer) || (customer.email !== '' && !isWithoutEmail(customer.email))

  /** Other services have other hours. */
  const change = (update: () => void) => {
    update()
    setHours([])
  }
  const toggle = (hour: ProposedHour) => {
    setIsIncomplete(false)
    setHours(
      hours.some((one) => isSameHour(one, hour)) ? hours.filter((one) => !isSameHour(one, hour)) : [...hours, hour],
    )
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsIncomplete(hours.length < PROPOSED_HOURS.least)
    if (serviceId === undefined || hours.length < PROPOSED_HOURS.least) return
    const body = {
      customer_id: customer.id,
      service_id: serviceId,
      variant_id: variantId,
      hours,
      sends_email: sendsEmail,
    }
    // The mutation shows an error as a toast and reads the slots again.
    await create(body).then(onCreated, () => setHours([]))
  }

  return (
    <PanelForm onSubmit={submit}>
      <PanelBody>
        <p>
          {`Scegli due o tre orari per ${customer.name} ${customer.surname}: li teniamo da parte e con un link ne prenota uno con un tocco. Gli altri tornano liberi.`}
        </p>
        <PagedSelect
          label="Servizio"
          placeholder="Scegli un servizio"
          list={serviceChoices(undefined)}
          search={searchedChoices}
          value={serviceId}
          onChange={(id) =>
            change(() => {
              setServiceId(id)
              setVariantId(undefined)
            })
          }
        />
        {service && service.variants.length > 0 && (
          <SelectField
            label="Variante"
            value={variantId ?? service.variants[0]!.id}
            onChange={({ target }) => change(() => setVariantId(Number(target.value)))}
          >
            {service.variants.map(({ id, name, duration }) => (
              <option key={id} value={id}>
                {`${name} (${duration} min)`}
              </option>
            ))}
          </SelectField>
        )}
        {calendars.length > 0 && (
          <CalendarChoice calendars={calendars} value={chosenCalendar} onChange={setCalendarId} />
        )}
        {days.length > 0 && (
          <SelectField label="Giorno" value={day} onChange={({ target }) => setShownDay(target.value)}>
            {[...dayOptions(days, day, today)].map(([name, options]) => (
              <optgroup key={name} label={name}>
                {options.map(({ value, text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        )}
        {isKnown && days.length === 0 && (
          <p role="status">Ci dispiace ma per questo servizio non ci sono slot disponibili.</p>
        )}
        {day !== '' && (
          <fieldset className="bare" aria-describedby={isIncomplete ? 'proposed-hours-error' : undefined}>
            <legend className="semibold mb-1">Orari</legend>
            <div className={`mb-1 grid gap-2 ${styles.grid}`}>
              {slotsOnDay(days, day).map((visit_hour) => {
                const hour = { visit_day: day as PlainDate, visit_hour, calendar_id: chosenCalendar }
                const isChosen = hours.some((one) => isSameHour(one, hour))
                return (
                  <label
                    key={visit_hour}
                    className={`grid touch place-center border-strong rounded-s medium tabular-nums relative cursor-pointer ${styles.hour}`}
                    translate="no"
                  >
                    <input
                      type="checkbox"
                      className="cover-input"
                      checked={isChosen}
                      disabled={!isChosen && hours.length === PROPOSED_HOURS.most}
                      onChange={() => toggle(hour)}
                    />
                    {toShortTime(visit_hour)}
                  </label>
                )
              })}
            </div>
          </fieldset>
        )}
        <section aria-label="Orari scelti" aria-live="polite">
          <ul className="grid gap-1">
            {hours.map((hour) => (
              <li key={`${hour.visit_day} ${hour.visit_hour}`} className="row gap-2 justify-between">
                <span translate="no">{`${formatDay(hour.visit_day)} alle ${toShortTime(hour.visit_hour)}`}</span>
                <IconButton
                  label={`Togli ${formatDay(hour.visit_day)} alle ${toShortTime(hour.visit_hour)}`}
                  Icon={X}
                  onClick={() => toggle(hour)}
                />
              </li>
            ))}
          </ul>
        </section>
        <FieldError id="proposed-hours" error={isIncomplete ? 'Scegli due o tre orari.' : undefined} />
        {hasEmail && (
          <Checkbox
            label="Manda il link anche per email"
            checked={sendsEmail}
            onChange={({ target }) => setSendsEmail(target.checked)}
          />
        )}
      </PanelBody>
      <PanelFooter>
        <Button look="quiet" onClick={onClose}>
          Annulla
        </Button>
        <Button type="submit" loading={isPending}>
          Tieni gli orari
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}
