import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { EmptyState, FailedRead } from '../../ui/lists/empty-state.tsx'
import { fullName } from './customer-columns.ts'
import { customerSearchQuery, resultCountText } from './customers.queries.ts'

/** The maximum of the endpoint. */
const MAX_RESULTS = 50

type CustomerSearchResultsProps = {
  query: string
  columns: Column<Customer>[]
  onOpen: (customer: Customer) => void
  onShow: (first: Customer | undefined) => void
}

/** The customers that match a query, best match first. */
export function CustomerSearchResults({ query, columns, onOpen, onShow }: CustomerSearchResultsProps) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...customerSearchQuery(query, MAX_RESULTS),
    placeholderData: keepPreviousData,
  })
  const first = data?.customers[0]
  useEffect(() => onShow(first), [first, onShow])

  return (
    <>
      {isError ? (
        <FailedRead text="La ricerca non è riuscita." isBusy={isFetching} onRetry={() => refetch()} />
      ) : data?.customers.length === 0 ? (
        <EmptyState text="Nessun cliente trovato." />
      ) : (
        <DataTable
          title="Elenco Clienti"
          columns={columns}
          items={data?.customers ?? []}
          onOpen={onOpen}
          getName={fullName}
          skeletons={data ? 0 : 1}
        />
      )}
      {data?.has_more && <p>{`Sono mostrati i primi ${MAX_RESULTS}: scrivi di più per trovare gli altri.`}</p>}
      <VisuallyHidden role="status">{data && !isError && !isPlaceholderData && resultCountText(data)}</VisuallyHidden>
    </>
  )
}
