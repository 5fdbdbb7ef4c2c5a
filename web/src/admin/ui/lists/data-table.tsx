import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './data-table.module.css'
import type { Sorting } from './sort-items.ts'

export type Column<Item> = {
  title: string
  show: (item: Item) => ReactNode
  /** What the column is sorted by; without it, it cannot be. */
  sortBy?: (item: Item) => string | number
  /** Report stand below each other. */
  isNumber?: boolean
}

type DataTableProps<Item> = {
  title: string
  columns: Column<Item>[]
  items: Item[]
  sorting?: Sorting
  onSort?: (column: number) => void
  /** What a click on a row, or on the button in its first cell, does. */
  onOpen?: (item: Item) => void
  currentId?: number
  /** Empty rows that hold the place of those to come. */
  awaited?: number
}

/** A date of a row, where it is one in DD-MM-YYYY. */
export const showDate = (date: string) => (parseItalianDate(date) ? date : '-')

const SORTS = { ascending: ArrowUp, descending: ArrowDown }

/** A table that scrolls sideways where it does not fit. */
export function DataTable<Item extends { id: number }>({
  title,
  columns,
  items,
  sorting,
  onSort,
  onOpen,
  currentId,
  awaited = 0,
}: DataTableProps<Item>) {
  const hintId = useId()
  return (
    <div>
      <p id={hintId} className={styles.hint}>
        Scorri lateralmente per vedere tutta la tabella.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroller} aria-label={title} aria-describedby={hintId} tabIndex={0}>
        <table className={styles.table} aria-busy={awaited > 0}>
          <thead>
            <tr>
              {columns.map(({ title, sortBy, isNumber }, i) => {
                const direction = sorting?.column === i ? sorting.direction : undefined
                const Icon = direction ? SORTS[direction] : ChevronsUpDown
                return (
                  <th
                    key={title}
                    scope="col"
                    className={isNumber ? styles.number : undefined}
                    aria-sort={sortBy && onSort ? (direction ?? 'none') : undefined}
                  >
                    {sortBy && onSort ? (
                      <button type="button" className={styles.sort} onClick={() => onSort(i)}>
                        {title}
                        <Icon size={14} aria-hidden="true" className={direction ? styles.sorted : styles.sortable} />
                      </button>
                    ) : (
                      title
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr
                key={item.id}
                className={onOpen && styles.clickable}
                aria-current={item.id === currentId || undefined}
                onClick={
                  onOpen &&
                  (({ currentTarget }) => {
                    // Wherever the row was clicked, what opens gives the focus back to its button.
                    currentTarget.querySelector('button')?.focus()
                    onOpen(item)
                  })
                }
              >
                {columns.map(({ title, show, isNumber }, i) => (
                  <td key={title} className={isNumber ? styles.number : undefined}>
                    {onOpen && i === 0 ? (
                      // Its click rises to the row.
                      <button type="button" className={styles.open}>
                        {show(item)}
                      </button>
                    ) : (
                      <span className={styles.text}>{show(item)}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            {Array.from({ length: awaited }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
              <tr key={`awaited-${row}`}>
                {columns.map(({ title }) => (
                  <td key={title}>
                    <span className={styles.awaited} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
