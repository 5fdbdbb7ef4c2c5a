import { expect, test } from 'vitest'
import type { Call, Entry, Line } from '../event-log.ts'
import type { BookingRow, RunData } from '../run-data.ts'
import { CHECKERS, check } from './checkers.ts'

/** Three in the afternoon in Rome. */
const START = Date.parse('2026-11-21T14:00:00Z')
const at = (seconds: number) => START + seconds * 1000

const SLOT = '7|2026-11-30|10:00:00'
const LATER_SLOT = '7|2026-11-30|11:00:00'
const NINE = Date.parse('2026-11-30T09:00:00Z')
const POSITION = { calendar: 3, from: NINE, to: NINE + 30 * 60_000 }

const call = (seconds: number, parts: Partial<Call>): Call => ({
  kind: 'call',
  actor: 'visitor 1',
  business: 'Ambra',
  process: 'server 1',
  operation: 'book',
  from: at(seconds),
  to: at(seconds + 0.1),
  expected: [200, 201, 204, 404, 409],
  clockOffset: 0,
  status: 200,
  ...parts,
})

const booking = (seconds: number, key: string, value: string, parts: Partial<Call> = {}) =>
  call(seconds, {
    status: 201,
    changes: [{ record: `booking ${key}`, how: 'create', value }],
    observations: [{ record: `booking ${key}`, value }],
    booked: { id: 10, hiddenId: `hidden-${key}`, start: at(9 * 86_400), notice: 0 },
    ...parts,
  })

const mail = (seconds: number, parts: Partial<Extract<Entry, { kind: 'mail' }>>): Entry => ({
  kind: 'mail',
  at: at(seconds),
  to: 'ambra-1@posta.example',
  messageId: `<${seconds}@example.it>`,
  subject: 'Prenotazione confermata: Ambra taglio',
  foreign: [],
  ...parts,
})

const fault = (seconds: number, parts: Partial<Extract<Entry, { kind: 'fault' }>> = {}): Entry => ({
  kind: 'fault',
  what: 'database restarted',
  target: 'database',
  from: at(seconds),
  to: at(seconds + 0.5),
  ...parts,
})

const exit = (seconds: number, parts: Partial<Extract<Entry, { kind: 'exit' }>> = {}): Entry => ({
  kind: 'exit',
  process: 'server 1',
  at: at(seconds),
  sent: 'SIGTERM',
  code: 0,
  signal: null,
  output: '{"level":40,"msg":"job failed"}',
  ...parts,
})

const row = (key: string, parts: Partial<BookingRow>): BookingRow => ({
  id: 10,
  tenantId: 1,
  calendar: 3,
  email: `${key}@posta.example`,
  record: `booking ${key}`,
  value: SLOT,
  start: NINE,
  ...parts,
})

/** A run without violations: a rescheduled booking, a cancelled one, a closure and a restart. */
function correctRun(): RunData {
  const entries: Entry[] = [
    { kind: 'ready', process: 'server 1', at: at(-5) },
    booking(1, 'ambra-1', SLOT, { position: POSITION }),
    mail(2, {}),
    call(3, {
      operation: 'staff: reschedule',
      process: 'server 2',
      changes: [{ record: 'booking ambra-1', how: 'update', value: LATER_SLOT }],
      observations: [{ record: 'booking ambra-1', value: LATER_SLOT }],
    }),
    mail(4, { subject: 'Prenotazione modificata: Ambra taglio' }),
    booking(5, 'ambra-2', SLOT, { booked: { id: 11, hiddenId: 'hidden-ambra-2', start: at(9 * 86_400), notice: 0 } }),
    call(6, {
      operation: 'cancel',
      status: 204,
      changes: [{ record: 'booking ambra-2', how: 'delete', value: null }],
    }),
    mail(7, { to: 'ambra-2@posta.example', subject: 'Prenotazione disdetta: Ambra taglio' }),
    call(8, {
      operation: 'close calendar',
      status: 201,
      changes: [{ record: 'closure Ambra 1', how: 'create', value: '3|2026-12-01|09:00|2026-12-01|12:00' }],
    }),
    call(9, {
      operation: 'read service',
      offer: { service: '7', first: at(3600), requested: ['2026-11-30 10:00:00'] },
    }),
    fault(20),
    call(21.2, { status: 503, retryAfter: '1' }),
    call(22, {}),
    fault(30, { what: 'server restarted', target: 'server 1', to: at(31) }),
    exit(30.2),
    { kind: 'ready', process: 'server 1', at: at(31) },
  ]
  return {
    lines: entries.map((entry, i) => ({ ...entry, line: i + 1 })),
    businesses: [
      {
        marker: 'Ambra',
        tenantId: 1,
        timeZone: 'Europe/Rome',
        capacity: 1,
        notice: 0,
        maxPerDay: 0,
        services: [{ id: 7, name: 'Taglio', duration: 30, calendars: [3] }],
        staff: ['a', 'b'],
      },
    ],
    rows: {
      bookings: [row('ambra-1', { value: LATER_SLOT }), row('ambra-2', { id: 11, value: null })],
      values: new Map([['closure Ambra 1', '3|2026-12-01|09:00|2026-12-01|12:00']]),
      notified: new Map([
        ['1/10', 2],
        ['1/11', 2],
      ]),
      jobs: [],
      overbooked: [],
    },
  }
}

