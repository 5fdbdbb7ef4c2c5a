import { csvLine } from '@prenoto/core/reports/csv.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrokenCsv, LineTooLong, NoLines, NoText, SpreadsheetFile, TooManyColumns, TooManyLines } from '../errors.ts'
import { readCsv } from '../read-csv.ts'

const TEXT = 'Nome;Città\r\nNicolò;Forlì\r\nZoë;€ 10\r\n'
const PARSED = {
  headings: ['Nome', 'Città'],
  rows: [
    ['Nicolò', 'Forlì'],
    ['Zoë', '€ 10'],
  ],
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.for([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 with the first byte first', utf16be(`\uFEFF${TEXT}`)],
  ['Windows-1252', Buffer.from(TEXT.replace('€', '\x80'), 'latin1')],
] as const)('finds out %s', async ([, bytes]) => {
  expect(await readCsv(bytes)).toEqual(PARSED)
})

test.for([';', ',', '\t'])('finds out the separator %j', async (separator) => {
  const text = `Nome${separator}Note\nAnna${separator}"uno${separator}due ""tre""\nquattro"\n\n${separator}\n`
  expect(await readCsv(Buffer.from(text))).toEqual({
    headings: ['Nome', 'Note'],
    rows: [['Anna', `uno${separator}due "tre"\nquattro`]],
  })
})

test('reads the separator that Excel is told, lines of other lengths and a single column', async () => {
  expect((await readCsv(Buffer.from('sep=;\nA;B\n1,5;2,5\n'))).rows).toEqual([['1,5', '2,5']])
  expect((await readCsv(Buffer.from('A,B\n1\n1,2,3\n'))).rows).toEqual([['1'], ['1', '2']])
  expect(await readCsv(Buffer.from('Email\na@example.it\n'))).toEqual({ headings: ['Email'], rows: [['a@example.it']] })
})

test('every table that a writer has written is read back', async () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))
  const row = fc.tuple(fc.constant('x'), cell, cell)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const text = csvLine(['Nome', 'Note', 'Altro']) + rows.map((cells) => csvLine(cells)).join('')
      expect((await readCsv(Buffer.from(`\uFEFF${text}`))).rows).toEqual(rows)
    }),
  )
})

test.for([
  ['a spreadsheet', Buffer.from('PK\x03\x04…'), SpreadsheetFile],
  ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]), SpreadsheetFile],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3, 0xff]), NoText],
  ['only headings', Buffer.from('Nome;Email\n'), NoLines],
  ['an empty text', Buffer.from(' '), NoLines],
  ['a line of a megabyte', Buffer.from('x'.repeat(1_000_000)), LineTooLong],
  ['an open quote', Buffer.from('Nome;Email\nAnna;a@example.it\n"Bea;b@example.it\n'), BrokenCsv],
  ['too many lines', Buffer.from(`A;B\n${'1;2\n'.repeat(20_001)}`), TooManyLines],
  ['too many columns', Buffer.from(`${'A;'.repeat(101)}\n1;2\n`), TooManyColumns],
] as const)('refuses %s', async ([, bytes, error]) => {
  await expect(readCsv(bytes)).rejects.toBeInstanceOf(error)
})
