import { SwitchField } from '../../../ui/fields/switch-field.tsx'
import { isReachable } from '../booking-format.ts'

type CustomerNoticeProps = {
  email: string
  isNew: boolean
  /** Whether the customer gets a message about the changes, unless the staff prevent it. */
  concernsCustomer: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Says whether the customer gets a message, and lets the staff save without it. */
export function CustomerNotice({ email, isNew, concernsCustomer, isOn, onChange }: CustomerNoticeProps) {
  if (!isReachable(email)) return <p className="muted text-s">Senza email il cliente non viene avvisato.</p>
  if (!concernsCustomer)
    return (
      <p className="muted text-s">
        Il cliente viene avvisato solo se cambiano giorno, orario, servizio, con chi o email.
      </p>
    )
  return (
    <SwitchField
      label="Avvisa il cliente"
      hint={isNew ? 'Riceve la conferma per email.' : 'Riceve un’email con i dati nuovi.'}
      isOn={isOn}
      onChange={onChange}
    />
  )
}
