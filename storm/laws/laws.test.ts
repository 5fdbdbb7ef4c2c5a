import { dateOf } from '@prenoto/core/time/plain-date.ts'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import type { BookingRow, Evidence, Figures } from '../evidence.ts'
import type { Call, Entry, Line } from '../journal.ts'
import { judge, LAWS } from './laws.ts'

/** Three in the afternoon in Rome. */
const START = Temporal.Instant.from('2026-11-21T14:00:00Z').epochMilliseconds
const at = (seconds: number) => START + seconds * 1000

const MOVED = { day: dateOf('2026-11-30'), hour: timeOf('11:00') }

const aCall = (seconds: number, call: Partial<Call>): Call => ({
  kind: 'call',
  actor: 'visitor 1',
  business: 'Ambra',
  process: 'server 1',
  what: 'book',
  from: at(seconds),
  to: at(seconds + 0.1),
  expected: [200, 201, 204, 404, 409],
  clock: 0,
  status: 200,
  ...call,
})

const FIGURES: Figures = {
  bookings: 1,
  cancelled: 0,
  missed: 0,
  visits: 1,
  minutes_booked: 30,
  revenue: '25.00',
  from_today_on: 1,
}

const SLOT = '7|2026-11-30|10:00:00'
const MOVED_SLOT = `7|${MOVED.day}|${MOVED.hour}`

const NINE = Temporal.Instant.from('2026-11-30T09:00:00Z').epochMilliseconds
const PLACE = { calendar: 3, from: NINE, to: NINE + 30 * 60_000 }

const booking = (seconds: number, key: string, value: string, call: Partial<Call> = {}) =>
  aCall(seconds, {
    status: 201,
    change: { record: `booking ${key}`, how: 'create', value },
    sights: [{ record: `booking ${key}`, value }],
    booked: { id: 10, hiddenId: `hidden-${key}`, start: at(9 * 86_400), notice: 0 },
    ...call,
  })

const aMail = (seconds: number, mail: Partial<Extract<Entry, { kind: 'mail' }>>): Entry => ({
  kind: 'mail',
  at: at(seconds),
  to: 'ambra-1@posta.example',
  messageId: `<${seconds}@example.it>`,
  subject: 'Prenotazione confermata: Ambra taglio, lunedì 30 novembre alle 10:00',
  text: 'lunedì 30 novembre 2026, 10:00',
  foreign: [],
  ...mail,
})

const aFault = (seconds: number, fault: Partial<Extract<Entry, { kind: 'fault' }>> = {}): Entry => ({
  kind: 'fault',
  what: 'database restarted',
  on: 'database',
  from: at(seconds),
  to: at(seconds + 0.5),
  ...fault,
})

const memory = (minute: number, megabytes: number): Entry => ({
  kind: 'memory',
  process: 'server 1',
  pid: 1,
  at: at(minute * 60),
  resident: megabytes * 1e6,
})

const aRow = (key: string, row: Partial<BookingRow>): BookingRow => ({
  tenant_id: 1,
  id: 10,
  key,
  hidden_id: `hidden-${key}`,
  email: `${key}@posta.example`,
  record: `booking ${key}`,
  value: SLOT,
  copied: 'Ambra taglio|30|25.00',
  calendar_id: 3,
  visit_day: dateOf('2026-11-30'),
  visit_hour: timeOf('10:00:00'),
  starts_at: Temporal.Instant.from('2026-11-30T09:00:00Z').epochMilliseconds,
  scheduled_at: at(1),
  is_cancelled: false,
  customer: key,
  visitor: key,
  ...row,
})

