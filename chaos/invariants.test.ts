import { expect, test } from 'vitest'
import { visitValue } from './actors.ts'
import type { Call, Entry } from './event-log.ts'
import { checkInvariants, INVARIANTS } from './invariants.ts'
import type { Run } from './scenario.ts'

const at = (seconds: number) => Date.parse('2026-11-21T14:00:00Z') + seconds * 1000

const DAY = '2026-11-23'
const NINE = Date.parse(`${DAY}T09:00:00Z`)
const SLOT = `7|${DAY}|10:00:00`
const VISIT = { start: NINE, notice: 0 }

const call = (seconds: number, fields: Partial<Call> = {}): Call => ({
  kind: 'call',
  actor: 'visitor 1',
  business: 'Ambra',
  process: 'server 1',
  operation: 'book',
  from: at(seconds),
  to: at(seconds + 0.1),
  expected: [200, 201, 409],
  clockOffset: 0,
  status: 201,
  ...fields,
})

const mail = (seconds: number, subject: string, fields: Partial<Extract<Entry, { kind: 'mail' }>> = {}): Entry => ({
  kind: 'mail',
  at: at(seconds),
  to: 'ambra-1@posta.example',
  messageId: `<${seconds}@example.it>`,
  subject: `${subject}: Ambra taglio`,
  foreign: [],
  ...fields,
})

const fault = (seconds: number, fields: Partial<Extract<Entry, { kind: 'fault' }>> = {}): Entry => ({
  kind: 'fault',
  what: 'database restarted',
  target: 'database',
  from: at(seconds),
  to: at(seconds + 0.5),
  ...fields,
})

const exit = (seconds: number, fields: Partial<Extract<Entry, { kind: 'exit' }>> = {}): Entry => ({
  kind: 'exit',
  process: 'server 1',
  at: at(seconds),
  sent: 'SIGTERM',
  code: 0,
  signal: null,
  output: '{"level":40,"msg":"job failed"}',
  ...fields,
})

const booking = (id: number, fields: Partial<Run['rows']['bookings'][number]> = {}) => ({
  id,
  tenantId: 1,
  name: `booking ambra-${id}`,
  day: DAY,
  start: NINE,
  value: SLOT as string | null,
  ...fields,
})

const record = (name: string, value: string | null, fields: Partial<Run['records'][number]> = {}) => ({
  name,
  business: 'Ambra',
  possible: [value],
  hiddenIds: new Set<string>(),
  ...fields,
})

/** A run without violations: a booking with its reminder, a cancelled one, a closure, a restart. */
function correctRun(): Run {
  const entries: Entry[] = [
    { kind: 'ready', process: 'server 1', at: at(-5) },
    call(1, { visit: VISIT }),
    mail(2, 'Prenotazione confermata'),
    mail(3, 'Promemoria'),
    mail(7, 'Prenotazione disdetta', { to: 'ambra-2@posta.example' }),
    fault(20),
    call(21.2, { status: 503, retryAfter: '1' }),
    call(22),
    fault(30, { what: 'server restarted', target: 'server 1', to: at(31) }),
    exit(30.2),
    { kind: 'ready', process: 'server 1', at: at(31) },
  ]
  return {
    lines: entries.map((entry, i) => ({ ...entry, line: i + 1 })),
    businesses: [{ marker: 'Ambra', tenantId: 1, timeZone: 'Europe/Rome', capacity: 1, staff: ['a', 'b'] }],
    records: [
      record('booking ambra-1', SLOT, { hiddenIds: new Set(['one']) }),
      record('booking ambra-2', null, { deletedAt: at(6) }),
    ],
    rows: {
      bookings: [booking(1), booking(2, { value: null })],
      notified: new Map([
        ['1/1', 2],
        ['1/2', 2],
      ]),
      jobs: [],
      overbooked: [],
    },
    remindedDay: DAY,
    end: at(60),
  }
}

type Defect = (run: Run) => void

const add =
  (...entries: Entry[]): Defect =>
  (run) => {
    for (const entry of entries) run.lines.push({ ...entry, line: run.lines.length + 1 })
  }
const without =
  (kind: Entry['kind'], seconds: number): Defect =>
  (run) => {
    run.lines = run.lines.filter((line) => line.kind !== kind || !('at' in line) || line.at !== at(seconds))
  }

