import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSimilarName, toComparableName } from './match-reasons.ts'

const makeName = (full: string) => {
  const [name = '', ...surname] = full.split(' ')
  return toComparableName({ name, surname: surname.join(' ') })
}

test.for([
  ['Nicolò De Luca', 'nicolo de luca'],
  ['Giulia Verdi', 'Verdi Giulia'],
  ['Giulia Verdi', 'Giullia Verdi'],
  ['Alessandro Bo', 'Ale Bo'],
  ['Anna Rossi', 'Annamaria Rossi'],
  ['Sara D’Angelò', "Sara D'Angelo"],
])('matches %s with %s', { tags: ['13.100'] }, ([one, other]) => {
  expect(isSimilarName(makeName(one!), makeName(other!))).toBe(true)
  expect(isSimilarName(makeName(other!), makeName(one!))).toBe(true)
})

test.for([
  ['Giulia Verdi', 'Marco Verdi'],
  ['Al Bo', 'Alba Bo'],
  ['Ada Bo', 'Ida Re'],
  ['… …', '- -'],
])('does not match %s with %s', { tags: ['13.100'] }, ([one, other]) => {
  expect(isSimilarName(makeName(one!), makeName(other!))).toBe(false)
  expect(isSimilarName(makeName(other!), makeName(one!))).toBe(false)
})

/** A letter less, more or other at some places. */
const misspell = (text: string, places: number[]) =>
  places.reduce((typed, place, i) => {
    const at = place % typed.length
    return typed.slice(0, at) + ['', 'q', `q${typed[at]}`][i % 3] + typed.slice(at + 1)
  }, text)

test('finds two typing errors anywhere in a long name, and no name with six', { tags: ['13.100'] }, () => {
  const name = { name: 'abcdefghij'.repeat(5), surname: '' }
  const places = (number: number) => fc.array(fc.nat(), { minLength: number, maxLength: number })
  fc.assert(
    fc.property(places(2), (places) => {
      const typed = { name: misspell(name.name, places), surname: '' }
      expect(isSimilarName(toComparableName(name), toComparableName(typed))).toBe(true)
    }),
  )
  const other = { name: name.name.replaceAll('f', 'q'), surname: '' }
  expect(isSimilarName(toComparableName(name), toComparableName(other))).toBe(false)
})
