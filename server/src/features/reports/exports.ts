import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import { csvName, dateCell, decimalCell, telephoneCell, typedCell } from '@prenoto/core/reports/csv.ts'
import type { Period } from '@prenoto/core/reports/period.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { csvStream } from '../../lib/csv-stream.ts'
import type { Context } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import {
  type ExportedBooking,
  type ExportedCustomer,
  listExportedBookings,
  listExportedCustomers,
} from './exports.repository.ts'

const ATTENDANCES = { arrived: 'Arrivato', completed: 'Concluso', no_show: 'Non presentato' }

const BOOKING_HEAD = [
  'Data',
  'Ora',
  'Durata (min)',
  'Servizio',
  'Calendario',
  'Prezzo (€)',
  'Esito',
  'Nome',
  'Cognome',
  'Email',
  'Telefono',
  'Prenotata il',
]

export async function bookingsFile(ctx: Context, period: Period) {
  await recordAudit(ctx, { action: 'export.bookings', after: { from: period.from, to: period.to } })
  const content = await readBookingsTable(ctx, period)
  return { name: csvName(ctx.tenant.name, 'prenotazioni', period.from, period.to), content }
}

/** CSV of the bookings of a period. */
export const readBookingsTable = (ctx: Context, period: Period) =>
  csvStream<ExportedBooking>({
    head: BOOKING_HEAD,
    read: (after, limit) => listExportedBookings(ctx, period, { after, limit }),
    toCells: (booking) => [
      dateCell(booking.visit_day),
      toShortTime(booking.visit_hour),
      String(booking.service_duration),
      typedCell(booking.service_name),
      typedCell(booking.calendar_name),
      decimalCell(booking.service_price),
      booking.attendance ? ATTENDANCES[booking.attendance] : '',
      typedCell(booking.name),
      typedCell(booking.surname),
      typedCell(shownEmail(booking.email)),
      telephoneCell(booking.telephone),
      booking.booked_at,
    ],
  })

export async function customersFile(ctx: Context) {
  await recordAudit(ctx, { action: 'export.customers' })
  const content = await readCustomersTable(ctx)
  return { name: csvName(ctx.tenant.name, 'clienti', todayIn(ctx.tenant.time_zone, ctx.now)), content }
}

/** CSV of the customers. */
export const readCustomersTable = (ctx: Context) =>
  csvStream<ExportedCustomer>({
    head: ['Nome', 'Cognome', 'Email', 'Telefono', 'Cliente dal'],
    read: (after, limit) => listExportedCustomers(ctx, after?.id, limit),
    toCells: (customer) => [
      typedCell(customer.name),
      typedCell(customer.surname),
      typedCell(shownEmail(customer.email)),
      telephoneCell(customer.telephone),
      customer.since,
    ],
  })