type Defect = (run: RunData) => void

const add =
  (...entries: Entry[]): Defect =>
  (run) => {
    for (const entry of entries) run.lines.push({ ...entry, line: run.lines.length + 1 })
  }
const change =
  (seconds: number, parts: Partial<Call>): Defect =>
  ({ lines }) => {
    const matchingCall = lines.find((line) => line.kind === 'call' && line.from === at(seconds)) as Line & Call
    Object.assign(matchingCall, parts)
  }
const changeRow =
  (key: string, parts: Partial<BookingRow>): Defect =>
  ({ rows }) => {
    Object.assign(rows.bookings.find(({ record }) => record === `booking ${key}`)!, parts)
  }
const without =
  (test: (entry: Line) => boolean): Defect =>
  (run) => {
    run.lines = run.lines.filter((line) => !test(line))
  }

/** A defect that the checker of each invariant must find; the key is a part of the invariant. */
const DEFECTS: [invariant: string, defect: string, plant: Defect][] = [
  [
    'simultaneous visits',
    'two visits at a capacity of one',
    ({ rows }) => void rows.overbooked.push({ marker: 'Ambra', calendar: 3, at: 'then', visits: 2 }),
  ],
  ['acknowledged write', 'a missing booking', ({ rows }) => void rows.bookings.splice(0, 1)],
  ['acknowledged write', 'a lost reschedule', changeRow('ambra-1', { value: SLOT })],
  ['acknowledged write', 'a lost cancellation', changeRow('ambra-2', { value: SLOT })],
  ['acknowledged write', 'a lost closure', ({ rows }) => void rows.values.delete('closure Ambra 1')],
  ['acknowledged write', 'a refused booking', ({ rows }) => void rows.bookings.push(row('ambra-3', { id: 12 }))],
  [
    'acknowledged write',
    'half a series',
    (run) => {
      const record = 'series ambra-series1'
      const value = '2026-12-01 09:00:00|2026-12-08 09:00:00'
      add(call(10, { status: 201, changes: [{ record, how: 'create', value }] }))(run)
      run.rows.values.set(record, '2026-12-01 09:00:00')
    },
  ],
  [
    'acknowledged write',
    'a lost undo',
    (run) => {
      add(
        call(10, { status: 204, changes: [{ record: 'booking ambra-1', how: 'delete', value: null }] }),
        call(12, { changes: [{ record: 'booking ambra-1', how: 'restore', value: null }] }),
      )(run)
      changeRow('ambra-1', { value: null })(run)
    },
  ],
  [
    'idempotency key',
    'another answer for the same key',
    add(booking(10, 'ambra-1', SLOT, { booked: { id: 77, hiddenId: 'other', start: at(9e5), notice: 0 } })),
  ],
  ['idempotency key', 'two rows for one key', ({ rows }) => void rows.bookings.push({ ...rows.bookings[1]! })],
  [
    'shows a value',
    'the old slot after a reschedule',
    add(call(10, { observations: [{ record: 'booking ambra-1', value: SLOT }] })),
  ],
  [
    'shows a value',
    'a 404 for an existing booking',
    add(call(10, { status: 404, observations: [{ record: 'booking ambra-1', value: null }] })),
  ],
  ['booking notice', 'a slot of the past', change(9, { offer: { service: '7', first: at(-50), requested: [] } })],
  [
    'booking notice',
    'a booking that is past by a shifted clock',
    change(1, { clockOffset: 300_000, booked: { id: 10, hiddenId: 'hidden-ambra-1', start: at(240), notice: 0 } }),
  ],
  [
    'taken slot',
    'the slot that a booking was rescheduled to',
    change(9, { offer: { service: '7', requested: ['2026-11-30 11:00:00'] } }),
  ],
  [
    'taken slot',
    'a slot that the same process has just booked',
    add(call(1.2, { offer: { service: '7', requested: ['2026-11-30 10:00:00'] } })),
  ],
  [
    'closed calendar',
    'a booking within the closure',
    add(
      booking(10, 'ambra-4', '7|2026-12-01|10:00:00', {
        position: { ...POSITION, from: NINE + 86_400_000, to: NINE + 86_400_001 },
      }),
    ),
  ],
  [
    'held for a waiting visitor',
    'a booking during the offer',
    add(
      call(10, { hold: { ...POSITION, records: ['booking ambra-waiting1'], readAt: at(10), until: at(70) } }),
      booking(60, 'ambra-6', SLOT, { position: POSITION }),
    ),
  ],
  ['another business', 'an answer with another name', change(9, { foreign: ['Basalto'] })],
  ['another business', 'an e-mail with another name', add(mail(10, { foreign: ['Basalto'] }))],
  ['another business', 'a row of another tenant', changeRow('ambra-1', { tenantId: 2 })],
  ['documented status', 'a 500', add(call(10, { status: 500 }))],
  ['503', 'a 503 without a fault', add(call(60, { status: 503, retryAfter: '1' }))],
  ['503', 'a 503 without Retry-After', change(21.2, { retryAfter: undefined })],
  ['within 20 s', 'an answer after 21 s', change(9, { to: at(30) })],
  ['connection breaks', 'a reset without a fault', add(call(60, { status: undefined, lost: 'reset' }))],
  ['sent once', 'a copy without a fault', add(mail(10, { messageId: '<2@example.it>' }))],
  ['sent once', 'a second confirmation', add(mail(10, { messageId: '<other@example.it>' }))],
  ['never happened', 'a confirmation without a booking', add(mail(10, { to: 'ambra-99@posta.example' }))],
  [
    'never happened',
    'a cancellation of a booking that is not cancelled',
    add(mail(10, { subject: 'Prenotazione disdetta: Ambra taglio' })),
  ],
  ['has a confirmation', 'no confirmation', without((line) => line.kind === 'mail' && line.at === at(2))],
  ['every user', 'one user of two', ({ rows }) => void rows.notified.set('1/10', 1)],
  ['no job', 'a failed job', ({ rows }) => void rows.jobs.push({ queue: 'failed', state: 'created', jobs: 1 })],
  ['no process crashes', 'a crash', add(exit(40, { sent: undefined, code: 1 }))],
  [
    'no process crashes',
    'a server that was never ready again',
    (run) => {
      without((line) => line.kind === 'ready' && line.at === at(31))(run)
      add(exit(50))(run)
    },
  ],
  ['exit code 0', 'an exit code of 1', add(exit(60, { code: 1 }))],
  ['every fault', 'a fault that failed', add(fault(90, { failed: 'Error: no' }))],
  ['within 5 s', 'a late booking', change(22, { to: at(29) })],
  ['no log', 'an address in a log', add(exit(61, { output: '{"to":"ambra-1@posta.example"}' }))],
]

test('a correct run violates no invariant', { tags: ['13.140'] }, () => {
  expect(check(correctRun())).toEqual([])
})

test.for(DEFECTS)('the checker of "%s" finds %s', { tags: ['13.140'] }, ([invariant, , plant]) => {
  const run = correctRun()

  plant(run)

  expect(check(run).map((violation) => violation.invariant)).toContainEqual(expect.stringContaining(invariant))
})

test('every checker has a defect that it must find', { tags: ['13.140'] }, () => {
  const untested = CHECKERS.filter(({ invariant }) => !DEFECTS.some(([part]) => invariant.includes(part)))

  expect(untested).toEqual([])
})
