import { expect, test } from 'vitest'
import { foldTelephone, isSimilarName } from './match-reasons.ts'

const named = (full: string) => {
  const [name = '', ...surname] = full.split(' ')
  return { name, surname: surname.join(' ') }
}

test.for([
  ['Nicolò De Luca', 'nicolo de luca'],
  ['Giulia Verdi', 'Verdi Giulia'],
  ['Giulia Verdi', 'Giullia Verdi'],
  ['Alessandro Bo', 'Ale Bo'],
  ['Anna Rossi', 'Annamaria Rossi'],
  ['Sara D’Angelò', "Sara D'Angelo"],
])('matches %s with %s', { tags: ['13.100'] }, ([one, other]) => {
  expect(isSimilarName(named(one!), named(other!))).toBe(true)
  expect(isSimilarName(named(other!), named(one!))).toBe(true)
})

test.for([
  ['Giulia Verdi', 'Marco Verdi'],
  ['Al Bo', 'Alba Bo'],
  ['Ada Bo', 'Ida Re'],
  ['… …', '- -'],
])('does not match %s with %s', { tags: ['13.100'] }, ([one, other]) => {
  expect(isSimilarName(named(one!), named(other!))).toBe(false)
  expect(isSimilarName(named(other!), named(one!))).toBe(false)
})

test.for([
  ['+39 333 123-4567', '3331234567'],
  ['0039 0612345678', '0612345678'],
  ['391 2345678', '3912345678'],
  ['+44 20 7946 0000', '442079460000'],
  ['', ''],
])('normalizes %s to %s', ([typed, dialled]) => {
  expect(foldTelephone(typed!)).toBe(dialled)
})
