import { isUtf8 } from 'node:buffer'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findHeadings } from '@prenoto/core/imports/guess-fields.ts'
import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import { MAX_LINES } from '@prenoto/core/imports/import-outcomes.ts'
import { MAX_COLUMNS, MAX_HEADING_ROW } from '@prenoto/core/imports/imports.endpoints.ts'
import { inTurns, mapInTurns } from '../../lib/in-turns.ts'
import { readRecords } from './csv-records.ts'
import { NoHeadings, NoLines, NoText, SpreadsheetFile, TooManyColumns, TooManyLines } from './errors.ts'

/** The form's field, which errors name. */
const FIELD = 'file'

/** A line of a file; `line` counts as a spreadsheet does, from 1. */
export type FileLine = { line: number; cells: string[] }

export type CsvTable = { headings: string[]; rows: FileLine[] }

const startsWith = (bytes: Buffer, ...first: number[]) => first.every((byte, i) => bytes[i] === byte)

/** The text of a file in UTF-8, UTF-16 or Windows-1252. Throws 422 for a spreadsheet and for binary content. */
async function decodeText(bytes: Buffer): Promise<string> {
  // ZIP archives (xlsx, ods) and the older xls.
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new SpreadsheetFile(FIELD)
  const text = await decode(bytes)
  await yieldToEventLoop()
  if (text.includes('\0')) throw new NoText(FIELD)
  return text.replace(/^\uFEFF/, '').toWellFormed()
}

async function decode(bytes: Buffer): Promise<string> {
  if (startsWith(bytes, 0xff, 0xfe) || isUtf16(bytes, 1)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff) || isUtf16(bytes, 0)) return new TextDecoder('utf-16be').decode(bytes)
  if (isUtf8(bytes)) return UTF_8.decode(bytes)
  // One line from another program must not spoil the accents of all.
  const lines = await mapInTurns(splitLines(bytes), (line) => (isUtf8(line) ? UTF_8 : WINDOWS).decode(line))
  return lines.join('')
}

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })
const WINDOWS = new TextDecoder('windows-1252')

function* splitLines(bytes: Buffer) {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, at)
    const next = end < 0 ? bytes.length : end + 1
    yield bytes.subarray(at, next)
    at = next
  }
}

/** Whether most characters at the beginning have a zero as this byte: UTF-16 without a mark. */
function isUtf16(bytes: Buffer, zeroAt: 0 | 1) {
  const pairs = Math.min(bytes.length >> 1, 100)
  let zeros = 0
  for (let i = 0; i < pairs; i += 1) if (bytes[i * 2 + zeroAt] === 0 && bytes[i * 2 + 1 - zeroAt] !== 0) zeros += 1
  return pairs > 1 && zeros > pairs * 0.7
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]

/** Line breaks of a file, since a record may have several lines, and empty ones between them. */
const MAX_BREAKS = 20 * MAX_LINES

/** Throws 422 for a file that cannot have few enough lines, before anything of it is read. */
function limitLineBreaks(bytes: Buffer) {
  let breaks = 0
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i] === LINE_FEED || bytes[i] === CARRIAGE_RETURN) breaks += 1
  if (breaks > MAX_BREAKS) throw new TooManyLines(FIELD)
}

const DELIMITERS = [';', ',', '\t', '|']

/** Characters and records by which the delimiter is found. */
const SAMPLE = 65_536
const SAMPLE_RECORDS = 20

const isFilled = (cells: string[]) => cells.some((cell) => cell.trim() !== '')

function firstRecords(text: string, delimiter: string) {
  const records: string[][] = []
  for (const cells of readRecords(text.slice(0, SAMPLE), { delimiter })) {
    if (isFilled(cells)) records.push(cells)
    if (records.length === SAMPLE_RECORDS) break
  }
  return records
}

/** The delimiter that yields the most columns in the most records, with their number. */
function findDelimiter(text: string, delimiters: string[]) {
  const candidates = delimiters.map((delimiter) => {
    const widths = Map.groupBy(firstRecords(text, delimiter), (cells) => cells.length)
    const total = [...widths.values()].reduce((sum, { length }) => sum + length, 0)
    const [width = 1, records = []] =
      [...widths].sort(([one, ones], [other, others]) => others.length - ones.length || other - one)[0] ?? []
    return { delimiter, width, score: width > 1 ? (records.length / total) * 1_000 + width : 0 }
  })
  return candidates.reduce((best, other) => (other.score > best.score ? other : best))
}

/** The line that tells Excel the separator. */
const EXCEL_HINT = /^"?sep=(.)"?[^\S\r\n]*(?:\r\n|\n|\r)/i

type Reading = {
  kind: ImportKind
  /** The row of the headings; 0: none. Found out if absent. */
  headingRow?: number | undefined
}

/**
 * The headings and lines of a CSV file; encoding, delimiter and row of the headings are found out. Reads as far as allowed and lets
 * other requests run meanwhile. Throws 422 for a file that is no such table, or too large.
 */
export async function readCsv(bytes: Buffer, { kind, headingRow }: Reading): Promise<CsvTable> {
  limitLineBreaks(bytes)
  await yieldToEventLoop()
  const whole = await decodeText(bytes)
  await yieldToEventLoop()
  const hint = EXCEL_HINT.exec(whole)
  const text = hint ? whole.slice(hint[0].length) : whole
  const table = findDelimiter(text, hint ? [hint[1]!] : DELIMITERS)

  const rows: FileLine[] = []
  let line = hint ? 1 : 0
  for await (const cells of inTurns(readRecords(text, table))) {
    line += 1
    if (!isFilled(cells)) continue
    if (rows.length > MAX_LINES + MAX_HEADING_ROW) throw new TooManyLines(FIELD)
    if (cells.length > MAX_COLUMNS && rows.length < MAX_HEADING_ROW) throw new TooManyColumns(FIELD)
    cells.length = Math.min(cells.length, MAX_COLUMNS)
    rows.push({ line, cells })
  }
  const index =
    headingRow === undefined
      ? findHeadings(
          kind,
          rows.slice(0, MAX_HEADING_ROW).map(({ cells }) => cells),
          table.width,
        )
      : rows.findIndex((row) => row.line === headingRow)
  if (headingRow && index < 0) throw new NoHeadings('heading_row')
  const headings = rows[index]?.cells.map((heading) => heading.trim()) ?? Array.from({ length: table.width }, () => '')
  // Without headings, shorter rows above the table are its title.
  const first = index >= 0 || headingRow === 0 ? index + 1 : rows.findIndex(({ cells }) => cells.length >= table.width)
  const data = rows.slice(first)
  if (data.length === 0) throw new NoLines(FIELD)
  if (data.length > MAX_LINES) throw new TooManyLines(FIELD)
  for await (const row of inTurns(data)) row.cells.length = Math.min(row.cells.length, headings.length)
  return { headings, rows: data }
}
