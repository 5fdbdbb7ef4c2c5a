import { csvLine } from '@prenoto/core/reports/csv.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineTooLong, NoLines, NoText, SpreadsheetFile, TooManyColumns, TooManyLines } from '../errors.ts'
import { readCsv } from '../read-csv.ts'

const TEXT = 'Nome;Città\r\nNicolò;Forlì\r\nZoë;€ 10\r\n'
const PARSED = {
  headings: ['Nome', 'Città'],
  rows: [
    { line: 2, cells: ['Nicolò', 'Forlì'] },
    { line: 3, cells: ['Zoë', '€ 10'] },
  ],
}

const cellsIn = async (bytes: Buffer) => (await readCsv(bytes, { kind: 'customers' })).rows.map(({ cells }) => cells)

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.for([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 with the first byte first', utf16be(`\uFEFF${TEXT}`)],
  ['Windows-1252', Buffer.from(TEXT.replace('€', '\x80'), 'latin1')],
] as const)('finds out %s', async ([, bytes]) => {
  expect(await readCsv(bytes, { kind: 'customers' })).toEqual(PARSED)
})

test.for([';', ',', '\t', '|'])('finds out the separator %j', async (separator) => {
  const text = `Nome${separator}Note\nAnna${separator}"uno${separator}due ""tre""\nquattro"\n\n${separator}\n`
  expect(await readCsv(Buffer.from(text), { kind: 'customers' })).toEqual({
    headings: ['Nome', 'Note'],
    rows: [{ line: 2, cells: ['Anna', `uno${separator}due "tre"\nquattro`] }],
  })
})

test('reads the separator that Excel is told, lines of other lengths and a single column', async () => {
  expect(await cellsIn(Buffer.from('sep=;\nA;B\n1,5;2,5\n'))).toEqual([['1,5', '2,5']])
  expect(await cellsIn(Buffer.from('SEP=|\r\nA;B|C\r\n1;2|3\r\n'))).toEqual([['1;2', '3']])
  expect(await cellsIn(Buffer.from('A,B\n1\n1,2,3\n'))).toEqual([['1'], ['1', '2']])
  expect((await readCsv(Buffer.from('Email\n\na@example.it\n'), { kind: 'customers' })).rows).toEqual([
    { line: 3, cells: ['a@example.it'] },
  ])
})

const FIVE = [
  ['Anna', 'Rossi', '3331110001'],
  ['Bea', 'Neri', '3331110002'],
  ['Carla', 'Blu', '3331110003'],
  ['Dino', 'Verdi', '3331110004'],
  ['Elsa', 'Gialli', '3331110005'],
]

test.for<[string, (text: string) => string]>([
  ['at the beginning of a cell', (text) => text.replace('Bea', '"Bea')],
  ['before a cell', (text) => text.replace('Neri', '"Neri')],
  ['that a later one seems to close', (text) => text.replace('Bea', '"Bea').replace('Dino', 'Dino"')],
  ['at the beginning of the last cell', (text) => text.replace('3331110002', '"3331110002')],
])('a quote %s hides nobody', async ([, spoil]) => {
  const text = `Nome;Cognome;Telefono\n${FIVE.map((cells) => cells.join(';')).join('\n')}\n`
  const rows = await cellsIn(Buffer.from(spoil(text)))
  expect(rows.map((cells) => cells.map((cell) => cell.replaceAll('"', '')))).toEqual(FIVE)
})

test('a line that is not in UTF-8 leaves the accents of the others alone', async () => {
  const bytes = Buffer.concat([Buffer.from('Nome;Città\nNicolò;Forlì\n'), Buffer.from('Zoë;Cantù\n', 'latin1')])
  expect(await cellsIn(bytes)).toEqual([
    ['Nicolò', 'Forlì'],
    ['Zoë', 'Cantù'],
  ])
})

test('a file of far too many lines is refused before it is read, one of too many before its end is read', async () => {
  const read = (text: string) => readCsv(Buffer.from(`Titolo\n${text}`), { kind: 'customers' })
  // The NUL would be refused when the text is decoded.
  await expect(read(`${'a;b\n'.repeat(1_000_000)}\0`)).rejects.toBeInstanceOf(TooManyLines)
  await expect(read('a;b\n'.repeat(300_000))).rejects.toBeInstanceOf(TooManyLines)
  expect((await read('a;b\n'.repeat(20_001))).rows).toHaveLength(20_000)
})

test('every table that a writer has written is read back', async () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))
  const row = fc.tuple(fc.constant('x'), cell, cell)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const text = csvLine(['Nome', 'Note', 'Altro']) + rows.map((cells) => csvLine(cells)).join('')
      expect(await cellsIn(Buffer.from(`\uFEFF${text}`))).toEqual(rows)
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
  ['too many columns', Buffer.from(`${'A;'.repeat(101)}\n1;2\n`), TooManyColumns],
] as const)('refuses %s', async ([, bytes, error]) => {
  await expect(readCsv(bytes, { kind: 'customers' })).rejects.toBeInstanceOf(error)
})
