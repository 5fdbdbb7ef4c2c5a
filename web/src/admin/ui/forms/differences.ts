import { isPlainDate, toItalianDate } from '@prenoto/core/time/plain-date.ts'

/** The labels of a form's fields, in the order of the form. */
export type Labels = Record<string, string>

/** Formats the values of fields that are not shown as they are, such as the name for a calendar's id. */
export type Formats = Record<string, (value: unknown) => string>

type Values = Record<string, unknown>

export type Difference = {
  name: string
  label: string
  current: string
  /** The value in the form; absent if the user has not changed the field. */
  mine?: string
  /** The value when the form was opened. */
  base: string
}

/** Null, undefined, NaN and '' are equal; lists are equal if they have the same items. */
const normalized = (value: unknown) => {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  return Array.isArray(value)
    ? value.map((item) => (item === Object(item) ? JSON.stringify(item) : item)).join()
    : value
}
const isSame = (one: unknown, other: unknown) => normalized(one) === normalized(other)

/** The three sides of a merge: when the form was opened, in the form, and on the server. */
type Sides = { base: Values; mine: Values; current: Values }

/** The fields that another user has changed since the form was opened, unless the form has the same value. */
export function findDifferences({ base, mine, current }: Sides, labels: Labels, formats: Formats = {}): Difference[] {
  return Object.entries(labels)
    .filter(([name]) => !isSame(base[name], current[name]) && !isSame(mine[name], current[name]))
    .map(([name, label]) => {
      const read = (value: unknown) => formats[name]?.(value) ?? formatValue(normalized(value))
      const isTouched = !isSame(mine[name], base[name])
      return {
        name,
        label,
        current: read(current[name]),
        base: read(base[name]),
        ...(isTouched && { mine: read(mine[name]) }),
      }
    })
}

/** The current values with the user's changes on top. */
export const mergeMine = ({ base, mine, current }: Sides, labels: Labels): Values =>
  Object.fromEntries(
    Object.keys(labels).map((name) => [name, isSame(mine[name], base[name]) ? current[name] : mine[name]]),
  )

/** A stored value for people: 'Sì', 'vuoto', '24/12/2026'. */
export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  if (value === '') return 'vuoto'
  const text = String(value)
  return isPlainDate(text) ? toItalianDate(text).replaceAll('-', '/') : text
}
