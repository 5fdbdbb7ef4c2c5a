/** Prints rows below their heads, as Markdown has them. */
export function printTable(heads: string[], rows: string[][]) {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  process.stdout.write([line(heads), rule, ...rows.map(line), ''].join('\n'))
}
