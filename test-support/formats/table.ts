/** One line of the budget table. */
export type Row = {
  figure: string
  /** How much data there was. */
  data: string
  measured: string
  budget: string
  passed: boolean
}

export function formatRows(rows: Row[]): string {
  const cells = rows.map(({ figure, data, measured, budget, passed }) => [
    figure,
    data,
    measured,
    budget,
    passed ? 'pass' : 'FAIL',
  ])
  return formatTable(['figure', 'data', 'measured', 'budget', 'result'], cells)
}

/** Formats rows below their headings as a Markdown table. */
export function formatTable(headings: string[], rows: (string | number)[][]): string {
  const cells = [headings, ...rows.map((row) => row.map(String))]
  const widths = headings.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(headings), rule, ...cells.slice(1).map(line)].join('\n')
}

export const count = (value: number) => Math.round(value).toLocaleString('en')
export const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const percent = (share: number) => `${Math.round(share * 100)} %`
export const times = (ratio: number) => `${ratio.toFixed(2)} ×`
