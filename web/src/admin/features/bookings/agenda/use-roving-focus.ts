import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const ITEM = '[data-item]'

/**
 * Roving tab index for a grid of columns: up and down move within a column, left and right to the item nearest in time
 * in the next one. The buttons of the focused item can be reached, too.
 */
export function useRovingFocus(grid: RefObject<HTMLElement | null>) {
  const lastFocused = useRef<string>(undefined)
  const tabStop = useRef<HTMLElement>(undefined)

  /** Makes the last focused item the tab stop, else the first that is not past. All others render with -1. */
  const updateTabStop = () => {
    const { current } = grid
    const item =
      current!.querySelector<HTMLElement>(`[data-item="${lastFocused.current}"]`) ??
      current!.querySelector<HTMLElement>(`:not([data-past]) > ${ITEM}`) ??
      current!.querySelector<HTMLElement>(ITEM)
    if (tabStop.current) tabStop.current.tabIndex = -1
    if (item) item.tabIndex = 0
    tabStop.current = item ?? undefined
  }
  useLayoutEffect(updateTabStop)

  return {
    onFocus: ({ target }: FocusEvent) => {
      const item = target.closest('li')?.querySelector<HTMLElement>(ITEM)
      if (!item || !grid.current!.contains(item)) return
      lastFocused.current = item.dataset.item
      updateTabStop()
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (!(target instanceof HTMLElement) || !target.matches(ITEM)) return
      const next = itemAfterKey(grid.current!, target, key)
      if (!next) return
      event.preventDefault()
      next.focus()
    },
  }
}

const itemsIn = (column: Element) => [...column.querySelectorAll<HTMLElement>(ITEM)]

function itemAfterKey(grid: HTMLElement, item: HTMLElement, key: string): HTMLElement | undefined {
  const columns = [...grid.querySelectorAll('[data-column]')]
  const columnIndex = columns.findIndex((column) => column.contains(item))
  const items = itemsIn(columns[columnIndex]!)
  const at = items.indexOf(item)
  if (key === 'ArrowDown') return items[at + 1]
  if (key === 'ArrowUp') return items[at - 1]
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key === 'ArrowRight') return nearest(columns.slice(columnIndex + 1), item)
  if (key === 'ArrowLeft') return nearest(columns.slice(0, columnIndex).reverse(), item)
  return undefined
}

/** The item nearest in time in the first column that has items. */
function nearest(columns: Element[], { dataset }: HTMLElement) {
  const items = columns.map(itemsIn).find(({ length }) => length > 0) ?? []
  const getDistance = (item: HTMLElement) => Math.abs(Number(item.dataset.from) - Number(dataset.from))
  return items.sort((one, other) => getDistance(one) - getDistance(other))[0]
}
