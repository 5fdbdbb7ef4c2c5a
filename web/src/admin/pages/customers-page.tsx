import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { Eye, Upload, UserPlus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { adminPaths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { maskedColumns } from '../features/customers/customer-columns.ts'
import { CustomerPanel } from '../features/customers/customer-form/customer-panel.tsx'
import { CustomerSearchResults } from '../features/customers/customer-search-results.tsx'
import {
  CUSTOMERS_PER_PAGE,
  customers,
  MIN_SEARCH_LENGTH,
  NAMES_HINT,
  SEARCH_HINT,
} from '../features/customers/customers.queries.ts'
import { useHasRight, useMay } from '../features/session/session.queries.ts'
import { RelatedPages } from '../features/settings/related-pages.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { PagedTable } from '../ui/lists/list-screen.tsx'

/** The search before Back, from the state of the history entry: an address would put personal data into logs. */
const searchOfEntry = () => (history.state as { search?: string } | null)?.search ?? ''

export default function CustomersPage() {
  const navigate = useNavigate()
  const isAdmin = useMay('admin')
  const showsContacts = useHasRight('contacts')
  const from = useLocation().state as { customer?: number } | null
  const [first, setFirst] = useState<Customer>()
  const [text, setText] = useState(searchOfEntry)
  const [isAdding, setIsAdding] = useState(false)
  const query = text.trim()
  const openFound = ({ id }: Customer) => {
    history.replaceState({ ...history.state, search: text }, '')
    navigate(adminPaths.customer(id))
  }
  return (
    <AdminPage
      title="Elenco Clienti"
      actions={
        <>
          {isAdmin && (
            <Button look="quiet" onClick={() => navigate(adminPaths.import)}>
              <Upload size={18} aria-hidden="true" />
              Importa
            </Button>
          )}
          {first && (
            <Button
              look="quiet"
              onClick={() => navigate(`${adminPaths.customer(first.id)}#${adminPaths.customerList}`)}
            >
              {showsContacts ? <Eye size={18} aria-hidden="true" /> : <UserRound size={18} aria-hidden="true" />}
              <span>{showsContacts ? 'Mostra i recapiti' : 'Apri le schede'}</span>
            </Button>
          )}
          <Button aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
            <UserPlus size={18} aria-hidden="true" />
            <span>Nuovo cliente</span>
          </Button>
        </>
      }
    >
      <TextField
        label="Cerca nell’elenco"
        type="search"
        hint={showsContacts ? SEARCH_HINT : NAMES_HINT}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {query.length < MIN_SEARCH_LENGTH ? (
        <PagedTable
          title="Elenco Clienti"
          list={customers}
          perPage={CUSTOMERS_PER_PAGE}
          columns={maskedColumns}
          emptyText="Non ci sono clienti disponibili"
          guide="importare-i-clienti"
          startAt={from?.customer}
          onShow={setFirst}
        />
      ) : (
        <CustomerSearchResults query={query} columns={maskedColumns} onOpen={openFound} onShow={setFirst} />
      )}
      <CustomerPanel
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onSaved={(saved) => {
          setIsAdding(false)
          navigate(adminPaths.customer(saved.id))
        }}
      />
      <RelatedPages to={['waitingList', 'contactRequests', 'reports', 'privacy']} />
    </AdminPage>
  )
}
