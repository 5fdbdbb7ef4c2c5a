import type { DeletionBlocker } from '@prenoto/core/contract/deletion-blocker.ts'
import type { Endpoint, EndpointCall, EndpointResponse } from '@prenoto/core/contract/endpoint.ts'
import { idempotencyHeader } from '@prenoto/core/contract/idempotency.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
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
import { ApiError, api } from '../../lib/api-client.ts'
import { appendPage, type CursorPage, type Loaded } from '../../lib/cursor-page.ts'

type Identified = { id: number }
/** A record with a version for optimistic locking. */
export type Versioned = Identified & { version: number }
type PageQuery = { per_page: number; last_id: number | undefined }

/** A paginated list. `key` is the beginning of its query keys. */
export type CursorList<Item extends Identified> = {
  key: string
  list: (query: PageQuery) => Promise<CursorPage<Item>>
  /** Reads the pages after the last page of `list`. */
  listRest?: (query: PageQuery) => Promise<CursorPage<Item>>
}

/** A list whose items can also be read by id; unknown ids are ignored. */
export type ChoiceList<Item extends Identified> = CursorList<Item> & { find: (ids: number[]) => Promise<Item[]> }

export type Crud<Item extends Versioned, Body> = CursorList<Item> & {
  /** The page of the list; absent where a page does not open its forms again. */
  page?: string
  /** `key` is the idempotency key. */
  create: (body: Body, key: string) => Promise<Item>
  update: (id: number, body: Body, version: number) => Promise<Item>
  remove: (id: number) => Promise<unknown>
  /** Undoes a removal within the server's time limit. */
  restore: (id: number) => Promise<unknown>
  /** Reads why an item cannot be removed. */
  findDeletionBlocker?: (id: number) => Promise<DeletionBlocker>
  getName: (item: Item) => string
}

type CrudEndpoints = Record<'create' | 'update' | 'remove' | 'restore', Endpoint> & { findDeletionBlocker?: Endpoint }

type EndpointBody<E extends Endpoint> = EndpointCall<E> extends { body: infer Body } ? Body : never

/** The calls of a `Crud` that change its records. */
export function crudCalls<const E extends CrudEndpoints>(endpoints: E) {
  type Item = EndpointResponse<E['update']>
  type Changes = Pick<Crud<Item & Versioned, EndpointBody<E['update']>>, keyof CrudEndpoints>
  const { create, update, remove, restore, findDeletionBlocker } = endpoints
  const calls = {
    create: (body: unknown, key: string) =>
      send(create, { body, ...(create.headers && { headers: idempotencyHeader(key) }) }),
    update: (id: number, body: unknown, version: number) =>
      send(update, { params: { id }, headers: ifMatchHeader(version), body }),
    remove: (id: number) => send(remove, { params: { id } }),
    restore: (id: number) => send(restore, { params: { id } }),
    ...(findDeletionBlocker && { findDeletionBlocker: (id: number) => send(findDeletionBlocker, { params: { id } }) }),
  }
  return calls as Changes
}

/** Calls an endpoint whose types `CrudEndpoints` does not know. */
const send = (endpoint: Endpoint, call: object): Promise<unknown> => api(endpoint, call)

type PageParam = { last_id?: number; isRest?: boolean }
export type Pages<Item> = InfiniteData<CursorPage<Item>, PageParam>

/** All loaded items, without repetitions. */
export const mergePages = <Item extends Identified>(pages: CursorPage<Item>[]): Item[] =>
  pages.reduce<Loaded<Item>>(appendPage, { items: [], lastId: null, hasMore: true }).items

/** Fills in missing fields of a response. An empty page is the last one, unless deletions have emptied it later. */
export function receivePage<Item>(page: Partial<CursorPage<Item>>): CursorPage<Item> {
  const { items = [], last_id = null, has_more = false, total } = page
  return { items, last_id, has_more: has_more && items.length > 0, ...(total !== undefined && { total }) }
}

const countItems = (pages: unknown[][]) => pages.reduce((sum, items) => sum + items.length, 0)