/** What happened on a good day: a booking that was moved, one that was cancelled, one that was due, and a closure. */
function aGoodDay(): Evidence {
  const entries: Entry[] = [
    { kind: 'ready', process: 'server 1', at: at(-5), pid: 1 },
    aCall(-2, { what: 'set up', change: { record: 'service 7', how: 'create', value: 'Ambra taglio|30|25.00' } }),
    booking(-1, 'ambra-due0', '7|2026-11-22|09:00:00', {
      booked: { id: 9, hiddenId: 'hidden-ambra-due0', start: at(61_200), notice: 0 },
    }),
    aMail(0, { to: 'ambra-due0@posta.example' }),
    aMail(0.5, { to: 'ambra-due0@posta.example', subject: 'Promemoria: Ambra taglio' }),
    booking(1, 'ambra-1', SLOT),
    aMail(2, {}),
    { kind: 'heard', watcher: 'ada', user: 5, process: 'server 1', at: at(2), notifications: [100, 101] },
    aCall(3, {
      what: 'move booking',
      process: 'server 2',
      change: { record: 'booking ambra-1', how: 'update', value: MOVED_SLOT },
      sights: [{ record: 'booking ambra-1', value: MOVED_SLOT }],
    }),
    aMail(4, { subject: 'Prenotazione modificata: Ambra taglio', text: 'lunedì 30 novembre 2026, 11:00' }),
    booking(5, 'ambra-2', SLOT, {
      booked: { id: 11, hiddenId: 'hidden-ambra-2', start: at(9 * 86_400), notice: 0 },
    }),
    aCall(6, { what: 'cancel', status: 204, change: { record: 'booking ambra-2', how: 'delete', value: null } }),
    aMail(7, { to: 'ambra-2@posta.example', subject: 'Prenotazione disdetta: Ambra taglio' }),
    aCall(8, {
      what: 'close calendar',
      status: 201,
      change: { record: 'closure Ambra 1', how: 'create', value: '3|2026-12-01|09:00|2026-12-01|12:00' },
    }),
    aCall(9, { what: 'read service', offer: { service: '7', first: at(3600), wanted: ['2026-11-30 10:00:00'] } }),
    aFault(20),
    aFault(30, { what: 'server restarted', on: 'server 1', to: at(31) }),
    { kind: 'exit', process: 'server 1', at: at(30.2), told: 'SIGTERM', code: 0, signal: null, lastWords: '' },
    { kind: 'ready', process: 'server 1', at: at(31), pid: 1 },
    aCall(21, { status: 409 }),
    aCall(21.2, { status: 503, problem: 'Riprova tra poco.', retryAfter: '1' }),
    aCall(22, { what: 'edit booking', change: undefined }),
    ...[0, 1, 2, 3, 4, 5].map((minute) => memory(minute, 150)),
    { kind: 'said', process: 'server 1', at: at(400), text: '{"level":40,"msg":"job failed"}' },
  ]
  return {
    lines: entries.map((entry, i) => ({ ...entry, line: i + 1 })),
    shops: [
      {
        marker: 'Ambra',
        tenantId: 1,
        timeZone: 'Europe/Rome',
        capacity: 1,
        notice: 0,
        maxPerDay: 0,
        services: [{ id: 7, calendarId: 3, calendars: [3] }],
        staff: 2,
      },
    ],
    rows: {
      bookings: [
        aRow('ambra-due0', {
          id: 9,
          value: '7|2026-11-22|09:00:00',
          visit_day: dateOf('2026-11-22'),
          visit_hour: timeOf('09:00:00'),
          starts_at: at(61_200),
          scheduled_at: at(-30 * 86_400),
        }),
        aRow('ambra-1', { value: MOVED_SLOT, visit_day: MOVED.day, visit_hour: MOVED.hour }),
        aRow('ambra-2', { id: 11, value: null, is_cancelled: true }),
      ],
      values: new Map([
        ['service 7', 'Ambra taglio|30|25.00'],
        ['closure Ambra 1', '3|2026-12-01|09:00|2026-12-01|12:00'],
      ]),
      contacts: new Map(),
      announced: new Map([
        ['1/9', 2],
        ['1/10', 2],
        ['1/11', 2],
      ]),
      notifications: new Map([
        [
          5,
          [
            { id: 100, at: at(1.5) },
            { id: 101, at: at(1.9) },
          ],
        ],
      ]),
      jobs: [],
      overbooked: [],
      crowded: [],
      numbers: [{ marker: 'Ambra', told: FIGURES, counted: FIGURES }],
    },
  }
}

type Forgery = [law: string, how: string, forge: (evidence: Evidence) => void]

const add =
  (...entries: Entry[]) =>
  (evidence: Evidence) => {
    for (const entry of entries) evidence.lines.push({ ...entry, line: evidence.lines.length + 1 })
  }
