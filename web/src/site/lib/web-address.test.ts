import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test.each([
  ['facebook.com/aurora', 'https://facebook.com/aurora'],
  ['https://www.instagram.com/x', 'https://www.instagram.com/x'],
  [' http://aurora.it ', 'http://aurora.it/'],
])('turns %j into %s', { tags: ['2.35'] }, (typed, address) => expect(webAddress(typed)).toBe(address))

test.each(['', '  ', 'javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'https://'])(
  'rejects %j',
  { tags: ['2.35'] },
  (typed) => expect(webAddress(typed)).toBeUndefined(),
)
