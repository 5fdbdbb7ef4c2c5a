import { expect, test } from 'vitest'
import { optionalLine, optionalText, requiredLine, requiredText } from './text.ts'

const line = requiredLine('Manca.', 10)
const text = requiredText('Manca.', 10)

const messageOf = (schema: typeof line | typeof text, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message

test.for(['', ' ', '\n', undefined, null, 3])('%j is missing', (value) => {
  expect(messageOf(line, value)).toBe('Manca.')
  expect(messageOf(text, value)).toBe('Manca.')
})

test.for(['a\u0000b', 'a\u001bb', 'a\u007fb', '\ud800', 'a\udc00'])('%j has characters that are no text', (value) => {
  expect(messageOf(line, value)).toBe('Contiene caratteri non ammessi.')
  expect(messageOf(text, value)).toBe('Contiene caratteri non ammessi.')
})

test.for(['a\nb', 'a\tb', 'a\r\nb', 'a\u2028b'])('%j is text of several lines, but no line', (value) => {
  expect(messageOf(line, value)).toBe('Contiene caratteri non ammessi.')
  expect(text.parse(value)).toBe(value)
})

test('what is too long is told how long it may be', () => {
  expect(messageOf(line, 'x'.repeat(11))).toBe('Usa al massimo 10 caratteri.')
  expect(line.parse('x'.repeat(10))).toBe('x'.repeat(10))
})

test('spaces around a text are dropped before it is measured', () => {
  expect(line.parse(`  ${'x'.repeat(10)}  `)).toBe('x'.repeat(10))
})

test('names of every script and signs that mean something to databases and pages are text', () => {
  for (const name of ["D'Amico", 'Zoë', 'Łukasz', '李小龍', 'أحمد', "';--", '<b>', '👩‍🦰'])
    expect(line.parse(name)).toBe(name)
})

test('what is optional is empty when it is missing', () => {
  expect(optionalLine().parse(undefined)).toBe('')
  expect(optionalText().parse(undefined)).toBe('')
  expect(optionalText().parse(' ')).toBe('')
})
