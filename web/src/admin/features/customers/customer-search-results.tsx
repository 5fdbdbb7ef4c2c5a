import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { customerSearchQuery, resultCountText } from './customers.queries.ts'

/** The server's most. */
const SHOWN = 50

type CustomerSearchResultsProps = {
  typed: string
  columns: Column<Customer>[]
  onShow: (first: Customer | undefined) => void
}

/** The customers whom somebody may mean who has typed that, the likeliest first. */
export function CustomerSearchResults({ typed, columns, onShow }: CustomerSearchResultsProps) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...customerSearchQuery(typed, SHOWN),
    placeholderData: keepPreviousData,
  })
  const first = data?.[0]
  useEffect(() => onShow(first), [first, onShow])

  return (
    <>
      {isError ? (
        <EmptyState tone="danger" text="La ricerca non è riuscita.">
          <Button look="quiet" loading={isFetching} onClick={() => refetch()}>
            Riprova
          </Button>
        </EmptyState>
      ) : data?.length === 0 ? (
        <EmptyState text="Nessun cliente trovato." />
      ) : (
        <DataTable title="Elenco Clienti" columns={columns} items={data ?? []} awaited={data ? 0 : 1} />
      )}
      {data?.length === SHOWN && <p>Sono mostrati i primi {SHOWN}: scrivi di più per trovare gli altri.</p>}
      <VisuallyHidden role="status">
        {data && !isError && !isPlaceholderData && resultCountText(data.length)}
      </VisuallyHidden>
    </>
  )
}
