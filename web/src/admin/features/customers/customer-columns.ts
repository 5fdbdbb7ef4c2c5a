import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import type { Column } from '../../ui/lists/data-table.tsx'

export const fullName = ({ name, surname }: Customer) => `${name} ${surname}`.trim()

const NAMES: Column<Customer>[] = [
  { title: 'Nome', show: (customer) => customer.name },
  { title: 'Cognome', show: (customer) => customer.surname },
]

/** Masks contacts, so that people near the screen cannot read them. */
export const maskedColumns: Column<Customer>[] = [
  ...NAMES,
  { title: 'Email', show: () => 'Email riservata' },
  { title: 'Telefono', show: () => 'Telefono riservato' },
]

export const fullColumns: Column<Customer>[] = [
  ...NAMES,
  { title: 'Email', show: (customer) => shownEmail(customer.email) },
  { title: 'Telefono', show: (customer) => customer.telephone },
]
