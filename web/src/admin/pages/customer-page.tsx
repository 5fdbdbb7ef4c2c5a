import type { Customer, CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { BookingPanel } from '../bookings/booking-panel.tsx'
import { fullColumns } from '../customers/customer-columns.ts'
import { CustomerSheet } from '../customers/customer-sheet.tsx'
import { CUSTOMERS_PER_PAGE, customerQuery, customers, isUnknown } from '../customers/customers.queries.ts'
import { navigate } from '../lib/history.ts'
import { useIdInAddress } from '../lib/router.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/list-screen.tsx'
import { Skeletons } from '../ui/skeletons.tsx'

export default function CustomerPage() {
  const id = useIdInAddress()
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  const [first, setFirst] = useState<Customer>()
  const toList = () => navigate(paths.customers, { state: { customer: first?.id }, keepsScroll: true })

  // A double that was merged meanwhile is somebody else now.
  const mergedInto = customer && customer.id !== id ? customer.id : undefined
  useEffect(() => {
    if (mergedInto) navigate(paths.customer(mergedInto), { replace: true, keepsScroll: true })
  }, [mergedInto])

  if (isUnknown(error))
    return (
      <AdminPage title="Elenco Clienti">
        <EmptyState text="Questo cliente non esiste o è stato cancellato.">
          <Button look="quiet" onClick={toList}>
            Torna all’elenco
          </Button>
        </EmptyState>
      </AdminPage>
    )
  return (
    <AdminPage
      title="Elenco Clienti"
      actions={
        <Button look="quiet" onClick={toList}>
          <EyeOff size={18} aria-hidden="true" />
          Nascondi i recapiti
        </Button>
      }
    >
      <PagedTable
        title="Elenco Clienti"
        list={customers}
        perPage={CUSTOMERS_PER_PAGE}
        columns={fullColumns}
        emptyText="Non ci sono clienti disponibili"
        onOpen={(customer) => navigate(paths.customer(customer.id), { keepsScroll: true })}
        currentId={id}
        onShow={setFirst}
      />
      {customer ? (
        <Person key={customer.id} customer={customer} />
      ) : error ? (
        <EmptyState tone="danger" text="Non è stato possibile leggere la scheda del cliente.">
          <Button look="quiet" onClick={() => refetch()}>
            Riprova
          </Button>
        </EmptyState>
      ) : (
        <Skeletons count={3} height={120} />
      )}
    </AdminPage>
  )
}

function Person({ customer }: { customer: CustomerProfile }) {
  const [isBooking, setIsBooking] = useState(false)
  return (
    <>
      <CustomerSheet customer={customer} onBook={() => setIsBooking(true)} />
      <BookingPanel isOpen={isBooking} onClose={() => setIsBooking(false)} preferred={{ customer }} />
    </>
  )
}
