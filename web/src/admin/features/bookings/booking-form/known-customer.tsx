import type { CustomerSearchResult } from '@prenoto/core/customers/customer-schema.ts'
import { CustomerLookup } from '../../customers/customer-lookup.tsx'
import type { BookingForm, VisitChoice } from './use-visit-choice.ts'

type KnownCustomerProps = { form: BookingForm; visit: VisitChoice; isFirst: boolean }

/** Fills in who has come before, and the service that they had last if none is chosen. */
export function KnownCustomer({ form, visit, isFirst }: KnownCustomerProps) {
  const fill = ({ last_service_id, ...customer }: CustomerSearchResult) => {
    for (const name of ['name', 'surname', 'email', 'telephone'] as const)
      form.setValue(name, customer[name], { shouldValidate: true })
    if (visit.serviceId === undefined && last_service_id !== null) visit.selectService(last_service_id)
  }
  return <CustomerLookup label="Cerca cliente" isFirst={isFirst} floats onChoose={fill} />
}
