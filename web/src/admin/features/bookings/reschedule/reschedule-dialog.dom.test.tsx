import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { listSameHours } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { readService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import type { SameHour } from '@prenoto/core/bookings/visit-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { aManagedService } from '@prenoto/test-support/fixtures/services.ts'
import { expect } from 'vitest'
import { Refusal } from '../../../testing/fake-api.ts'
import { test as base, queryClient, screen } from '../../../testing/render-page.tsx'
import { invalidateBookings } from '../bookings.queries.ts'
import RescheduleDialog from './reschedule-dialog.tsx'

const booking: StaffBooking = {
  id: 1,
  hidden_id: 'hidden',
  name: 'Carla',
  surname: 'Verdi',
  email: 'carla@example.com',
  telephone: '',
  customer_id: 1,
  visit_day: '2027-03-01' as PlainDate,
  visit_hour: '11:00:00' as PlainTime,
  service_id: 1,
  service_name: 'Taglio',
  service_duration: 30,
  service_price: '20.00',
  service_color: '#FFFFFF',
  services: [],
  calendar_id: 1,
  calendar_name: 'Sala',
  patient_notes: '',
  buffer_before: 0,
  buffer_after: 0,
  processing_times: [],
  overridden_conflicts: null,
  series_id: null,
  attendance: null,
  version: 1,
}

const calendars = [
  { id: 1, name: 'Sala', note: '', picture: '' },
  { id: 2, name: 'Bruno', note: '', picture: '' },
]

const test = base.extend(
  'open',
  ({ api, render, user }) =>
    async (listColleagues: () => Promise<SameHour[] | Refusal>) => {
      api.on(readService, () => ({ ...aManagedService({ calendars }), visit_preparation: '', useless_gaps: [] }))
      api.on(listSameHours, ({ query }) => (query.calendar_id === 'any' ? listColleagues() : []))
      render(
        <RescheduleDialog
          booking={booking}
          today={booking.visit_day}
          opener={document.body}
          onRescheduled={() => {}}
          onClose={() => {}}
        />,
      )
      await user.selectOptions(await screen.findByRole('combobox', { name: 'Con chi?' }), 'Chiunque')
    },
)

const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sposta' })

test('a reschedule to anyone waits until the colleagues are read, but not when they are read again', async ({
  open,
  user,
}) => {
  const reads: (() => void)[] = []
  await open(() => new Promise((resolve) => reads.push(() => resolve([]))))
  await expect.poll(() => reads.length).toBe(1)
  expect(submitButton().disabled).toBe(true)
  reads[0]!()
  await expect.poll(() => submitButton().disabled).toBe(false)

  invalidateBookings(queryClient)
  await expect.poll(() => reads.length).toBe(2)
  expect(submitButton().disabled).toBe(false)
  await user.click(submitButton())
  await screen.findByText(/^A quest’ora nessun altro è libero/)
  reads[1]!()
})

test('a reschedule to anyone reads the colleagues again after a failure', async ({ open, user, allowErrors }) => {
  allowErrors(/503/)
  let isFailing = true
  await open(async () => (isFailing ? new Refusal(503, { detail: 'Riprova tra poco.' }) : []))
  await expect.poll(() => submitButton().disabled).toBe(false)

  isFailing = false
  await user.click(submitButton())
  await screen.findByText('Riprova tra poco.')
  await expect.poll(() => submitButton().disabled).toBe(false)
  await user.click(submitButton())
  await screen.findByText(/^A quest’ora nessun altro è libero/)
})
