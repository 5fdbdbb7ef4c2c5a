import { isPlainDate, toItalianDate } from '@prenoto/core/time/plain-date.ts'

/** What the fields of a form are called, in the order in which they stand. */
export type Labels = Record<string, string>

/** How people read the value of a field that is not read as it is: a calendar by its name. */
export type Readings = Record<string, (value: unknown) => string>

type Values = Record<string, unknown>

export type Difference = {
  name: string
  label: string
  now: string
  /** What whoever has the form open has put there; absent where they have not touched it. */
  mine?: string
  /** What stood there as the form was opened. */
  before: string
}

/** Nothing is written in many ways: none of them differs from another. Lists are the same when they hold the same. */
const plain = (value: unknown) => {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  return Array.isArray(value) ? value.join() : value
}
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other)

type Sides = { began: Values; mine: Values; now: Values }

/** The fields that somebody else has changed since a form began, unless what stands in the form is what they want, too. */
export function differencesOf({ began, mine, now }: Sides, labels: Labels, readings: Readings = {}): Difference[] {
  return Object.entries(labels)
    .filter(([name]) => !isSame(began[name], now[name]) && !isSame(mine[name], now[name]))
    .map(([name, label]) => {
      const read = (value: unknown) => readings[name]?.(value) ?? readingOf(plain(value))
      const isTouched = !isSame(mine[name], began[name])
      return {
        name,
        label,
        now: read(now[name]),
        before: read(began[name]),
        ...(isTouched && { mine: read(mine[name]) }),
      }
    })
}

/** What somebody has changed in a form, on top of what is so now. */
export const mergeMine = ({ began, mine, now }: Sides, labels: Labels): Values =>
  Object.fromEntries(
    Object.keys(labels).map((name) => [name, isSame(mine[name], began[name]) ? now[name] : mine[name]]),
  )

function readingOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  if (value === '') return 'vuoto'
  const text = String(value)
  return isPlainDate(text) ? toItalianDate(text).replaceAll('-', '/') : text
}
