import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './data-table.module.css'
import type { Sorting } from './sort-items.ts'

export type Column<Item> = {
  title: string
  show: (item: Item) => ReactNode
  /** The sort key; without it the column cannot be sorted. */
  sortBy?: (item: Item) => string | number
  /** Aligns the column to the right. */
  isNumber?: boolean
}

type DataTableProps<Item> = {
  title: string
  columns: Column<Item>[]
  items: Item[]
  sorting?: Sorting
  onSort?: (column: number) => void
  /** Called for a click on a row or on the button in its first cell. */
  onOpen?: (item: Item) => void
  /** The name of the button; by default the text of the first cell. */
  getName?: (item: Item) => string
  currentId?: number
  /** The number of skeleton rows. */
  skeletons?: number
}

/** A date in DD-MM-YYYY, or '-' for anything else. */
export const showDate = (date: string) => (parseItalianDate(date) ? date : '-')

const SORTS = { ascending: ArrowUp, descending: ArrowDown }

/** A table that scrolls horizontally. */
export function DataTable<Item extends { id: number }>({
  title,
  columns,
  items,
  sorting,
  onSort,
  onOpen,
  getName,
  currentId,
  skeletons = 0,
}: DataTableProps<Item>) {
  const hintId = useId()
  return (
    <div>
      <p id={hintId} className={`mb-2 muted text-xs ${styles.hint}`}>
        Scorri lateralmente per vedere tutta la tabella.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={styles.scroller} aria-label={title} aria-describedby={hintId} tabIndex={0}>
        <table className={styles.table} aria-busy={skeletons > 0}>
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
                      <button
                        type="button"
                        className={`inline-row gap-1 touch px-2 semibold ${styles.sort}`}
                        onClick={() => onSort(i)}
                      >
                        <span>{title}</span>
                        <Icon size={14} aria-hidden="true" className={direction ? 'ink' : styles.sortable} />
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
                className={onOpen && `cursor-pointer ${styles.clickable}`}
                aria-current={item.id === currentId || undefined}
                onClick={
                  onOpen &&
                  (({ currentTarget }) => {
                    // The dialog that opens returns the focus to the row's button.
                    currentTarget.querySelector('button')?.focus()
                    onOpen(item)
                  })
                }
              >
                {columns.map(({ title, show, isNumber }, i) => (
                  <td key={title} className={isNumber ? styles.number : undefined}>
                    {onOpen && i === 0 ? (
                      // The row handles the click.
                      <button type="button" className={styles.open} aria-label={getName?.(item)}>
                        {show(item)}
                      </button>
                    ) : (
                      <span className={styles.text}>{show(item)}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            {Array.from({ length: skeletons }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
              <tr key={`skeletons-${row}`}>
                {columns.map(({ title }) => (
                  <td key={title}>
                    <span className={styles.skeletons} />
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
