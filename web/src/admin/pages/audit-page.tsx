import { type AuditFilters, exportAuditEntries } from '@prenoto/core/audit/audit.endpoints.ts'
import { auditGroups } from '@prenoto/core/audit/audit-actions.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getMessage } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from '../features/audit/audit.module.css'
import { auditQuery, auditUsersQuery } from '../features/audit/audit.queries.ts'
import { AuditItem } from '../features/audit/audit-item.tsx'
import { useAuditFilters } from '../features/audit/use-audit-filters.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { SelectField } from '../ui/fields/admin-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { EmptyState, FailedRead } from '../ui/lists/empty-state.tsx'
import { LoadMore } from '../ui/lists/load-more.tsx'
import { Skeletons } from '../ui/lists/skeletons.tsx'

/** The audit trail: who did what, when and from where. */
export default function AuditPage() {
  const { get, set, filters, clear } = useAuditFilters()
  const { data: users = [] } = useQuery(auditUsersQuery)
  const [text, setText] = useState(get('cerca'))
  const query = useDebounced(text)
  useEffect(() => {
    // A text that is still being typed or was cleared is ahead of the debounced one.
    if (query === text && query !== get('cerca')) set('cerca', query)
  })
  const [resets, setResets] = useState(0)

  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <AdminPage
      title="Registro attività"
      actions={<DownloadButton text="Scarica CSV" endpoint={exportAuditEntries} query={filters} />}
    >
      <section key={resets} className={styles.filters} aria-label="Filtri">
        <TextField
          label="Cerca"
          type="search"
          hint="Una persona, un indirizzo, un’attività o un valore."
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <SelectField label="Attività" value={get('tipo')} onChange={({ target }) => set('tipo', target.value)}>
          <option value="">Tutte</option>
          {Object.entries(auditGroups).map(([group, { label }]) => (
            <option key={group} value={group}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label="Utente" value={get('utente')} onChange={({ target }) => set('utente', target.value)}>
          <option value="">Tutti</option>
          {users.map(({ id, name, surname }) => (
            <option key={id} value={id}>
              {`${name} ${surname}`}
            </option>
          ))}
        </SelectField>
        <DateField label="Dal" value={get('da')} onChange={(day) => set('da', day)} />
        <DateField label="Al" value={get('a')} onChange={(day) => set('a', day)} />
      </section>
      <EntryList
        filters={filters}
        isFiltered={isFiltered}
        onClear={() => {
          setText('')
          clear()
          setResets(resets + 1)
        }}
      />
    </AdminPage>
  )
}

type EntryListProps = { filters: AuditFilters; isFiltered: boolean; onClear: () => void }

function EntryList({ filters, isFiltered, onClear }: EntryListProps) {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(auditQuery(filters))

  if (!data && error) return <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeletons count={5} height={96} className="grid gap-2" />

  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0)
    return (
      <EmptyState text={isFiltered ? 'Nessuna attività con questi filtri.' : 'Non c’è ancora nessuna attività.'}>
        {isFiltered && (
          <Button look="quiet" onClick={onClear}>
            Togli i filtri
          </Button>
        )}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-2" aria-label="Attività">
        {entries.map((entry) => (
          <AuditItem key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore isLoading={isFetchingNextPage} hasFailed={isFetchNextPageError} onReached={fetchNextPage} />
      )}
    </>
  )
}
