import type { DeletionBlocker } from '@prenoto/core/contract/deletion-blocker.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '../../lib/api-client.ts'
import { appendPage, type CursorPage, type Loaded } from '../../lib/cursor-page.ts'

type Identified = { id: number }
/** What several people may have open: changes name the version that they were made to. */
export type Versioned = Identified & { version: number }
type PageQuery = { per_page: number; last_id: number | undefined }

/** A list that comes page by page. `key` names it among the queries. */
export type CursorList<Item extends Identified> = {
  key: string
  list: (query: PageQuery) => Promise<CursorPage<Item>>
  /** Pages that follow the last page of `list`. */
  listRest?: (query: PageQuery) => Promise<CursorPage<Item>>
}

/** A list whose items can also be read by their ids; ids of items that do not exist are ignored. */
export type ChoiceList<Item extends Identified> = CursorList<Item> & { find: (ids: number[]) => Promise<Item[]> }

/** A list whose items can be added, changed and removed. */
export type Crud<Item extends Versioned, Body> = CursorList<Item> & {
  /** Calls with the same idempotency key create one item between them. */
  create: (body: Body, key: string) => Promise<Item>
  update: (id: number, body: Body, version: number) => Promise<Item>
  remove: (id: number) => Promise<unknown>
  /** Takes a removal back, as long as the server lets one. */
  restore: (id: number) => Promise<unknown>
  /** What keeps an item from being removed, where anything can. */
  findDeletionBlocker?: (id: number) => Promise<DeletionBlocker>
  /** What people call an item. */
  nameOf: (item: Item) => string
}

type PageParam = { last_id?: number; isRest?: boolean }
export type Pages<Item> = InfiniteData<CursorPage<Item>, PageParam>

/** All that has been loaded, each item once, in the order it came. */
export const itemsOf = <Item extends Identified>(pages: CursorPage<Item>[]): Item[] =>
  pages.reduce<Loaded<Item>>(appendPage, { items: [], lastId: null, hasMore: true }).items

/** A page as it came. An empty one, or none at all, is the last; one that is emptied later by deletions is not. */
export function receivePage<Item>(page: Partial<CursorPage<Item>>): CursorPage<Item> {
  const { items = [], last_id = null, has_more = false, total } = page
  return { items, last_id, has_more: has_more && items.length > 0, ...(total !== undefined && { total }) }
}

const lengthOf = (pages: unknown[][]) => pages.reduce((sum, items) => sum + items.length, 0)

const mapItems =
  <Item>(change: (items: Item[], isLastPage: boolean) => Item[]) =>
  (loaded: Pages<Item> | undefined): Pages<Item> | undefined => {
    if (!loaded) return undefined
    const changed = loaded.pages.map(({ items }, i) => change(items, i === loaded.pages.length - 1))
    const more = lengthOf(changed) - lengthOf(loaded.pages.map(({ items }) => items))
    return {
      ...loaded,
      pages: loaded.pages.map((page, i) => ({
        ...page,
        items: changed[i]!,
        ...(page.total !== undefined && { total: page.total + more }),
      })),
    }
  }

export const appendItem = <Item extends Identified>(item: Item) =>
  mapItems<Item>((items, isLastPage) => (isLastPage ? [...items, item] : items))

export const replaceItem = <Item extends Identified>(item: Item) =>
  mapItems<Item>((items) => items.map((known) => (known.id === item.id ? item : known)))

export const removeItem = <Item extends Identified>(id: number) =>
  mapItems<Item>((items) => items.filter((known) => known.id !== id))

/** The pages of a list, `perPage` items each, as one query. */
const listQuery = <Item extends Identified>({ key, list, listRest }: CursorList<Item>, perPage: number) =>
  infiniteQueryOptions({
    queryKey: [key, 'pages', perPage],
    queryFn: async ({ pageParam: { last_id, isRest } }) => {
      const read = isRest && listRest ? listRest : list
      return receivePage(await read({ per_page: perPage, last_id }))
    },
    initialPageParam: {} as PageParam,
    getNextPageParam: ({ has_more, last_id }, _pages, { isRest }) => {
      if (has_more && last_id !== null) return { last_id, isRest }
      return listRest && !isRest ? { isRest: true } : undefined
    },
  })

