import { isPlainDate, toItalianDate } from '@prenoto/core/time/plain-date.ts'

/** The labels of a form's fields, in the order of the form. */
export type Labels = Record<string, string>

/** Formats the values of fields that are not shown as they are, such as the name for a calendar's id. */
export type Formats = Record<string, (value: unknown) => string>

type Values = Record<string, unknown>

export type Difference = { name: string; label: string; current: string; mine: string }

/** Null, undefined, NaN and '' are equal; lists are equal if they have the same items. */
const normalizeValue = (value: unknown) => {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  return Array.isArray(value)
    ? value.map((item) => (item === Object(item) ? JSON.stringify(item) : item)).join()
    : value
}
const isSame = (one: unknown, other: unknown) => normalizeValue(one) === normalizeValue(other)

/** The fields whose values differ between the record and the form. */
export const findDifferences = (current: Values, mine: Values, labels: Labels, formats: Formats = {}): Difference[] =>
  Object.entries(labels)
    .filter(([name]) => !isSame(mine[name], current[name]))
    .map(([name, label]) => {
      const format = (value: unknown) => formats[name]?.(value) ?? formatValue(normalizeValue(value))
      return { name, label, current: format(current[name]), mine: format(mine[name]) }
    })

/** A stored value for people: 'Sì', 'vuoto', '24/12/2026'. */
export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  if (value === '') return 'vuoto'
  const text = String(value)
  return isPlainDate(text) ? toItalianDate(text).replaceAll('-', '/') : text
}
