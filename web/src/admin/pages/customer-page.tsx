import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, EyeOff, List, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { adminPaths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { BookingPanel } from '../features/bookings/booking-form/booking-panel.tsx'
import { fullColumns, fullName, maskedColumns } from '../features/customers/customer-columns.ts'
import { CustomerPanel } from '../features/customers/customer-form/customer-panel.tsx'
import { CustomerSheet } from '../features/customers/customer-sheet/customer-sheet.tsx'
import { RestrictedNotice } from '../features/customers/customer-sheet/restriction.tsx'
import { CUSTOMERS_PER_PAGE, customerQuery, customers, isNotFound } from '../features/customers/customers.queries.ts'
import { reportContactsRead } from '../features/customers/report-contacts-read.ts'
import { HealthSection } from '../features/health-notes/health-section.tsx'
import { Proposals } from '../features/proposals/proposals.tsx'
import { useHasRight } from '../features/session/session.queries.ts'
import { TextConsent } from '../features/text-messages/text-consent.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState, FailedRead } from '../ui/lists/empty-state.tsx'
import { PagedTable } from '../ui/lists/list-screen.tsx'
import { Skeletons } from '../ui/lists/skeletons.tsx'
import styles from './pages.module.css'

/** Returns a function that opens the list of customers, at the page of one of them. */
function useOpenList() {
  const navigate = useNavigate()
  return (customer?: number) => navigate(adminPaths.customers, { state: { customer } })
}

export default function CustomerPage() {
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const openList = useOpenList()
  const { data: customer, error, isPending, refetch } = useQuery(customerQuery(id))
  const [isBooking, setIsBooking] = useState(false)
  const [isEditing, setIsEditing] = useState(false)

  const showsContacts = useHasRight('contacts')
  const isUsable = customer && !customer.restriction
  const shownId = isUsable ? customer.id : undefined
  useEffect(() => {
    if (shownId !== undefined && showsContacts) reportContactsRead(shownId)
  }, [shownId, showsContacts])

  // The id of a duplicate that was merged meanwhile finds another customer.
  const mergedInto = customer && customer.id !== id ? customer.id : undefined
  useEffect(() => {
    if (mergedInto) navigate(adminPaths.customer(mergedInto), { replace: true, preventScrollReset: true })
  }, [mergedInto, navigate])

  if (isNotFound(error))
    return (
      <AdminPage title="Elenco Clienti">
        <EmptyState text="Questo cliente non esiste o è stato cancellato.">
          <Button look="quiet" onClick={() => openList()}>
            Torna all’elenco
          </Button>
        </EmptyState>
      </AdminPage>
    )
  return (
    <AdminPage
      title={customer ? fullName(customer) : 'Cliente'}
      isPending={isPending}
      actions={
        isUsable && (
          <>
            <Button look="quiet" aria-haspopup="dialog" onClick={() => setIsEditing(true)}>
              <Pencil size={18} aria-hidden="true" />
              <span>Modifica</span>
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setIsBooking(true)}>
              <CalendarPlus size={18} aria-hidden="true" />
              Prenota
            </Button>
          </>
        )
      }
    >
      {customer?.restriction ? (
        <RestrictedNotice customer={customer} />
      ) : customer ? (
        <CustomerSheet key={customer.id} customer={customer}>
          <Proposals customer={customer} />
          <TextConsent customerId={customer.id} />
          {customer.has_health_notes && <HealthSection customerId={customer.id} />}
        </CustomerSheet>
      ) : error ? (
        <FailedRead text="Non è stato possibile leggere la scheda del cliente." onRetry={() => refetch()} />
      ) : (
        <Skeletons count={3} height={120} />
      )}
      <CustomerList id={id} isPending={isPending} />
      {isUsable && (
        <BookingPanel
          key={`booking ${customer.id}`}
          isOpen={isBooking}
          onClose={() => setIsBooking(false)}
          preferred={{ customer }}
        />
      )}
      {isUsable && (
        <CustomerPanel
          key={`data ${customer.id}`}
          isOpen={isEditing}
          onClose={() => setIsEditing(false)}
          customer={customer}
          onSaved={() => setIsEditing(false)}
        />
      )}
    </AdminPage>
  )
}

/** The list with the contacts that the user may see, below the customer; the hash of the address focuses it. */
function CustomerList({ id, isPending }: { id: number; isPending: boolean }) {
  const [first, setFirst] = useState<Customer>()
  const title = useRef<HTMLHeadingElement>(null)
  const { hash, key: arrival } = useLocation()
  const navigate = useNavigate()
  const openList = useOpenList()
  const hasItems = first !== undefined
  const showsContacts = useHasRight('contacts')
  useEffect(() => {
    if (hasItems && showsContacts) reportContactsRead(null)
  }, [hasItems, showsContacts])
  useEffect(() => {
    if (arrival && !isPending && hash === `#${adminPaths.customerList}`) title.current!.focus()
  }, [hash, arrival, isPending])

  return (
    <div id={adminPaths.customerList} className={`stack gap-4 min-w-0 border-t ${styles.list}`}>
      <header className={`row flex-wrap justify-between ${styles.head}`}>
        <h2 ref={title} tabIndex={-1} className={styles.title}>
          Elenco Clienti
        </h2>
        <Button look="quiet" onClick={() => openList(first?.id)}>
          {showsContacts ? <EyeOff size={18} aria-hidden="true" /> : <List size={18} aria-hidden="true" />}
          <span>{showsContacts ? 'Nascondi i recapiti' : 'Torna all’elenco'}</span>
        </Button>
      </header>
      <PagedTable
        title="Elenco Clienti"
        list={customers}
        perPage={CUSTOMERS_PER_PAGE}
        columns={showsContacts ? fullColumns : maskedColumns}
        emptyText="Non ci sono clienti disponibili"
        onOpen={(customer) => navigate(adminPaths.customer(customer.id))}
        getName={fullName}
        currentId={id}
        onShow={setFirst}
      />
    </div>
  )
}