const change = (seconds: number, what: Partial<Call>) => (evidence: Evidence) => {
  const call = evidence.lines.find((line) => line.kind === 'call' && line.from === at(seconds)) as Line & Call
  Object.assign(call, what)
}
const row =
  (key: string, what: Partial<BookingRow>) =>
  ({ rows }: Evidence) => {
    Object.assign(rows.bookings.find((booking) => booking.key === key)!, what)
  }
const without = (test: (entry: Line) => boolean) => (evidence: Evidence) => {
  evidence.lines = evidence.lines.filter((line) => !test(line))
}

const deleted = (seconds: number) =>
  add(
    aCall(seconds, {
      status: 204,
      change: { record: 'booking ambra-1', how: 'delete', value: null },
      held: { ...PLACE, records: ['booking ambra-1'], readAt: at(seconds - 0.1) },
    }),
  )

const FORGERIES: Forgery[] = [
  [
    'no calendar has more visits at an instant than it takes',
    'two visits where there is one place',
    ({ rows }) => void rows.overbooked.push({ marker: 'Ambra', calendar_id: 3, starts_at: 'then', visits: 2 }),
  ],
  [
    'what was acknowledged is there, as it was acknowledged last',
    'a booking that is not in the database',
    ({ rows }) => void rows.bookings.splice(1, 1),
  ],
  [
    'what was acknowledged is there, as it was acknowledged last',
    'a move that was lost',
    row('ambra-1', { value: SLOT }),
  ],
  [
    'what was acknowledged is there, as it was acknowledged last',
    'a cancellation that was lost',
    row('ambra-2', { value: SLOT, is_cancelled: false }),
  ],
  [
    'what was acknowledged is there, as it was acknowledged last',
    'a closure that was lost',
    ({ rows }) => void rows.values.delete('closure Ambra 1'),
  ],
  [
    'one key makes one booking and has one answer',
    'another booking for the same key',
    add(
      booking(10, 'ambra-1', MOVED_SLOT, {
        booked: { id: 77, hiddenId: 'other', start: at(9e5), notice: 0 },
      }),
    ),
  ],
  [
    'one key makes one booking and has one answer',
    'two rows of one key',
    ({ rows }) => void rows.bookings.push(aRow('ambra-2', { id: 11, value: null, is_cancelled: true })),
  ],
  [
    'nobody is told of a record what was not so',
    'an old state after a move',
    add(aCall(10, { what: 'read booking', sights: [{ record: 'booking ambra-1', value: SLOT }] })),
  ],
  [
    'nobody is told of a record what was not so',
    'that a booking is not there',
    add(
      aCall(10, {
        what: 'read booking',
        status: 404,
        problem: 'No.',
        sights: [{ record: 'booking ambra-1', value: null }],
      }),
    ),
  ],
  [
    'what was cancelled is not changed any more',
    'a change after a cancellation',
    add(aCall(10, { change: { record: 'booking ambra-2', how: 'update', value: SLOT } })),
  ],
  [
    'nothing is there that nobody asked for',
    'a booking that was refused',
    (evidence) => {
      add(booking(10, 'ambra-3', SLOT, { status: 409, problem: 'No.', sights: [], booked: undefined }))(evidence)
      evidence.rows.bookings.push(aRow('ambra-3', { id: 12, value: null, is_cancelled: true }))
    },
  ],
  [
    'nothing is there that nobody asked for',
    'a contact request that is there twice',
    ({ rows }) => void rows.contacts.set('contact Ambra 9', 2),
  ],
  ['a booking belongs to the customer who is named in it', 'somebody else', row('ambra-1', { customer: 'another' })],
  [
    'a booking keeps its service as it was when it was made',
    'a duration that the service never had',
    row('ambra-1', { copied: 'Ambra taglio|45|25.00' }),
  ],
  [
    'nobody is offered, or books, what has begun by the clock of the server',
    'a slot of a minute ago',
    add(aCall(10, { what: 'read service', offer: { service: '7', first: at(-50), wanted: [] } })),
  ],
  [
    'nobody is offered, or books, what has begun by the clock of the server',
    'a booking of a minute ago, by a clock that is five minutes ahead',
    change(1, { clock: 300_000, booked: { id: 10, hiddenId: 'hidden-ambra-1', start: at(240), notice: 0 } }),
  ],
  [
    'what is taken is not offered: at once where it was booked, soon elsewhere',
    'the slot that was moved to',
    add(
      aCall(10, {
        what: 'read service',
        offer: { service: '7', first: at(3600), wanted: [`${MOVED.day} ${MOVED.hour}`] },
      }),
    ),
  ],
  [
    'what is taken is not offered: at once where it was booked, soon elsewhere',
    'what the same process has just booked',
    add(
      aCall(1.2, { what: 'read service', offer: { service: '7', first: at(3600), wanted: ['2026-11-30 10:00:00'] } }),
    ),
  ],
  [
    'a calendar that is closed takes no booking',
    'a booking within the closure',
    (evidence) => {
      const value = '7|2026-12-01|10:00:00'
      add(booking(10, 'ambra-4', value), aMail(11, { to: 'ambra-4@posta.example' }))(evidence)
      evidence.rows.bookings.push(aRow('ambra-4', { value, visit_day: dateOf('2026-12-01') }))
    },
  ],
  [
    'what was acknowledged is there, as it was acknowledged last',
    'a deletion that was taken back, and lost',
    (evidence) => {
      deleted(10)(evidence)
      add(aCall(12, { change: { record: 'booking ambra-1', how: 'restore', value: null } }))(evidence)
      row('ambra-1', { value: null, is_cancelled: true })(evidence)
    },
  ],
  [
    'what was acknowledged is there, as it was acknowledged last',
    'half a series',
    (evidence) => {
      const change = {
        record: 'series ambra-serie1',
        how: 'create',
        value: '2026-12-01 09:00|2026-12-08 09:00',
      } as const
      add(aCall(10, { status: 201, change }))(evidence)
      evidence.rows.values.set(change.record, '2026-12-01 09:00')
    },
  ],
  [
    'what was acknowledged is there, as it was acknowledged last',
    'a booking that was cancelled with a closure, and stands',
    add(
      aCall(10, {
        status: 201,
        also: [{ record: 'booking ambra-1', how: 'delete', value: null }],
        changed: ['booking ambra-1'],
      }),
    ),
  ],
  [
    'what was acknowledged is there, as it was acknowledged last',
    'somebody who was taken off the waiting list, and waits',
    (evidence) => {
      add(aCall(10, { change: { record: 'waiting ambra-attesa1', how: 'create', value: 'waits' } }))(evidence)
      add(aCall(11, { change: { record: 'waiting ambra-attesa1', how: 'update', value: 'removed' } }))(evidence)
      evidence.rows.values.set('waiting ambra-attesa1', 'waits')
    },
  ],
  [
    'one key makes one booking and has one answer',
    'two bookings of somebody who waited',
    (evidence) => {
      add(booking(10, 'ambra-attesa1', SLOT), aMail(11, { to: 'ambra-attesa1@posta.example' }))(evidence)
      for (const id of [20, 21]) evidence.rows.bookings.push(aRow('ambra-attesa1', { id, key: null }))
    },
  ],
  [
    'no calendar has more visits on a day than its limit',
    'eight where seven are enough',
    ({ rows }) =>
      void rows.crowded.push({ marker: 'Ambra', calendar_id: 3, visit_day: dateOf('2026-11-30'), visits: 8 }),
  ],
  [
    'a place that is held for somebody, waiting or able to go back, is given to nobody else',
    'the place of a booking that was deleted three seconds ago',
    (evidence) => {
      deleted(10)(evidence)
      add(booking(13, 'ambra-6', SLOT, { gave: PLACE }), aMail(14, { to: 'ambra-6@posta.example' }))(evidence)
    },
  ],
  [
    'a place that is held for somebody, waiting or able to go back, is given to nobody else',
    'half of a place that is offered to somebody else',
    (evidence) => {
      const held = { ...PLACE, records: ['booking ambra-attesa1'], readAt: at(10), until: at(70) }
      add(aCall(10, { what: 'answer offer', held }))(evidence)
      const gave = { ...PLACE, from: PLACE.from + 600_000, to: PLACE.to + 600_000 }
      add(booking(60, 'ambra-6', SLOT, { gave }))(evidence)
    },
  ],
  [
    'nobody is booked where the calendar is shut, unless it was opened besides',
    'half past midnight less a quarter',
    add(booking(10, 'ambra-6', '7|2026-11-30|23:15:00', { gave: PLACE })),
  ],
  [
    'nobody is booked where the calendar is shut, unless it was opened besides',
    'an opening that is over since half a minute',
    (evidence) => {
      const record = 'opening Ambra 1'
      const value = '3|2026-11-30|12:00:00|12:30:00'
      add(aCall(10, { change: { record, how: 'create', value } }))(evidence)
      add(aCall(11, { change: { record, how: 'delete', value: null } }))(evidence)
      add(booking(41, 'ambra-6', '7|2026-11-30|12:00:00', { gave: PLACE }))(evidence)
    },
  ],
  [
    'whoever chooses with whom is given them, and nobody a calendar that the service does not have',
    'another calendar',
    change(1, { gave: PLACE, among: [4] }),
  ],
  [
    'whoever is blocked books nothing by themselves',
    'a booking after the block',
    (evidence) => {
      add(aCall(10, { change: { record: 'block 8', how: 'update', value: 'blocked' } }))(evidence)
      add(booking(12, 'ambra-come1', SLOT, { block: 'block 8' }))(evidence)
    },
  ],
  [
    'the numbers are what the bookings add up to',
    'a visit that was counted twice',
    ({ rows }) => {
      rows.numbers[0]!.told = { ...FIGURES, visits: 2, revenue: '50.00' }
    },
  ],
  [
    'no visitor reads the address of anybody else',
    'one on a page of the waiting list',
    change(9, { strangers: ['ambra-2@posta.example'] }),
  ],
  ['nobody sees anything of another business', 'a word of another business', change(9, { foreign: ['Basalto'] })],
  [
    'nobody sees anything of another business',
    'an e-mail with a word of another business',
    add(aMail(10, { messageId: '<2@example.it>', foreign: ['Basalto'] }), aFault(9)),
  ],
  ['nobody sees anything of another business', 'a booking in the wrong place', row('ambra-1', { tenant_id: 2 })],
  ['nobody gets an answer that is not documented', '500', add(aCall(10, { status: 500, problem: 'Oh.' }))],
  [
    'nobody gets an answer that is not documented',
    '403 on a known domain',
    add(aCall(10, { status: 403, problem: 'No.' })),
  ],
  [
    'every refusal says why, in Italian',
    'a refusal without a problem document',
    add(aCall(10, { status: 404, problem: null })),
  ],
  [
    '503 is said around faults only, and with Retry-After',
    '503 in the calm',
    add(aCall(60, { status: 503, problem: 'No.', retryAfter: '1' })),
  ],
  [
    '503 is said around faults only, and with Retry-After',
    '503 without Retry-After',
    change(21.2, { retryAfter: undefined }),
  ],
  ['nobody waits longer than 20 s', 'an answer after 21 s', change(9, { to: at(30) })],
  [
    'no connection breaks while the server lives',
    'a reset in the calm',
    add(aCall(60, { status: undefined, lost: 'reset' })),
  ],
  [
    'a message is sent once, and again under its number only where something broke in between',
    'the same message again',
    add(aMail(10, { messageId: '<2@example.it>' })),
  ],
  [
    'a message is sent once, and again under its number only where something broke in between',
    'a second confirmation',
    add(aMail(10, { messageId: '<another@example.it>' })),
  ],
  ['nobody is told of what never was', 'a confirmation of nothing', add(aMail(10, { to: 'ambra-99@posta.example' }))],
  [
    'nobody is told of what never was',
    'a cancellation of what stands',
    add(aMail(10, { subject: 'Prenotazione disdetta: Ambra taglio' })),
  ],
  [
    'nobody is told of what never was',
    'a reminder of a far day',
    (evidence) => {
      add(booking(10, 'ambra-5', SLOT), aMail(11, { to: 'ambra-5@posta.example' }))(evidence)
      add(aMail(12, { to: 'ambra-5@posta.example', subject: 'Promemoria: Ambra taglio' }))(evidence)
      evidence.rows.bookings.push(aRow('ambra-5', {}))
    },
  ],
  [
    'whoever has booked, and comes, is told so',
    'no confirmation',
    without((line) => line.kind === 'mail' && line.at === at(2)),
  ],
  [
    'whoever has been moved is told of the day and hour that hold',
    'no word of the move',
    without((line) => line.kind === 'mail' && line.at === at(4)),
  ],
  [
    'every visit that is due is reminded of, once',
    'a second reminder',
    add(aMail(12, { to: 'ambra-due0@posta.example', subject: 'Promemoria: Ambra taglio' })),
  ],
  [
    'every visit that is due is reminded of, once',
    'no reminder',
    without((line) => line.kind === 'mail' && line.at === at(0.5)),
  ],
  [
    'everybody who works there is told of a booking once',
    'one of two',
    ({ rows }) => void rows.announced.set('1/10', 1),
  ],
  [
    'an open dashboard is told to look again after every notification',
    'one that was never heard of',
    ({ rows }) => void rows.notifications.get(5)!.push({ id: 102, at: at(8) }),
  ],
  [
    'no job is left, and none has failed for good',
    'a dead letter',
    ({ rows }) => void rows.jobs.push({ queue: 'send-email-failed', state: 'created', jobs: 1 }),
  ],
  [
    'no process ends that was not told to, and all are started again',
    'a crash',
    add({ kind: 'exit', process: 'server 1', at: at(40), code: 1, signal: null, lastWords: 'Unhandled' }),
  ],
  [
    'no process ends that was not told to, and all are started again',
    'a server that never came back',
    (evidence) => {
      without((line) => line.kind === 'ready' && line.at === at(31))(evidence)
      add({ kind: 'exit', process: 'server 1', at: at(50), told: 'SIGTERM', code: 0, signal: null, lastWords: '' })(
        evidence,
      )
    },
  ],
  [
    'whoever is told to end does so in order, while the database is there',
    'a stop that was cut short',
    add({ kind: 'exit', process: 'server 1', at: at(60), told: 'SIGTERM', code: 1, signal: null, lastWords: '' }),
  ],
  ['every fault that was planned has happened', 'one that could not be', add(aFault(90, { failed: 'Error: no' }))],
  ['bookings go on within 5 s of a fault', 'a slow recovery', change(22, { to: at(29) })],
  ['no process grows from its third minute on', '11 MB more', add(memory(6, 161))],
  [
    'no log names a customer',
    'an address in a log',
    add({ kind: 'said', process: 'worker', at: at(400), text: '{"to":"ambra-1@posta.example"}' }),
  ],
]

