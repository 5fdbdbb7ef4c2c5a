import { createHash } from 'node:crypto'
import { type Dice, dice } from '../server/src/features/operations/demo/random.ts'

/** Milliseconds since the start of the run. */
type Offset = number

export type BusinessPlan = {
  /** A word that every record of this business contains, and no record of another one. */
  marker: string
  /** Null selects a zone where it is noon now, since waiting visitors get no offers at night. */
  timeZone: string | null
  /** Simultaneous visits on each calendar. */
  capacity: number
  /** Hours before a visit until which visitors may book it. */
  notice: number
  /** Durations of the services of each calendar, minutes. */
  calendars: number[][]
  /** Durations of the services that every calendar offers, minutes. */
  sharedServices: number[]
  /** Minutes before and after each visit. */
  buffers: readonly [before: number, after: number]
  /** Visits per day on each calendar; 0 means no limit. */
  maxPerDay: number
  /** For how many minutes a free slot is offered to waiting visitors; 0 disables the waiting list. */
  waitingMinutes: number
}

export type Operation = { at: Offset; actor: string; business: number; what: OperationKind; seed: number }

export type Fault = { at: Offset; track: Track; what: FaultKind; target: string; lasts: number; seed: number }

export type Plan = { businesses: BusinessPlan[]; operations: Operation[]; faults: Fault[] }

const DEFAULTS: Omit<BusinessPlan, 'marker' | 'calendars'> = {
  timeZone: 'Europe/Rome',
  capacity: 1,
  notice: 0,
  sharedServices: [],
  buffers: [0, 0],
  maxPerDay: 0,
  waitingMinutes: 0,
}

const BUSINESSES: BusinessPlan[] = [
  { ...DEFAULTS, marker: 'Ambra', calendars: [[30]] },
  { ...DEFAULTS, marker: 'Basalto', calendars: [[45, 30, 20]], capacity: 3 },
  {
    ...DEFAULTS,
    marker: 'Diaspro',
    timeZone: 'America/New_York',
    calendars: [[15, 60], [40]],
    sharedServices: [35],
    buffers: [5, 10],
    notice: 2,
  },
  {
    ...DEFAULTS,
    marker: 'Fluorite',
    timeZone: null,
    calendars: [[60], [40]],
    sharedServices: [45],
    maxPerDay: 7,
    waitingMinutes: 2,
  },
]

const WITH_WAITING_LIST = BUSINESSES.findIndex(({ waitingMinutes }) => waitingMinutes > 0)

/** The operations of visitors and staff, with their relative frequency. */
const VISITOR_OPERATIONS = {
  book: 180,
  'read service': 90,
  'read home page': 30,
  cancel: 40,
  'reschedule own booking': 30,
  'join waiting list': 30,
  'answer offer': 60,
} as const
const STAFF_OPERATIONS = {
  'list bookings': 40,
  'staff: book': 50,
  'staff: reschedule': 70,
  'staff: cancel': 40,
  'upload picture': 3,
  'book series': 10,
  'reschedule series': 10,
  'delete series': 8,
  'close calendar': 10,
  'reopen calendar': 10,
  'edit service': 10,
  'edit texts': 10,
} as const

export type OperationKind = keyof typeof VISITOR_OPERATIONS | keyof typeof STAFF_OPERATIONS

/** Operations per second, over all businesses. */
const RATE = 40

const VISITORS = 24
const STAFF = 10

/** The shortest and the longest duration of each fault, seconds. */
const FAULTS = {
  database: {
    'some connections cut': [0, 0],
    'all connections cut': [0, 0],
    'listeners cut': [0, 0],
    'database restarted': [0, 0],
    'database crashed': [0, 0],
    'database stopped': [2, 8],
    'database silent': [2, 12],
    'database silent for long': [24, 26],
    'backend killed': [0, 0],
  },
  processes: {
    'server killed': [0, 2],
    'server restarted': [0, 0],
    'server suspended': [1, 8],
    'clock shifted': [0, 0],
    'clock reset': [0, 0],
    'worker killed': [0, 2],
  },
  mail: {
    'mail stopped': [3, 15],
    'mail slow': [3, 15],
    'mail rejecting': [3, 15],
    'mail answers lost': [2, 6],
  },
  clients: {
    'rush for one slot': [0, 0],
  },
} as const satisfies Record<string, Record<string, readonly [number, number]>>

type Track = keyof typeof FAULTS
export type FaultKind = { [T in Track]: keyof (typeof FAULTS)[T] }[Track]

/** Seconds between two faults of a track; the tracks run concurrently. */
const PAUSES = { database: [4, 10], processes: [3, 9], mail: [4, 12], clients: [8, 16] } as const

/** The share of the run, at its end, that has no faults, and its least length in milliseconds. */
const CALM_SHARE = 0.15
const LEAST_CALM = 8_000

/** Plans every operation and every fault; the same seed and length yield the same plan. */
export function planRun(seed: number, minutes: number): Plan {
  const length = minutes * 60_000
  const calm = length - Math.max(LEAST_CALM, length * CALM_SHARE)
  return {
    businesses: BUSINESSES,
    operations: planOperations(dice(seed), length),
    faults: planFaults(dice(seed + 1), calm),
  }
}

export const hashPlan = (plan: Plan) => createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 12)

function planOperations(random: Dice, length: number): Operation[] {
  const weighted = Object.entries({ ...VISITOR_OPERATIONS, ...STAFF_OPERATIONS }).flatMap(([what, weight]) =>
    Array<OperationKind>(weight).fill(what as OperationKind),
  )
  return Array.from({ length: Math.round((length / 1000) * RATE) }, (_, i) => {
    const what = random.pick(weighted)
    const actor = what in VISITOR_OPERATIONS ? `visitor ${random.below(VISITORS)}` : `staff ${random.below(STAFF)}`
    const isAboutWaiting = what === 'join waiting list' || what === 'answer offer'
    const business = isAboutWaiting ? WITH_WAITING_LIST : random.below(BUSINESSES.length)
    return { at: Math.round((i * 1000) / RATE), actor, business, what, seed: random.below(2 ** 31) }
  })
}

function planFaults(random: Dice, end: Offset): Fault[] {
  const tracks = Object.keys(FAULTS) as Track[]
  return tracks.flatMap((track) => planTrack(random, track, end)).sort((a, b) => a.at - b.at)
}

/** A sequence of faults; each kind occurs once before any kind recurs. */
function planTrack(random: Dice, track: Track, end: Offset): Fault[] {
  const kinds = FAULTS[track] as Record<string, readonly [number, number]>
  const between = ([from, to]: readonly [number, number]) => from * 1000 + random.below((to - from) * 1000 + 1)
  const planned: Fault[] = []
  let remaining: string[] = []
  for (let at = 2_000 + between(PAUSES[track]); ; at += between(PAUSES[track])) {
    if (remaining.length === 0) remaining = Object.keys(kinds)
    const [what] = remaining.splice(random.below(remaining.length), 1) as [FaultKind]
    const lasts = between(kinds[what]!)
    if (at + lasts > end) return planned
    const target = what === 'worker killed' ? 'worker' : random.pick(['server 1', 'server 2'])
    planned.push({ at, track, what, target, lasts, seed: random.below(2 ** 31) })
    at += lasts
  }
}
