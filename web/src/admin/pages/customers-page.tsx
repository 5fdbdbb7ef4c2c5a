import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { discreetColumns } from '../customers/customer-columns.ts'
import { CUSTOMERS_PER_PAGE, customers } from '../customers/customers.queries.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { PagedTable } from '../ui/list-screen.tsx'

export default function CustomersPage() {
  const navigate = useNavigate()
  const from = useLocation().state as { customer?: number } | null
  const [first, setFirst] = useState<Customer>()
  return (
    <AdminPage
      title="Elenco Clienti"
      actions={
        first && (
          <Button look="quiet" onClick={() => navigate(paths.customer(first.id), { preventScrollReset: true })}>
            <Eye size={18} aria-hidden="true" />
            Mostra i recapiti
          </Button>
        )
      }
    >
      <PagedTable
        title="Elenco Clienti"
        list={customers}
        perPage={CUSTOMERS_PER_PAGE}
        columns={discreetColumns}
        emptyText="Non ci sono clienti disponibili"
        startAt={from?.customer}
        onShow={setFirst}
      />
    </AdminPage>
  )
}
