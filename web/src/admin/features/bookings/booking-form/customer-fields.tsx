import type { CustomerSearchResult } from '@prenoto/core/customers/customer-schema.ts'
import { NO_TELEPHONE, WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { Footprints, LockKeyhole } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { CustomerLookup } from '../../customers/customer-lookup.tsx'
import styles from './booking-form.module.css'
import type { BookingForm, VisitChoice } from './use-visit-choice.ts'

type ReturningCustomerProps = {
  form: BookingForm
  visit: VisitChoice
  isFirst: boolean
  onChoose: (id: number) => void
}

const WALK_IN = { name: 'Cliente', surname: 'di passaggio', email: WITHOUT_EMAIL, telephone: NO_TELEPHONE }

/** Finds a returning customer and fills in their data, and their last service if none is chosen. */
export function ReturningCustomer({ form, visit, isFirst, onChoose }: ReturningCustomerProps) {
  const fill = ({ last_service_id, ...customer }: CustomerSearchResult) => {
    onChoose(customer.id)
    for (const name of ['name', 'surname', 'email', 'telephone'] as const)
      form.setValue(name, customer[name], { shouldValidate: true })
    if (visit.serviceId === undefined && last_service_id !== null) visit.selectService(last_service_id)
  }
  return (
    <div className={`grid gap-2 justify-items-start ${styles.returning}`}>
      <CustomerLookup label="Cerca cliente" isFirst={isFirst} floats onChoose={fill} />
      <Button
        look="quiet"
        onClick={() => {
          for (const [name, value] of Object.entries(WALK_IN))
            form.setValue(name as keyof typeof WALK_IN, value, { shouldValidate: true })
        }}
      >
        <Footprints size={18} aria-hidden="true" />
        <span>Cliente di passaggio</span>
      </Button>
    </div>
  )
}

/** In place of the fields of a customer whose processing is restricted. */
export const RestrictedPersonNotice = () => (
  <p className="row gap-2 px-4 py-3 rounded-m sunken">
    <LockKeyhole size={18} aria-hidden="true" />
    Trattamento limitato: nome e recapiti di questo cliente non si vedono e non si cambiano.
  </p>
)
