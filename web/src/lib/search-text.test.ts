import { expect, test } from 'vitest'
import { searchText } from './search-text.ts'

test('a search ignores case, accents and spaces around it', () => {
  expect(searchText(' Più Bellà ')).toBe('piu bella')
})
