import { Plus } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type CursorList, LIST_PER_PAGE, useList } from '../../lib/crud-queries.ts'
import { interruptedDraft, useOnReopen } from '../../lib/drafts.ts'
import { AdminPage } from '../admin-page.tsx'
import { SidePanel } from '../panels/side-panel.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { Pager } from './pager.tsx'
import { nextSorting, type Sorting, sortItems } from './sort-items.ts'
import { needsMore, pageCount, ROWS_PER_PAGE } from './table-pages.ts'

/** So many rows are read to find one, and no more: in a long list it is not worth the wait. */
const LOOKED_THROUGH = 100

type PagedTableProps<Item extends { id: number }> = {
  title: string
  list: CursorList<Item>
  perPage: number
  columns: Column<Item>[]
  emptyText: string
  onOpen?: (item: Item) => void
  /** The row that the page is about: it is looked for among the first hundred. */
  currentId?: number
  /** A row on the page to begin with. */
  startAt?: number
  /** Told of the first row that is shown. */
  onShow?: (first: Item) => void
}

/** A table over a list that loads as one leafs through it: with all its states. */
export function PagedTable<Item extends { id: number }>({
  title,
  list,
  perPage,
  columns,
  emptyText,
  onOpen,
  currentId,
  startAt,
  onShow,
}: PagedTableProps<Item>) {
  const { items, hasMore, total, isLoading, isFailed, loadMore } = useList(list, perPage)
  const [sorting, setSorting] = useState<Sorting>()
  const [chosenPage, setChosenPage] = useState<number>()

  const sought = currentId ?? startAt
  const foundAt = sought === undefined ? -1 : items.findIndex((item) => item.id === sought)
  const count = pageCount(total)
  const page = Math.min(chosenPage ?? Math.max(0, Math.floor(foundAt / ROWS_PER_PAGE)), count - 1)
  const isLookingFor =
    sought !== undefined && foundAt === -1 && chosenPage === undefined && items.length < LOOKED_THROUGH
  // Sorted by half of its items a list would lie.
  const loadsOn = needsMore(page, items.length, hasMore) || (hasMore && (sorting !== undefined || isLookingFor))

  useEffect(() => {
    if (loadsOn && !isLoading && !isFailed) loadMore()
  }, [loadsOn, isLoading, isFailed, loadMore])

  const start = page * ROWS_PER_PAGE
  const shown = sortItems(items, columns, sorting).slice(start, start + ROWS_PER_PAGE)
  const [first] = shown
  useEffect(() => {
    if (first) onShow?.(first)
  }, [first, onShow])

  if (items.length === 0 && isFailed)
    return (
      <EmptyState tone="danger" text="Non è stato possibile caricare l’elenco.">
        <Button look="quiet" loading={isLoading} onClick={loadMore}>
          Riprova
        </Button>
      </EmptyState>
    )
  if (items.length === 0 && !isLoading && !hasMore) return <EmptyState text={emptyText} />

  return (
    <>
      <DataTable
        title={title}
        columns={columns}
        items={shown}
        sorting={sorting}
        onSort={(column) => {
          setSorting(nextSorting(sorting, column))
          setChosenPage(0)
        }}
        onOpen={onOpen}
        currentId={currentId}
        awaited={shown.length === 0 ? ROWS_PER_PAGE : 0}
      />
      {isFailed && (
        <EmptyState tone="danger" text="Non è stato possibile caricare il resto dell’elenco.">
          <Button look="quiet" loading={isLoading} onClick={loadMore}>
            Riprova
          </Button>
        </EmptyState>
      )}
      <Pager page={page} count={count} onChange={setChosenPage} />
    </>
  )
}

type ListScreenProps<Item extends { id: number }> = {
  title: string
  list: CursorList<Item>
  columns: Column<Item>[]
  emptyText: string
  /** Whether this user may add, change and delete. */
  mayChange: boolean
  /** 'Nuovo utente', 'Modifica utente': the titles of the panel; the first is the button's, too. */
  newTitle: string
  editTitle: string
  /** What else may be done by who may change, before the button that adds. */
  actions?: ReactNode
  /** The form of the panel: of a new item when there is none. */
  form: (item: Item | undefined, close: () => void) => ReactNode
}

/** A list with a side panel to add to it and to change what it holds. */
export function ListScreen<Item extends { id: number }>({
  title,
  list,
  columns,
  emptyText,
  mayChange,
  newTitle,
  editTitle,
  actions,
  form,
}: ListScreenProps<Item>) {
  const [interrupted] = useState(() => interruptedDraft(list.key))
  const [edited, setEdited] = useState(interrupted?.item as Item | undefined)
  const [isOpen, setIsOpen] = useState(interrupted !== undefined)
  const [openings, setOpenings] = useState(0)

  const open = (item?: Item) => {
    setEdited(item)
    setIsOpen(true)
    setOpenings(openings + 1)
  }
  const close = () => setIsOpen(false)
  useOnReopen(list.key, (draft) => open(draft.item as Item | undefined))

  const buttons = mayChange && (
    <>
      {actions}
      <Button onClick={() => open()}>
        <Plus size={18} aria-hidden="true" />
        {newTitle}
      </Button>
    </>
  )
  return (
    <AdminPage title={title} actions={buttons}>
      <PagedTable
        title={title}
        list={list}
        perPage={LIST_PER_PAGE}
        columns={columns}
        emptyText={emptyText}
        onOpen={mayChange ? open : undefined}
      />
      {mayChange && (
        <SidePanel title={edited ? editTitle : newTitle} isOpen={isOpen} onClose={close}>
          <Fragment key={openings}>{form(edited, close)}</Fragment>
        </SidePanel>
      )}
    </AdminPage>
  )
}