export type LoadedList<Item> = {
  items: Item[]
  hasMore: boolean
  /** How many there are in all, as far as is known. */
  total: number
  isLoading: boolean
  isFailed: boolean
  /** Loads the next page, or again what could not be loaded; while a page is on its way it does nothing. */
  loadMore: () => void
}

export function useList<Item extends Identified>(list: CursorList<Item>, perPage: number): LoadedList<Item> {
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = useInfiniteQuery(listQuery(list, perPage))
  const loadMore = useCallback(() => {
    fetchNextPage({ cancelRefetch: false })
  }, [fetchNextPage])
  const items = itemsOf(data?.pages ?? [])
  return {
    items,
    hasMore: hasNextPage,
    total: hasNextPage ? Math.max(data?.pages[0]?.total ?? 0, items.length + 1) : items.length,
    isLoading: isFetching,
    isFailed: isError,
    loadMore,
  }
}

/** Items of a list by their ids, on whichever page they are. */
export const itemsQuery = <Item extends Identified>({ key, find }: ChoiceList<Item>, ids: number[]) =>
  queryOptions({
    queryKey: [key, 'ids', ids],
    queryFn: () => find(ids),
    enabled: ids.length > 0,
    staleTime: 0,
    meta: { isSilent: true },
  })

/** Whatever has been read of a list, by whichever screen. */
export const cachedItems = <Item extends Identified>(
  queryClient: QueryClient,
  { key }: { key: string; list?: CursorList<Item>['list'] },
): Item[] =>
  queryClient
    .getQueriesData<Pages<Item>>({ queryKey: [key, 'pages'] })
    .flatMap(([, loaded]) => loaded?.pages.flatMap(({ items }) => items) ?? [])

/** How many items the screens of lists load at once. */
export const LIST_PER_PAGE = 20

/** An item of a list's screen as it is known by now. Nothing is read for it: it follows what others read. */
export function useLatest<Item extends Identified>(list: CursorList<Item>, item: Item): Item {
  const { data } = useInfiniteQuery({ ...listQuery(list, LIST_PER_PAGE), enabled: false })
  return data?.pages.flatMap(({ items }) => items).find(({ id }) => id === item.id) ?? item
}

/**
 * What keeps an item from being removed: null when nothing does, undefined as long as that is not known. Who cannot read it may
 * try. Named so that it is read again when bookings have changed.
 */
export function useDeletionBlocker<Item extends Versioned, Body>(
  { key, findDeletionBlocker }: Crud<Item, Body>,
  id: number | undefined,
): string | null | undefined {
  const isAsked = id !== undefined && findDeletionBlocker !== undefined
  const { data, isError } = useQuery({
    queryKey: ['bookings', 'deletion-blockers', key, id],
    queryFn: () => findDeletionBlocker!(id!),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  })
  return isAsked && !isError ? data?.deletionBlocker : null
}

/** Adds, changes and removes items, and brings every loaded list of them up to date with what the server answers. */
export function useCrud<Item extends Versioned, Body>({ key, create, update, remove, restore }: Crud<Item, Body>) {
  const queryClient = useQueryClient()
  const change = (updater: ReturnType<typeof mapItems<Item>>) =>
    queryClient.setQueriesData<Pages<Item>>({ queryKey: [key, 'pages'] }, updater)
  return {
    create: useMutation({
      mutationFn: ({ body, key }: { body: Body; key: string }) => create(body, key),
      onSuccess: (item) => change(appendItem(item)),
    }),
    update: useMutation({
      mutationFn: ({ id, body, version }: { id: number; body: Body; version: number }) => update(id, body, version),
      onSuccess: (item) => change(replaceItem(item)),
      onError: (error) => {
        if (error instanceof ApiError && error.current) change(replaceItem(error.current as Item))
      },
    }),
    remove: useMutation({ mutationFn: remove, onSuccess: (_, id) => change(removeItem(id)) }),
    /** Whatever comes of it, the lists are read again: an item that is back stands where it stood. */
    restore: (id: number) => restore(id).finally(() => queryClient.invalidateQueries({ queryKey: [key] })),
  }
}
