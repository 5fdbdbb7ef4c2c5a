import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const ITEM = '[data-item]'

/**
 * Makes one stop for the Tab key of all that is in a grid of columns: up and down lead through a column, left and right to what is
 * there at about the same time in the next one. Beside it the buttons of the same entry can be reached.
 */
export function useRovingFocus(grid: RefObject<HTMLElement | null>) {
  const reached = useRef<string>(undefined)
  const stop = useRef<HTMLElement>(undefined)

  /** What Tab leads to: what was reached last, else the first that is not over. All others were drawn out of its reach. */
  const settle = () => {
    const { current } = grid
    const item =
      current!.querySelector<HTMLElement>(`[data-item="${reached.current}"]`) ??
      current!.querySelector<HTMLElement>(`:not([data-past]) > ${ITEM}`) ??
      current!.querySelector<HTMLElement>(ITEM)
    if (stop.current) stop.current.tabIndex = -1
    if (item) item.tabIndex = 0
    stop.current = item ?? undefined
  }
  useLayoutEffect(settle)

  return {
    onFocus: ({ target }: FocusEvent) => {
      const item = target.closest('li')?.querySelector<HTMLElement>(ITEM)
      if (!item || !grid.current!.contains(item)) return
      reached.current = item.dataset.item
      settle()
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

const itemsIn = (place: Element) => [...place.querySelectorAll<HTMLElement>(ITEM)]

function itemAfterKey(grid: HTMLElement, item: HTMLElement, key: string): HTMLElement | undefined {
  const columns = [...grid.querySelectorAll('[data-column]')]
  const own = columns.findIndex((column) => column.contains(item))
  const beside = itemsIn(columns[own]!)
  const at = beside.indexOf(item)
  if (key === 'ArrowDown') return beside[at + 1]
  if (key === 'ArrowUp') return beside[at - 1]
  if (key === 'Home') return beside[0]
  if (key === 'End') return beside.at(-1)
  if (key === 'ArrowRight') return nearest(columns.slice(own + 1), item)
  if (key === 'ArrowLeft') return nearest(columns.slice(0, own).reverse(), item)
  return undefined
}

/** What is there at about the same time in the first of the columns that has anything. */
function nearest(columns: Element[], { dataset }: HTMLElement) {
  const items = columns.map(itemsIn).find(({ length }) => length > 0) ?? []
  const distanceOf = (item: HTMLElement) => Math.abs(Number(item.dataset.from) - Number(dataset.from))
  return items.sort((one, other) => distanceOf(one) - distanceOf(other))[0]
}
