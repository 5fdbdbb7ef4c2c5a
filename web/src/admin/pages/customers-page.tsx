import { Eye } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { discreetColumns } from '../customers/customer-columns.ts'
import { CUSTOMERS_PER_PAGE, customers } from '../customers/customers.queries.ts'
import { useList } from '../lib/crud-queries.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { PagedTable } from '../ui/list-screen.tsx'

export default function CustomersPage() {
  const navigate = useNavigate()
  const [first] = useList(customers, CUSTOMERS_PER_PAGE).items
  return (
    <AdminPage
      title="Elenco Clienti"
      actions={
        first && (
          <Button look="quiet" onClick={() => navigate(paths.customer(first.id))}>
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
      />
    </AdminPage>
  )
}
