import { expect, test } from 'vitest'
import type { Call, Change, Line } from './event-log.ts'
import { buildHistories, possibleValues } from './histories.ts'

type Attempt = [from: number, to: number, how: Change['how'], value: string | null, status?: number, process?: string]

/** The history of one record, from calls between two seconds; without a status, the answer was lost. */
const makeHistory = (...attempts: Attempt[]) =>
  buildHistories(attempts.map((attempt, i): Line => ({ ...makeCall(attempt), line: i + 1 }))).get('r') ?? []

function makeCall([from, to, how, value, status, process = 'server 1']: Attempt): Call {
  return {
    kind: 'call',
    actor: 'visitor 1',
    business: 'Ambra',
    process,
    operation: 'change',
    from: from * 1000,
    to: to * 1000,
    expected: [200],
    clockOffset: 0,
    changes: [{ record: 'r', how, value }],
    ...(status === undefined ? { lost: 'reset' } : { status }),
  }
}

const END = Number.POSITIVE_INFINITY
const inTheEnd = (attempts: Attempt[]) => [...possibleValues(makeHistory(...attempts), END, END)]

test.for<[what: string, attempts: Attempt[], possible: (string | null)[]]>([
  ['a refused creation has no effect', [[0, 1, 'create', 'a', 409]], [null]],
  ['an acknowledged creation lasts', [[0, 1, 'create', 'a', 201]], ['a']],
  ['an unanswered creation may have taken effect', [[0, 1, 'create', 'a']], [null, 'a']],
  ['a 503 leaves the outcome unknown', [[0, 1, 'create', 'a', 503]], [null, 'a']],
  [
    'the later of two updates wins',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'update', 'b', 200],
      [4, 5, 'update', 'c', 200],
    ],
    ['c'],
  ],
  [
    'either of two concurrent updates may win',
    [
      [0, 1, 'create', 'a', 201],
      [2, 4, 'update', 'b', 200],
      [3, 5, 'update', 'c', 200],
    ],
    ['b', 'c'],
  ],
  [
    'an unanswered update may take effect after a later one',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'update', 'b'],
      [4, 5, 'update', 'c', 200],
    ],
    ['b', 'c'],
  ],
  [
    'an unanswered update takes no effect after a minute',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'update', 'b'],
      [70, 71, 'update', 'c', 200],
    ],
    ['c'],
  ],
  [
    'a deleted record stays deleted',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [4, 5, 'update', 'b'],
    ],
    [null],
  ],
  [
    'a repeated creation happens once',
    [
      [0, 1, 'create', 'a'],
      [2, 3, 'create', 'a', 201],
      [4, 5, 'update', 'b', 200],
      [6, 7, 'create', 'a', 201],
    ],
    ['b'],
  ],
  [
    'a restored record has its previous value',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [4, 5, 'restore', null, 200],
    ],
    ['a'],
  ],
  [
    'a restored record can be updated',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [4, 5, 'restore', null, 200],
      [6, 7, 'update', 'b', 200],
    ],
    ['b'],
  ],
  [
    'an unanswered restoration may have no effect',
    [
      [0, 1, 'create', 'a', 201],
      [2, 3, 'delete', null, 204],
      [4, 5, 'restore', null],
    ],
    ['a', null],
  ],
  [
    'a refused restoration has no effect',
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

test('a read during an update may return the old or the new value', () => {
  const history = makeHistory([0, 1, 'create', 'a', 201], [5, 6, 'update', 'b', 200])

  expect([...possibleValues(history, 2_000, 3_000)]).toEqual(['a'])
  expect([...possibleValues(history, 5_500, 5_600)]).toEqual(['a', 'b'])
  expect([...possibleValues(history, 7_000, 7_100)]).toEqual(['b'])
})

test('a creation belongs to the process that acknowledged it', () => {
  const [write] = makeHistory([0, 1, 'create', 'a', 503, 'server 2'], [2, 3, 'create', 'a', 201, 'server 1'])

  expect(write).toMatchObject({ isAcknowledged: true, process: 'server 1', from: 0, to: 3_000 })
})

test('a change that may have no effect is not acknowledged by a success', () => {
  const [write] = makeHistory([0, 1, 'update', 'left', 303])
  expect(write).toMatchObject({ isAcknowledged: true })

  const call = { ...makeCall([0, 1, 'update', 'left', 303]), line: 1 }
  const changes = call.changes!.map((change) => ({ ...change, mayHaveNoEffect: true }))
  expect(buildHistories([{ ...call, changes }]).get('r')).toMatchObject([{ isAcknowledged: false }])
})
