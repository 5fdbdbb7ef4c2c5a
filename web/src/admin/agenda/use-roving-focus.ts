import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const ITEM = '[data-item]'

/**
 * Makes one stop for the Tab key of all that is in a grid of columns: up and down lead through a column, left and right to what is
 * there at about the same time in the next one. Beside it the buttons of the same entry can be reached.
 */
export function useRovingFocus(grid: RefObject<HTMLElement | null>) {
  const reached = useRef<string>(undefined)

  useLayoutEffect(() => settle(grid.current!, reached.current))

  return {
    onFocus: ({ target }: FocusEvent) => {
      const item = itemOf(target)
      if (!item || !grid.current!.contains(item)) return
      reached.current = item.dataset.item
      settle(grid.current!, reached.current)
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

const itemOf = (element: Element) => element.closest('li')?.querySelector<HTMLElement>(ITEM)

const itemsIn = (place: Element) => [...place.querySelectorAll<HTMLElement>(ITEM)]

/** What Tab leads to: what was reached last, else the first that is not over. */
function settle(grid: HTMLElement, reached: string | undefined) {
  const items = itemsIn(grid)
  const current =
    items.find(({ dataset }) => dataset.item === reached) ??
    items.find((item) => !item.closest('[data-past]')) ??
    items[0]
  for (const item of items) item.tabIndex = item === current ? 0 : -1
  for (const button of grid.querySelectorAll<HTMLElement>('[data-visit] button'))
    button.tabIndex = current && itemOf(button) === current ? 0 : -1
}

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
