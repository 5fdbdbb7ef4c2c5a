import { Plus } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { searchText } from '../../../lib/search-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { type CursorList, LIST_PER_PAGE, useList } from '../../lib/crud-queries.ts'
import { interruptedDraft, useOnReopen } from '../../lib/drafts.ts'
import { AdminPage } from '../admin-page.tsx'
import { GuideLink } from '../guide-link.tsx'
import { SidePanel } from '../panels/side-panel.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { EmptyState, FailedRead } from './empty-state.tsx'
import { Pager } from './pager.tsx'
import { nextSorting, type Sorting, sortItems } from './sort-items.ts'
import { needsMore, pageCount, ROWS_PER_PAGE } from './table-pages.ts'

/** At most this many rows are read to find the current one. */
const MAX_SEARCHED = 100

type ListSearch<Item> = { getName: (item: Item) => string; noneText: string }

type PagedTableProps<Item extends { id: number }> = {
  title: string
  list: CursorList<Item>
  perPage: number
  columns: Column<Item>[]
  emptyText: string
  /** The page of the guide that an empty list leads to. */
  guide?: string
  onOpen?: (item: Item) => void
  /** The name of the button that opens a row; by default the text of its first cell. */
  getName?: (item: Item) => string
  /** Offers a search by name, in a list of more than one page. */
  search?: ListSearch<Item>
  /** The row of the current page, searched among the first hundred. */
  currentId?: number
  /** The id of a row on the first table page to show. */
  startAt?: number
  /** Called with the first visible row. */
  onShow?: (first: Item) => void
}

/** A paginated table that loads its list on demand, with loading, empty and error states. */
export function PagedTable<Item extends { id: number }>({
  title,
  list,
  perPage,
  columns,
  emptyText,
  guide,
  onOpen,
  getName,
  search,
  currentId,
  startAt,
  onShow,
}: PagedTableProps<Item>) {
  const { items, hasMore, total, isLoading, isFailed, loadMore } = useList(list, perPage)
  const [sorting, setSorting] = useState<Sorting>()
  const [chosenPage, setChosenPage] = useState<number>()
  const [text, setText] = useState('')

  const target = currentId ?? startAt
  const foundAt = target === undefined ? -1 : items.findIndex((item) => item.id === target)
  const isSearchable = search !== undefined && (total > ROWS_PER_PAGE || text !== '')
  const query = searchText(text)
  const matches = query && search ? items.filter((item) => searchText(search.getName(item)).includes(query)) : items
  const count = pageCount(query ? matches.length : total)
  const page = Math.min(chosenPage ?? Math.max(0, Math.floor(foundAt / ROWS_PER_PAGE)), count - 1)
  const isSearching = target !== undefined && foundAt === -1 && chosenPage === undefined && items.length < MAX_SEARCHED
  // Sorting and searching need the whole list.
  const needsPage =
    needsMore(page, items.length, hasMore) || (hasMore && (sorting !== undefined || query !== '' || isSearching))

  // Runs after every rendering, since a page may arrive before the list shows that it is loading.
  useEffect(() => {
    if (needsPage && !isLoading && !isFailed) loadMore()
  })

  const start = page * ROWS_PER_PAGE
  const shownItems = sortItems(matches, columns, sorting).slice(start, start + ROWS_PER_PAGE)
  const [first] = shownItems
  useEffect(() => {
    if (first) onShow?.(first)
  }, [first, onShow])

  if (items.length === 0 && isFailed)
    return <FailedRead text="Non è stato possibile caricare l’elenco." isBusy={isLoading} onRetry={loadMore} />
  if (items.length === 0 && !isLoading && !hasMore)
    return <EmptyState text={emptyText}>{guide && <GuideLink page={guide} about={title} />}</EmptyState>

  const isNoneFound = query !== '' && matches.length === 0 && !hasMore
  return (
    <>
      {isSearchable && (
        <TextField
          label="Cerca nell’elenco"
          type="search"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setChosenPage(0)
          }}
        />
      )}
      {isNoneFound && search && <EmptyState text={search.noneText} />}
      {!isNoneFound && (
        <DataTable
          title={title}
          columns={columns}
          items={shownItems}
          sorting={sorting}
          onSort={(column) => {
            setSorting(nextSorting(sorting, column))
            setChosenPage(0)
          }}
          onOpen={onOpen}
          getName={getName}
          currentId={currentId}
          skeletons={shownItems.length === 0 ? ROWS_PER_PAGE : 0}
        />
      )}
      {isFailed && (
        <FailedRead text="Non è stato possibile caricare il resto dell’elenco." isBusy={isLoading} onRetry={loadMore} />
      )}
      <Pager page={page} count={count} onChange={setChosenPage} />
      <VisuallyHidden role="status">{isNoneFound && search?.noneText}</VisuallyHidden>
    </>
  )
}

type ListScreenProps<Item extends { id: number }> = {
  title: string
  list: CursorList<Item>
  columns: Column<Item>[]
  emptyText: string
  guide: string
  search?: ListSearch<Item>
  /** Whether this user may add, change and delete. */
  mayChange: boolean
  /** The titles of the panel, such as 'Nuovo utente'; the first is also the button's text. */
  newTitle: string
  editTitle: string
  /** Further buttons for users who may change the list. */
  /** For users who may change the list. */
  actions?: ReactNode
  /** For all users. */
  links?: ReactNode
  /** The form in the panel; without an item it creates one. */
  form: (item: Item | undefined, close: () => void) => ReactNode
  /** Shown below the list. */
  foot?: ReactNode
}

/** A list with a side panel to create, edit and delete its items. */
export function ListScreen<Item extends { id: number }>({
  title,
  list,
  columns,
  emptyText,
  guide,
  search,
  mayChange,
  newTitle,
  editTitle,
  actions,
  links,
  form,
  foot,
}: ListScreenProps<Item>) {
  const [interrupted] = useState(() => interruptedDraft(list.key))
  const [edited, setEdited] = useState(interrupted?.item as Item | undefined)
  const [isOpen, setIsOpen] = useState(interrupted !== undefined)
  const [openCount, setOpenCount] = useState(0)

  const open = (item?: Item) => {
    setEdited(item)
    setIsOpen(true)
    setOpenCount(openCount + 1)
  }
  const close = () => setIsOpen(false)
  useOnReopen(list.key, (draft) => open(draft.item as Item | undefined))

  const buttons = (links || mayChange) && (
    <>
      {links}
      {mayChange && actions}
      {mayChange && (
        <Button onClick={() => open()}>
          <Plus size={18} aria-hidden="true" />
          <span>{newTitle}</span>
        </Button>
      )}
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
        guide={guide}
        search={search}
        onOpen={mayChange ? open : undefined}
      />
      {foot}
      {mayChange && (
        <SidePanel title={edited ? editTitle : newTitle} isOpen={isOpen} onClose={close}>
          <Fragment key={openCount}>{form(edited, close)}</Fragment>
        </SidePanel>
      )}
    </AdminPage>
  )
}
