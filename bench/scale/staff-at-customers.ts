import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { cancelBooking, createBooking } from '@prenoto/core/bookings/bookings.endpoints.ts'
import {
  blockCustomer,
  eraseCustomer,
  exportCustomer,
  listConsents,
  listCustomers,
  listCustomerVisits,
  listDoubles,
  mergeCustomers,
  readBlock,
  readCustomer,
  searchCustomers,
  updateCustomerNotes,
} from '@prenoto/core/customers/customers.endpoints.ts'
import { listServices, readService } from '@prenoto/core/services/services.endpoints.ts'
import { PERSON, someSlots } from './a-visitor.ts'
import type { Ask, Desk } from './desk.ts'

/** Many enough that no two of them are alike by chance. */
const TELEPHONES = 1e9

/** Everything that the staff does with customers, once. */
export async function staffAtCustomers({ ask }: Desk) {
  const { customers } = await ask(listCustomers, { query: {} })
  await ask(listCustomers, { query: { last_id: customers.at(-1)!.id } }, { how: 'the next page' })
  for (const [q, how] of [
    ['gi', 'two letters'],
    ['fontana', 'a surname'],
    ['chiara fo', 'name and surname'],
    ['fontaan', 'a slip of the keys'],
    ['7919', 'four digits'],
  ] as const)
    await ask(searchCustomers, { query: { q } }, { how })

  const params = { id: customers[1]!.id }
  await ask(readCustomer, { params })
  await ask(listCustomerVisits, { params, query: { time: 'over' } })
  await ask(listConsents, { params })
  await ask(listDoubles, { params })
  await ask(exportCustomer, { params })
  await ask(updateCustomerNotes, { params, headers: {}, body: { notes: `Alle ${Date.now()}` } })
  await ask(blockCustomer, { params, body: { is_blocked: true } })
  await ask(readBlock, { body: { email: customers[1]!.email, telephone: '' } })
  await ask(blockCustomer, { params, body: { is_blocked: false } })

  const [one, other] = [await aNewCustomer(ask), await aNewCustomer(ask)]
  await ask(mergeCustomers, { params: { id: one.customer_id }, body: { other_id: other.customer_id } })
  await ask(eraseCustomer, { params: { id: one.customer_id } })
}

/** Who has booked a visit and cancelled it. */
async function aNewCustomer(ask: Ask): Promise<StaffBooking> {
  const telephone = String(3_000_000_000 + Math.floor(Math.random() * TELEPHONES))
  const { services } = await ask(listServices, { query: {} })
  const service_id = services[0]!.id
  const { available_slots } = await ask(readService, { params: { id: service_id }, query: {} })
  const [slot] = someSlots(available_slots.slice(1))
  const body = { ...PERSON, email: `${telephone}@posta.example`, telephone, service_id, ...slot }
  const booked = await ask(createBooking, { headers: {}, body }, { how: 'of a new customer' })
  await ask(cancelBooking, { params: { hiddenId: booked.hidden_id } })
  return booked
}