const mapItems =
  <Item>(change: (items: Item[], isLastPage: boolean) => Item[]) =>
  (loaded: Pages<Item> | undefined): Pages<Item> | undefined => {
    if (!loaded) return undefined
    const changed = loaded.pages.map(({ items }, i) => change(items, i === loaded.pages.length - 1))
    const more = countItems(changed) - countItems(loaded.pages.map(({ items }) => items))
    return {
      ...loaded,
      pages: loaded.pages.map((page, i) => ({
        ...page,
        items: changed[i]!,
        ...(page.total !== undefined && { total: page.total + more }),
      })),
    }
  }

/** Adds an item, unless the list was read again before the answer with the item arrived. */
export const appendItem = <Item extends Identified>(item: Item) =>
  mapItems<Item>((items, isLastPage) =>
    isLastPage && !items.some(({ id }) => id === item.id) ? [...items, item] : items,
  )

export const replaceItem = <Item extends Identified>(item: Item) =>
  mapItems<Item>((items) => items.map((cached) => (cached.id === item.id ? item : cached)))

export const removeItem = <Item extends Identified>(id: number) =>
  mapItems<Item>((items) => items.filter((cached) => cached.id !== id))

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
  /** The known total, at least one more than the loaded items while there are more. */
  total: number
  isLoading: boolean
  isFailed: boolean
  /** Loads the next page or retries it; does nothing while a page is loading. */
  loadMore: () => void
}

export function useList<Item extends Identified>(list: CursorList<Item>, perPage: number): LoadedList<Item> {
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = useInfiniteQuery(listQuery(list, perPage))
  const items = mergePages(data?.pages ?? [])
  return {
    items,
    hasMore: hasNextPage,
    total: hasNextPage ? Math.max(data?.pages[0]?.total ?? 0, items.length + 1) : items.length,
    isLoading: isFetching,
    isFailed: isError,
    loadMore: () => fetchNextPage({ cancelRefetch: false }),
  }
}

export const itemsQuery = <Item extends Identified>({ key, find }: ChoiceList<Item>, ids: number[]) =>
  queryOptions({
    queryKey: [key, 'ids', ids],
    queryFn: () => find(ids),
    enabled: ids.length > 0,
    staleTime: 0,
    meta: { isSilent: true },
  })

/** The items of a list in all cached pages. */
export const cachedItems = <Item extends Identified>(
  queryClient: QueryClient,
  { key }: { key: string; list?: CursorList<Item>['list'] },
): Item[] =>
  queryClient
    .getQueriesData<Pages<Item>>({ queryKey: [key, 'pages'] })
    .flatMap(([, loaded]) => loaded?.pages.flatMap(({ items }) => items) ?? [])

export const LIST_PER_PAGE = 20

/** The cached version of an item, without reading it. */
export function useLatest<Item extends Identified>(list: CursorList<Item>, item: Item): Item {
  const { data } = useInfiniteQuery({ ...listQuery(list, LIST_PER_PAGE), enabled: false })
  return data?.pages.flatMap(({ items }) => items).find(({ id }) => id === item.id) ?? item
}

/**
 * Why an item cannot be removed: null if it can or the read fails, undefined while unknown. Read again when bookings
 * change, since its query key begins with theirs.
 */
export function useDeletionBlocker<Item extends Versioned, Body>(
  { key, findDeletionBlocker }: Crud<Item, Body>,
  id: number | undefined,
): string | null | undefined {
  const isEnabled = id !== undefined && findDeletionBlocker !== undefined
  const { data, isError } = useQuery({
    queryKey: ['bookings', 'deletion-blockers', key, id],
    queryFn: () => findDeletionBlocker!(id!),
    enabled: isEnabled,
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  })
  return isEnabled && !isError ? data?.deletion_blocker : null
}

/** Mutations that also update every cached page of the list. */
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
    /** Reads the lists again in any case, so that a restored item appears in its position. */
    restore: (id: number) => restore(id).finally(() => queryClient.invalidateQueries({ queryKey: [key] })),
  }
}
