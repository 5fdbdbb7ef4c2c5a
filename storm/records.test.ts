import { expect, test } from 'vitest'
import type { Call, Change, Line } from './journal.ts'
import { historiesOf, truths } from './records.ts'

type Attempt = [from: number, to: number, how: Change['how'], value: string | null, status?: number, process?: string]

/** The history of one record, of calls that took from one second to another; without a status, their answer was lost. */
function historyOf(...attempts: Attempt[]) {
  const lines = attempts.map(([from, to, how, value, status, process = 'server 1'], i): Line => {
    const call: Call = {
      kind: 'call',
      actor: 'somebody',
      business: 'Ambra',
      process,
      what: 'change',
      from: from * 1000,
      to: to * 1000,
      expected: [200],
      clock: 0,
      change: { record: 'r', how, value },
      ...(status === undefined ? { lost: 'reset' } : { status }),
    }
    return { ...call, line: i + 1 }
  })
  return historiesOf(lines).get('r')!
}

const END = Number.POSITIVE_INFINITY
const inTheEnd = (attempts: Attempt[]) => [...truths(historyOf(...attempts), END, END)]

test.for<[what: string, attempts: Attempt[], possible: (string | null)[]]>([
  ['nothing was made of what was refused', [[0, 1, 'create', 'a', 409]], [null]],
  ['what was made is there', [[0, 1, 'create', 'a', 201]], ['a']],
  ['what was asked for without an answer may be there', [[0, 1, 'create', 'a']], [null, 'a']],
  ['a failure of the server leaves it open', [[0, 1, 'create', 'a', 503]], [null, 'a']],
  [
    'the later of two changes holds',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'update', 'b', 200],
      [4, 5, 'update', 'c', 200],
    ],
    ['c'],
  ],
  [
    'of two changes at once either may',
    [
      [0, 1, 'create', 'a', 201],
      [2, 4, 'update', 'b', 200],
      [3, 5, 'update', 'c', 200],
    ],
    ['b', 'c'],
  ],
  [
    'a change without an answer may have come after a later one',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'update', 'b'],
      [4, 5, 'update', 'c', 200],
    ],
    ['b', 'c'],
  ],
  [
    'but not a minute later',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'update', 'b'],
      [70, 71, 'update', 'c', 200],
    ],
    ['c'],
  ],
  [
    'what is gone stays gone',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [4, 5, 'update', 'b'],
    ],
    [null],
  ],
  [
    'a creation that is repeated happens once',
    [
      [0, 1, 'create', 'a'],
      [2, 3, 'create', 'a', 201],
      [4, 5, 'update', 'b', 200],
      [6, 7, 'create', 'a', 201],
    ],
    ['b'],
  ],
  [
    'what is restored is as it was',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [4, 5, 'restore', null, 200],
    ],
    ['a'],
  ],
  [
    'and can be changed again',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [4, 5, 'restore', null, 200],
      [6, 7, 'update', 'b', 200],
    ],
    ['b'],
  ],
  [
    'what somebody tried to restore may be gone',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [4, 5, 'restore', null],
    ],
    ['a', null],
  ],
  [
    'what it was too late to restore is',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [14, 15, 'restore', null, 409],
    ],
    [null],
  ],
])('%s', ([, attempts, possible]) => {
  expect(inTheEnd(attempts)).toEqual(possible)
})

test('whoever looks while something changes may see it before or after', () => {
  const history = historyOf([0, 1, 'create', 'a', 201], [5, 6, 'update', 'b', 200])

  expect([...truths(history, 2_000, 3_000)]).toEqual(['a'])
  expect([...truths(history, 5_500, 5_600)]).toEqual(['a', 'b'])
  expect([...truths(history, 7_000, 7_100)]).toEqual(['b'])
})

test('what was made at the second attempt is known where that was answered', () => {
  const [made] = historyOf([0, 1, 'create', 'a', 503, 'server 2'], [2, 3, 'create', 'a', 201, 'server 1'])

  expect(made).toMatchObject({ isDone: true, process: 'server 1', from: 0, to: 3_000 })
})

test('of several records those change that the answer names, and what need not come to pass may have', () => {
  const call: Call = {
    kind: 'call',
    actor: 'staff 1',
    business: 'Ambra',
    process: 'server 1',
    what: 'close calendars',
    from: 0,
    to: 1_000,
    expected: [201],
    clock: 0,
    status: 201,
    also: [
      { record: 'closure', how: 'create', value: 'shut' },
      { record: 'within', how: 'delete', value: null },
      { record: 'moved away', how: 'delete', value: null },
      { record: 'perhaps', how: 'create', value: 'left', isPossible: true },
    ],
    changed: ['closure', 'within', 'perhaps'],
  }

  const histories = historiesOf([{ ...call, line: 1 }])

  expect(histories.get('closure')).toMatchObject([{ isDone: true }])
  expect(histories.get('within')).toMatchObject([{ isDone: true }])
  expect(histories.has('moved away')).toBe(false)
  expect(histories.get('perhaps')).toMatchObject([{ isDone: false }])
})
