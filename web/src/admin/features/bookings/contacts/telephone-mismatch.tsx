import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { adoptTelephone } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import { nationalNumber } from '@prenoto/core/fields/telephone.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PhoneForwarded } from 'lucide-react'
import { ApiError, api } from '../../../../lib/api-client.ts'
import { maskTelephone } from '../../../../lib/mask.ts'
import { Button } from '../../../../ui/button.tsx'
import { reportFailure } from '../../../../ui/report-failure.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { customerQuery, useCustomer } from '../../customers/customers.queries.ts'
import { BookingMark } from '../booking-mark.tsx'
import styles from '../bookings.module.css'
import { bookingQuery } from '../bookings.queries.ts'

type TelephoneMismatchProps = { booking: StaffBooking; isShown: boolean }

/** Shows a booking's telephone if it differs from the customer's, with a button that adopts it. */
export function TelephoneMismatch({ booking, isShown }: TelephoneMismatchProps) {
  const { customer_id, telephone } = booking
  const customer = useCustomer(customer_id)
  const { mutate: adopt, isPending } = useAdoptTelephone(booking)
  if (!customer || !telephone || nationalNumber(customer.telephone) === nationalNumber(telephone)) return null
  const show = (number: string) => (isShown ? number : maskTelephone(number))
  const knownNumber = customer.telephone
    ? `quello del cliente è ${show(customer.telephone)}`
    : 'il cliente non ne ha uno'
  return (
    <li className={`flex-wrap ${styles.contactActions}`}>
      <BookingMark Icon={PhoneForwarded} text={`Altro numero: ${show(telephone)} (${knownNumber})`} />
      <Button look="quiet" loading={isPending} onClick={() => adopt()}>
        Usa questo numero
      </Button>
    </li>
  )
}

function useAdoptTelephone({ id, customer_id, version }: StaffBooking) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(adoptTelephone, { params: { id }, headers: ifMatchHeader(version) }),
    onSuccess: () => {
      showToast('success', 'Numero del cliente aggiornato')
      queryClient.invalidateQueries({ queryKey: customerQuery(customer_id).queryKey })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.current)
        queryClient.setQueryData(bookingQuery(id).queryKey, error.current as StaffBooking)
      reportFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: bookingQuery(id).queryKey }),
  })
}
