import { print } from './arguments.ts'

export type OutputOptions = { json?: boolean }

/** The flags of `--json` for Commander: one JSON object a line, so that long lists can be read while they are written. */
export const JSON_OPTION = ['--json', 'print JSON, one object a line'] as const

/** Prints items as they arrive, as text or as JSON. Returns their number. */
export async function printItems<T extends object>(
  items: Iterable<T> | AsyncIterable<T>,
  { json }: OutputOptions,
  formatItem: (item: T) => string,
): Promise<number> {
  let printed = 0
  for await (const item of items) {
    print(json ? JSON.stringify(item) : formatItem(item))
    printed += 1
  }
  return printed
}

/** 'name     Salone Aurora', one line for each fact, or one JSON object. */
export function printFacts(facts: Record<string, unknown>, { json }: OutputOptions) {
  if (json) return print(JSON.stringify(facts))
  const names = Object.keys(facts)
  const width = Math.max(...names.map((name) => name.length)) + 2
  for (const name of names) print(`${name.replaceAll('_', ' ').padEnd(width)}${formatCell(facts[name])}`)
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value instanceof Temporal.Instant ? value.toString({ smallestUnit: 'second' }) : String(value)
}