test('a good day breaks no law', () => {
  expect(judge(aGoodDay())).toEqual([])
})

test.for(FORGERIES)('"%s" is broken by %s', ([law, , forge]) => {
  const evidence = aGoodDay()

  forge(evidence)

  expect([...new Set(judge(evidence).map((finding) => finding.law))]).toContain(law)
})

test('what is taken back, held for its own and booked besides the week breaks no law', () => {
  const evidence = aGoodDay()
  const opening = { record: 'opening Ambra 1', value: '3|2026-11-30|12:00:00|12:30:00' }
  const noon = { ...PLACE, from: NINE + 2 * 3_600_000, to: NINE + 2.5 * 3_600_000 }
  const value = '7|2026-11-30|12:00:00'

  deleted(10)(evidence)
  add(
    aCall(12, { change: { record: 'booking ambra-1', how: 'restore', value: null } }),
    aCall(13, { change: { ...opening, how: 'create' } }),
    aCall(14, { held: { ...noon, records: ['booking ambra-6'], readAt: at(14), until: at(70) } }),
    booking(15, 'ambra-6', value, { gave: noon, among: [3] }),
    aMail(16, { to: 'ambra-6@posta.example' }),
  )(evidence)
  evidence.rows.values.set(opening.record, opening.value)
  evidence.rows.bookings.push(aRow('ambra-6', { id: 12, value, visit_hour: timeOf('12:00:00') }))
  evidence.rows.announced.set('1/12', 2)

  expect(judge(evidence)).toEqual([])
})

test('every law is broken by a forgery', () => {
  expect(new Set(FORGERIES.map(([law]) => law))).toEqual(new Set(LAWS.map(({ name }) => name)))
})
