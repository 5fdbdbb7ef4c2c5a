import { expect, test } from 'vitest'
import { optionalLine, optionalText, requiredLine, requiredText } from './text.ts'

const line = requiredLine('Manca.', 10)
const text = requiredText('Manca.', 10)

const findMessage = (schema: typeof line | typeof text, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message

test.for(['', ' ', '\n', '\u200b\u202d\u3164\u2800', '\u00a0\u3000', undefined, null, 3])(
  'counts %j as missing',
  (value) => {
    expect(findMessage(line, value)).toBe('Manca.')
    expect(findMessage(text, value)).toBe('Manca.')
  },
)

test.for(['a\u0000b', 'a\u001bb', 'a\u007fb', '\ud800', 'a\udc00'])('rejects the characters in %j', (value) => {
  expect(findMessage(line, value)).toBe('Contiene caratteri non ammessi.')
  expect(findMessage(text, value)).toBe('Contiene caratteri non ammessi.')
})

test.for(['a\nb', 'a\r\nb'])('accepts %j as a text of several lines, but not as a single line', (value) => {
  expect(findMessage(line, value)).toBe('Contiene caratteri non ammessi.')
  expect(text.parse(value)).toBe(value)
})

test('the message about a text that is too long names the limit', () => {
  expect(findMessage(line, 'x'.repeat(11))).toBe('Usa al massimo 10 caratteri.')
  expect(line.parse('x'.repeat(10))).toBe('x'.repeat(10))
})

test('a text is trimmed before its length is checked', () => {
  expect(line.parse(`  ${'x'.repeat(10)}  `)).toBe('x'.repeat(10))
})

test('accepts names in every script and characters special to SQL and HTML', () => {
  for (const name of ["D'Amico", 'Zoë', 'Łukasz', '李小龍', 'أحمد', "';--", '<b>', '👩‍🦰'])
    expect(line.parse(name)).toBe(name)
})

test('a missing optional line becomes an empty text', () => {
  expect(optionalLine().parse(undefined)).toBe('')
  expect(optionalText().parse(undefined)).toBe('')
  expect(optionalText().parse(' ')).toBe('')
})

test.for([
  ['\u202dGiulia\u202c', 'Giulia'],
  ['Giu\u00adlia\u200b', 'Giulia'],
  ['Maria\u00a0Grazia\u2003Riva', 'Maria Grazia Riva'],
  ['Rossi\tMario', 'Rossi Mario'],
  ['\ufe0fGaia \u200d', 'Gaia'],
  ['❤️ Gaia', '❤️ Gaia'],
  ['نمی\u200cخواهم', 'نمی\u200cخواهم'],
] as const)('a line %j is stored as it looks: %j', ([typed, stored]) => {
  expect(optionalLine().parse(typed)).toBe(stored)
})

test('a text of several lines keeps its breaks and loses invisible characters', () => {
  expect(text.parse('\u200ba\u00a0b\n\tc')).toBe('a b\n\tc')
})
