import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { fullColumns } from '../customers/customer-columns.ts'
import { CUSTOMERS_PER_PAGE, customerQuery, customers, isUnknown } from '../customers/customers.queries.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/list-screen.tsx'

export default function CustomerPage() {
  const navigate = useNavigate()
  const id = Number(useParams().id)
  const { error } = useQuery(customerQuery(id))
  const [first, setFirst] = useState<Customer>()
  const toList = () => navigate(paths.customers, { state: { customer: first?.id }, preventScrollReset: true })

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
        onOpen={(customer) => navigate(paths.customer(customer.id), { preventScrollReset: true })}
        currentId={id}
        onShow={setFirst}
      />
    </AdminPage>
  )
}
