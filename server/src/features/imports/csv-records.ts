import { LineTooLong } from './errors.ts'

/** Characters of a cell in quotes, and of a line without them. */
const MAX_LENGTH = 50_000

const LINE_BREAK = /\r\n|\n|\r/g

/** Where the line of a position ends, and where the next one starts. */
function findLineEnd(text: string, from: number) {
  LINE_BREAK.lastIndex = from
  const lineBreak = LINE_BREAK.exec(text)
  return lineBreak ? { end: lineBreak.index, next: LINE_BREAK.lastIndex } : { end: text.length, next: text.length }
}

type Table = { delimiter: string /** Columns of most lines, if known. */; width?: number }

/**
 * Reads the cells of a CSV table record by record, so that reading can stop anywhere. A record of several lines has quotes
 * around its line breaks; quotes that open or close nothing are dropped, and end with their line. Throws 422 for a line that is
 * too long.
 */
export function* readRecords(text: string, { delimiter, width }: Table): Generator<string[], void, undefined> {
  for (let at = 0; at < text.length; ) {
    const { end, next } = findLineEnd(text, at)
    if (end - at > MAX_LENGTH) throw new LineTooLong('file')
    const line = text.slice(at, end)
    if (!line.includes('"')) {
      yield line.split(delimiter)
      at = next
      continue
    }
    const record = readQuoted(text, at, delimiter)
    const lines = text.slice(at, record.end).split(LINE_BREAK)
    if (lines.length > 1 && width !== undefined && lines.every((part, i) => isRecord(part, { delimiter, width }, i))) {
      yield line.split(delimiter).map(withoutQuotes)
      at = next
    } else {
      yield record.cells
      at = findLineEnd(text, record.end).next
    }
  }
}

/** Whether a line, which quotes join with the one before, is a record of its own: with all columns, and a contact or date after the first. */
const isRecord = (line: string, { delimiter, width }: Required<Table>, i: number) =>
  width > 1 && line.split(delimiter).length === width && (i === 0 || /[@\d]/.test(line))

const withoutQuotes = (cell: string) => (cell.startsWith('"') ? cell.replace(/^"|"$/g, '').replaceAll('""', '"') : cell)

/** A record with quotes, which may go on after its line. */
function readQuoted(text: string, from: number, delimiter: string) {
  const cells: string[] = []
  let { end } = findLineEnd(text, from)
  for (let at = from; ; at += 1) {
    const closing = text[at] === '"' ? findClosingQuote(text, at + 1, delimiter) : -1
    if (closing >= 0) {
      cells.push(text.slice(at + 1, closing).replaceAll('""', '"'))
      at = closing + 1
      if (at > end) end = findLineEnd(text, at).end
    } else {
      const rest = text.slice(at, end)
      const length = rest.includes(delimiter) ? rest.indexOf(delimiter) : rest.length
      cells.push(withoutQuotes(rest.slice(0, length)))
      at += length
    }
    if (text[at] !== delimiter) return { cells, end: at }
  }
}

/** The quote that ends a cell, before a separator or the end of a line; -1 if other text follows it. */
function findClosingQuote(text: string, from: number, delimiter: string): number {
  const cell = text.slice(from, from + MAX_LENGTH)
  for (let at = cell.indexOf('"'); at >= 0; at = cell.indexOf('"', at + 2)) {
    const following = text[from + at + 1]
    if (following === '"') continue
    const isEnd = following === undefined || following === delimiter || following === '\n' || following === '\r'
    return isEnd ? from + at : -1
  }
  return -1
}
