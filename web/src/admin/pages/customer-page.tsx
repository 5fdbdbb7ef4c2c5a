import { EyeOff } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { fullColumns } from '../customers/customer-columns.ts'
import { CUSTOMERS_PER_PAGE, customers } from '../customers/customers.queries.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { PagedTable } from '../ui/list-screen.tsx'

export default function CustomerPage() {
  const navigate = useNavigate()
  const id = Number(useParams().id)
  return (
    <AdminPage
      title="Elenco Clienti"
      actions={
        <Button look="quiet" onClick={() => navigate(paths.customers)}>
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
      />
    </AdminPage>
  )
}
