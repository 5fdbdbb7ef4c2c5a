import type { PlainDate } from '../time/plain-date.ts'

export const CSV = 'text/csv; charset=utf-8'

/** Byte order mark, by which spreadsheets detect UTF-8. */
export const UTF8_MARK = '\uFEFF'

/**
 * The start of a formula or a command, after any spaces, quotes and invisible characters; also after a separator of
 * cells or lines, because a spreadsheet may split cells at another separator than ours.
 */
const FORMULA = /(^|[,;\t\r\n])(?=[\s\p{C}"'`’“”«»]*[=+\-@|%＝＋－＠])/gu

/** A leading tab or line break, after which a spreadsheet may begin another cell or line. */
const CONTROL_FIRST = /^(?=[\t\r\n])/

/** Escapes user input against formula injection: puts an apostrophe before a possible formula. */
export const typedCell = (text: string) => text.replace(FORMULA, "$1'").replace(CONTROL_FIRST, "'")

const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Quotes the cells; does not escape formulas. */
export const csvLine = (cells: readonly string[]) => `${cells.map(quoteCell).join(';')}\r\n`

/**
 * Writes a telephone number so that spreadsheets keep it as text: '+39…' becomes '0039 …'. Plain digits would lose
 * their leading zero or become 3,9E+11, and a leading plus would make a formula.
 */
export function telephoneCell(telephone: string): string {
  const dialled = telephone.trim().replace(/^\+\s*/, '00')
  if (!/^\d{5,}$/.test(dialled)) return typedCell(dialled)
  const prefix = dialled.startsWith('00') ? 4 : dialled.startsWith('39') && dialled.length > 10 ? 2 : 3
  return `${dialled.slice(0, prefix)} ${dialled.slice(prefix)}`
}

/** '2026-11-21' → '21/11/2026' */
export const dateCell = (date: PlainDate) => `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`

/** '25.00' → '25,00' */
export const decimalCell = (decimal: string) => decimal.replace('.', ',')

/** 'Salone Aurora', 'prenotazioni', … → 'salone-aurora-prenotazioni-2026-11-01-2026-11-30.csv' */
export const csvName = (...words: string[]) => `${words.map(plainWord).filter(Boolean).join('-')}.csv`

const plainWord = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
