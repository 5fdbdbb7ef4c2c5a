import { isFirstName } from './first-names.ts'
import { dateOrderFinder } from './import-dates.ts'

/** The shape of most values of a column. */
export const columnContents = ['email', 'telephone', 'name', 'full_name', 'surname_first', 'day'] as const
export type ColumnContent = (typeof columnContents)[number]

const DATE = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}(?!\d)/
const TELEPHONE = /^[="']*(?:\+|0|3)[\d\s.()/-]{7,24}/

/** Characters of a value that are looked at. */
const MAX_LENGTH = 100

function guessContent(text: string): ColumnContent | undefined {
  const value = text.slice(0, MAX_LENGTH)
  if (/\S@\S+\.\S/.test(value)) return 'email'
  if (DATE.test(value)) return 'day'
  if (TELEPHONE.test(value)) return 'telephone'
  const words = value.split(/[\s,]+/)
  const [first, last] = [isFirstName(words[0]!), isFirstName(words.at(-1)!)]
  if (words.length === 1) return first ? 'name' : undefined
  return first === last ? undefined : first ? 'full_name' : 'surname_first'
}

/** Infers from the values of a column what it contains, and the order of day and month in its dates. */
export function columnReader() {
  const counts = new Map<ColumnContent | undefined, number>()
  const orders = dateOrderFinder()
  let total = 0
  return {
    add(value: string) {
      const content = guessContent(value)
      counts.set(content, (counts.get(content) ?? 0) + 1)
      total += 1
      orders.add(value)
    },
    content: (): ColumnContent | null => {
      // Names that are in no list, and values that say nothing, do not count against the others.
      const silent = counts.get(undefined) ?? 0
      const [content, count] = [...counts].filter(([name]) => name).sort(([, one], [, other]) => other - one)[0] ?? []
      const isClear = count && count >= 0.7 * (total - silent) && count >= 0.3 * total
      return isClear ? content! : null
    },
    dateOrder: orders.getOrder,
  }
}
