import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { MAX_LINES } from '@prenoto/core/imports/import-outcomes.ts'
import { MAX_COLUMNS } from '@prenoto/core/imports/imports.endpoints.ts'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { BrokenCsv, LineTooLong, NoLines, NoText, SpreadsheetFile, TooManyColumns, TooManyLines } from './errors.ts'

/** The form's field, which errors name. */
const FIELD = 'file'

export type CsvTable = { headings: string[]; rows: string[][] }

const startsWith = (bytes: Buffer, ...first: number[]) => first.every((byte, i) => bytes[i] === byte)

/** The text of a file in UTF-8, UTF-16 or Windows-1252. Throws 422 for a spreadsheet and for anything that is no text. */
function decodeText(bytes: Buffer): string {
  // ZIP archives (xlsx, ods) and the older xls.
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new SpreadsheetFile(FIELD)
  const text = textOf(bytes)
  if (text.includes('\0')) throw new NoText(FIELD)
  return text
}

function textOf(bytes: Buffer): string {
  if (startsWith(bytes, 0xff, 0xfe) || isUtf16(bytes, 1)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff) || isUtf16(bytes, 0)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether most characters at the beginning have a zero as this byte: UTF-16 without a mark. */
function isUtf16(bytes: Buffer, zeroAt: 0 | 1) {
  const pairs = Math.min(bytes.length >> 1, 100)
  let zeros = 0
  for (let i = 0; i < pairs; i += 1) if (bytes[i * 2 + zeroAt] === 0 && bytes[i * 2 + 1 - zeroAt] !== 0) zeros += 1
  return pairs > 1 && zeros > pairs * 0.7
}

const DELIMITERS = [';', ',', '\t'] as const

const COMMON: Options = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: 100_000,
}

/** Characters by which the separator is found. */
const SAMPLE = 65_536

/** The separator that cuts the first lines into most columns, the same number in most lines. */
function findDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE)
  const scores = DELIMITERS.map((delimiter) => {
    const rows = firstRows(sample, delimiter)
    const width = rows[0]?.length ?? 0
    const alike = rows.filter((row) => row.length === width).length
    return { delimiter, score: width > 1 ? (alike / rows.length) * 1_000 + width : 0 }
  })
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).delimiter
}

function firstRows(sample: string, delimiter: string): string[][] {
  try {
    return parseSync(sample, { ...COMMON, delimiter, to: 20 })
  } catch {
    return []
  }
}

/** A line by which Excel is told the separator. */
const EXCEL_HINT = /^sep=(.)\r?\n/

/** Lines between two pauses for other requests. */
const PAUSE_EVERY = 500

/**
 * The headings and lines of a CSV file; encoding and separator are found out. Lets other requests run meanwhile. Throws 422 for a
 * file that is no such table, or too large.
 */
export async function readCsv(bytes: Buffer): Promise<CsvTable> {
  const whole = decodeText(bytes).replace(/^\uFEFF/, '')
  const hint = EXCEL_HINT.exec(whole)
  const text = hint ? whole.slice(hint[0].length) : whole
  const parser = parse({ ...COMMON, delimiter: hint?.[1] ?? findDelimiter(text) })
  for (let i = 0; i < text.length; i += SAMPLE) parser.write(text.slice(i, i + SAMPLE))
  parser.end()

  const records: string[][] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (records.length % PAUSE_EVERY === 0) await yieldToEventLoop()
      if (records.length > MAX_LINES) throw new TooManyLines(FIELD)
      records.push(record.map((cell) => cell.toWellFormed()))
    }
  } catch (error) {
    throw error instanceof CsvError ? problemOf(error) : error
  }
  const [headings, ...rows] = records
  if (!headings || rows.length === 0) throw new NoLines(FIELD)
  if (headings.length > MAX_COLUMNS) throw new TooManyColumns(FIELD)
  return { headings: headings.map((heading) => heading.trim()), rows: rows.map((row) => row.slice(0, headings.length)) }
}

function problemOf(error: CsvError) {
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new LineTooLong(FIELD)
  const { lines } = error as CsvError & { lines?: number }
  return new BrokenCsv(FIELD, { line: lines ?? 1 })
}
