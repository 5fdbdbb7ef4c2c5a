import type { PlainDate } from '../time/plain-date.ts'

export const CSV = 'text/csv; charset=utf-8'

/** By which a spreadsheet knows UTF-8. */
export const UTF8_MARK = '\uFEFF'

/**
 * What begins a formula or a command, behind blanks, quotes and signs that nobody sees; also after what parts cells and lines,
 * since a spreadsheet may part them by another sign than ours.
 */
const FORMULA = /(^|[,;\t\r\n])(?=[\s\p{C}"'`’“”«»]*[=+\-@|%＝＋－＠])/gu

/** Blanks that move to the next cell or line, where a text begins with them. */
const CONTROL_FIRST = /^(?=[\t\r\n])/

/** What people have typed, so that no spreadsheet reckons with it: what could be a formula has an apostrophe before it. */
export const typedCell = (text: string) => text.replace(FORMULA, "$1'").replace(CONTROL_FIRST, "'")

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** A line of a table; each cell is a text that is to be taken as it is. */
export const csvLine = (cells: readonly string[]) => `${cells.map(quoted).join(';')}\r\n`

/**
 * A telephone number as a text that stays one: digits alone would lose their first zero or become 3,9E+11, a plus would make a sum
 * of them. So a plus is written as 00, and a blank stands within the digits.
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
