import { expect, test } from 'vitest'
import { parsePlainDate } from '../time/plain-date.ts'
import { csvLine, csvName, dateCell, decimalCell, telephoneCell, typedCell } from './csv.ts'

test('quotes cells with separators, quotes and line breaks', () => {
  expect(csvLine(['Rossi; Bianchi', 'detta "la Rossa"', 'via Roma\r\n12', ''])).toBe(
    '"Rossi; Bianchi";"detta ""la Rossa""";"via Roma\r\n12";""\r\n',
  )
})

test.for([
  '=1+1',
  '+39+1',
  '-2+3',
  '@SUM(A1)',
  '|calc',
  '%0a',
  ' =1',
  '\u00a0=1',
  '"=1"',
  '\'"=1',
  '\u200b=1',
  '\ufeff=1',
  '\u0000=1',
  '＝1',
  '\t=1',
  '\tciao',
  '\rciao',
  '\nciao',
])('escapes the possible formula %j', { tags: ['13.126'] }, (text) => {
  expect(typedCell(text)).toMatch(/^'/)
  expect(typedCell(text)).toContain(text)
})

test.for([
  ['Rossi,=1', "Rossi,'=1"],
  ['Rossi; =1', "Rossi;' =1"],
  ['Rossi\n@a', "Rossi\n'@a"],
  ['Rossi\t"-1"', 'Rossi\t\'"-1"'],
])('escapes %j against other cell separators', ([text, cell]) => {
  expect(typedCell(text!)).toBe(cell)
})

test.for(['Anna-Maria', 'D’Angelo', "D'Angelo", 'giulia+salone@example.it', 'Rossi, Bianchi', '50 %', 'A = B', ''])(
  'leaves the harmless text %j unchanged',
  (text) => {
    expect(typedCell(text)).toBe(text)
  },
)

test.for([
  ['3331234567', '333 1234567'],
  ['0612345678', '061 2345678'],
  ['+393331234567', '0039 3331234567'],
  ['+39 333 123 4567', '0039 333 123 4567'],
  ['00393331234567', '0039 3331234567'],
  ['393331234567', '39 3331234567'],
  ['333-1234567', '333-1234567'],
  ['112', '112'],
  ['', ''],
  ['=HYPERLINK("x")', '\'=HYPERLINK("x")'],
])('writes the telephone number %s as the text %s', { tags: ['13.126'] }, ([telephone, cell]) => {
  expect(telephoneCell(telephone!)).toBe(cell)
})

test('dates and amounts use the Italian format', () => {
  expect([dateCell(parsePlainDate('2026-11-03')), decimalCell('1250.50')]).toEqual(['03/11/2026', '1250,50'])
})

test('a file name contains only ASCII letters, digits and hyphens', () => {
  expect(csvName('Caffè "Nannì" & Figli\r\n', 'prenotazioni', '2026-11-01')).toBe(
    'caffe-nanni-figli-prenotazioni-2026-11-01.csv',
  )
  expect(csvName('美容室', 'clienti')).toBe('clienti.csv')
})