/** Defects that the check of each invariant must find; the key is a part of the invariant. */
const DEFECTS: [invariant: string, defect: string, plant: Defect][] = [
  ['simultaneous', 'an overlap', ({ rows }) => rows.overbooked.push({ marker: 'Ambra', at: 'then', visits: 2 })],
  ['acknowledged change', 'a lost booking', ({ rows }) => rows.bookings.splice(0, 1)],
  ['acknowledged change', 'a lost reschedule', ({ records }) => (records[0]!.possible = ['another slot'])],
  ['acknowledged change', 'a lost cancellation', ({ rows }) => (rows.bookings[1]!.value = SLOT)],
  ['acknowledged change', 'a refused booking', ({ rows }) => rows.bookings.push(booking(3))],
  ['idempotency key', 'two answers', ({ records }) => records[0]!.hiddenIds.add('two')],
  ['idempotency key', 'two rows', ({ rows }) => rows.bookings.push(booking(1))],
  ['contradicts', 'a taken slot that is offered', add(call(10, { wrong: 'taken' }))],
  ['notice', 'a past visit', add(call(10, { visit: { ...VISIT, start: at(9) } }))],
  ['notice', 'past by a shifted clock', add(call(10, { clockOffset: 300_000, visit: { ...VISIT, start: at(200) } }))],
  ['another business', 'in an answer', add(call(10, { foreign: ['Basalto'] }))],
  ['another business', 'in an e-mail', add(mail(10, 'Prenotazione modificata', { foreign: ['Basalto'] }))],
  ['another business', 'in a row', ({ rows }) => (rows.bookings[0]!.tenantId = 2)],
  ['documented status', 'a 500', add(call(10, { status: 500 }))],
  ['503', 'one without a fault', add(call(60, { status: 503, retryAfter: '1' }))],
  ['503', 'one without Retry-After', add(call(21, { status: 503 }))],
  ['within 20 s', 'an answer after 21 s', add(call(9, { to: at(30) }))],
  ['connection breaks', 'a reset without a fault', add(call(60, { status: undefined!, lost: 'reset' }))],
  ['sent once', 'a copy without a fault', add(mail(10, 'Prenotazione confermata', { messageId: '<2@example.it>' }))],
  ['sent once', 'a second confirmation', add(mail(10, 'Prenotazione confermata'))],
  ['sent once', 'a second reminder', add(mail(10, 'Promemoria'))],
  ['never happened', 'no booking', add(mail(10, 'Prenotazione confermata', { to: 'ambra-9@posta.example' }))],
  ['never happened', 'not cancelled', add(mail(10, 'Prenotazione disdetta'))],
  ['has a confirmation', 'none', without('mail', 2)],
  ['has a reminder', 'none', without('mail', 3)],
  ['has a reminder', 'one of a cancelled visit', add(mail(40, 'Promemoria', { to: 'ambra-2@posta.example' }))],
  ['every user', 'one user of two', ({ rows }) => rows.notified.set('1/1', 1)],
  ['no job', 'a failed job', ({ rows }) => rows.jobs.push({ queue: 'failed', state: 'created', jobs: 1 })],
  ['no process crashes', 'a crash', add({ ...exit(40), sent: undefined!, code: 1 } as Entry)],
  [
    'no process crashes',
    'never ready again',
    (run) => {
      without('ready', 31)(run)
      add(exit(50))(run)
    },
  ],
  ['exit code 0', 'an exit code of 1', add(exit(60, { code: 1 }))],
  ['every fault', 'a fault that failed', add(fault(90, { failed: 'Error: no' }))],
  ['within 5 s', 'no booking', (run) => (run.lines = run.lines.filter((l) => l.kind !== 'call' || l.from !== at(22)))],
  ['no log', 'an address in a log', add(exit(61, { output: '{"to":"ambra-1@posta.example"}' }))],
]

const findBroken = (run: Run) =>
  checkInvariants(run).flatMap(([invariant, found]) => (found.length > 0 ? invariant : []))

test('a correct run violates no invariant', { tags: ['13.140'] }, () => {
  expect(findBroken(correctRun())).toEqual([])
  expect(visitValue(7, { visit_day: DAY, visit_hour: '10:00:00' } as never)).toBe(SLOT)
})

test.for(DEFECTS)('the check of "%s" finds %s', { tags: ['13.140'] }, ([part, , plant]) => {
  const run = correctRun()
  plant(run)
  expect(findBroken(run)).toContainEqual(expect.stringContaining(part))
})

test('every invariant has a defect that its check must find', { tags: ['13.140'] }, () => {
  expect(Object.keys(INVARIANTS).filter((one) => !DEFECTS.some(([part]) => one.includes(part)))).toEqual([])
})
