import { createHash } from 'node:crypto'
import { type Dice, dice } from '../server/src/demo/random.ts'

/** Milliseconds from the start of the storm. */
type Offset = number

export type Business = {
  /** The word that stands in every record of this business and of no other. */
  marker: string
  /** Null: wherever it is day now, when offers to those who wait are short. */
  timeZone: string | null
  /** Visits at a time on each of its calendars. */
  capacity: number
  /** Hours before a visit at which visitors may no longer book it. */
  notice: number
  /** Minutes of its services, calendar by calendar. */
  calendars: number[][]
  /** Minutes of its services that any of its calendars gives. */
  anybody?: number[]
  /** Minutes before and after each visit. */
  buffers?: readonly [before: number, after: number]
  /** Visits in a day on each of its calendars; 0 or nothing: as many as fit. */
  maxPerDay?: number
  /** For how many minutes a place is offered to those who wait; 0 or nothing: nobody can wait. */
  waiting?: number
}

export type Step = { at: Offset; actor: string; business: number; what: What; seed: number }

export type Fault = { at: Offset; track: Track; what: FaultKind; on: string; lasts: number; seed: number }

export type Plan = {
  seed: number
  minutes: number
  businesses: Business[]
  load: Step[]
  faults: Fault[]
  /** From then on no fault begins. */
  calm: Offset
}

const BUSINESSES: Business[] = [
  // The quiet one, in which every notification is followed.
  { marker: 'Ambra', timeZone: 'Europe/Rome', capacity: 1, notice: 0, calendars: [[30]] },
  { marker: 'Basalto', timeZone: 'Europe/Rome', capacity: 3, notice: 0, calendars: [[45, 30, 20]] },
  {
    marker: 'Corallo',
    timeZone: 'Europe/Rome',
    capacity: 1,
    notice: 2,
    calendars: [[60, 25], [40]],
    anybody: [35],
    buffers: [5, 10],
  },
  { marker: 'Diaspro', timeZone: 'America/New_York', capacity: 1, notice: 0, calendars: [[15, 90], [30]] },
  {
    marker: 'Ematite',
    timeZone: 'Europe/Rome',
    capacity: 2,
    notice: 0,
    calendars: [[50, 35]],
    anybody: [],
    buffers: [15, 0],
  },
  // The one whose days are full.
  {
    marker: 'Fluorite',
    timeZone: null,
    capacity: 1,
    notice: 0,
    calendars: [[60], [40]],
    anybody: [45],
    buffers: [0, 20],
    maxPerDay: 7,
    waiting: 1,
  },
]

/** What people do, and how often beside each other. */
const VISITORS = {
  book: 180,
  'read service': 90,
  'read list': 40,
  'read page': 50,
  cancel: 45,
  'move visit': 30,
  rebook: 12,
  wait: 60,
  'answer offer': 60,
  'come unwanted': 15,
  contact: 8,
} as const
const STAFF = {
  'list bookings': 50,
  'read booking': 40,
  'move booking': 60,
  'edit booking': 50,
  'staff books': 50,
  'staff cancels': 15,
  'delete and undo': 25,
  'move and undo': 30,
  'book series': 10,
  'move series': 10,
  'delete series': 8,
  'say outcome': 20,
  'close calendar': 8,
  'open calendar': 8,
  'close calendars': 8,
  'open besides': 8,
  'open besides no more': 5,
  'steer waiting': 15,
  'merge customers': 10,
  'block customer': 8,
  'search customers': 20,
  'read numbers': 8,
  'edit service': 12,
  'edit texts': 6,
  'edit profile': 12,
  upload: 8,
  'log in and out': 8,
  dashboard: 30,
} as const
const STRANGERS = { 'wrong password': 12, 'unknown host': 20, 'strange session': 8 } as const

export type What = keyof typeof VISITORS | keyof typeof STAFF | keyof typeof STRANGERS

/** Steps in a second, all businesses together. */
const PACE = 40

/** How much of it the business sees in which every notification is followed. */
const QUIET_SHARE = 0.12

const ACTORS = { visitor: 24, staff: 10, stranger: 2 }

/** How long each fault lasts, seconds; [0, 0] for those that are over at once. */
const FAULTS = {
  database: {
    'connections cut': [0, 0],
    'all connections cut': [0, 0],
    'listeners cut': [0, 0],
    'database restarted': [0, 0],
    'database restarted at once': [0, 0],
    'database away': [2, 8],
    'database silent': [2, 12],
    'database silent for long': [24, 26],
    'backend killed': [0, 0],
  },
  processes: {
    'server killed': [0, 2],
    'server restarted': [0, 0],
    'server stopped': [1, 8],
    'clock put forward': [0, 0],
    'clock put back': [0, 0],
    'clock right again': [0, 0],
    'worker killed': [0, 2],
    'worker stopped': [1, 8],
  },
  mail: {
    'mail away': [3, 15],
    'mail silent': [3, 15],
    'mail slow': [3, 15],
    'mail refuses': [3, 15],
    'mail answers lost': [2, 6],
  },
  clients: {
    rush: [0, 0],
    'hostile hosts': [0, 0],
  },
} as const satisfies Record<string, Record<string, readonly [number, number]>>

type Track = keyof typeof FAULTS
export type FaultKind = { [T in Track]: keyof (typeof FAULTS)[T] }[Track]

/** Seconds between one fault and the next of its track. */
const PAUSES = { database: [4, 10], processes: [3, 9], mail: [4, 12], clients: [8, 16] } as const

/** How much of the storm, at its end, is without faults. */
const CALM_SHARE = 0.15
const LEAST_CALM = 8_000

/** From then on one server is left alive, so that its memory can be followed. */
const SPARED_FROM = 0.4
const SPARED = 'server 2'

/** Everything that the storm will try, the same for the same seed and length. */
export function planStorm(seed: number, minutes: number): Plan {
  const length = minutes * 60_000
  const calm = length - Math.max(LEAST_CALM, length * CALM_SHARE)
  return {
    seed,
    minutes,
    businesses: BUSINESSES,
    load: planLoad(dice(seed), length),
    faults: planFaults(dice(seed + 1), { end: calm, length }),
    calm,
  }
}

export const hashOf = (plan: Plan) => createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 12)

function planLoad(chance: Dice, length: number): Step[] {
  const everything = { ...VISITORS, ...STAFF, ...STRANGERS }
  const bag = Object.entries(everything).flatMap(([what, often]) => Array<What>(often).fill(what as What))
  const steps = Math.round((length / 1000) * PACE)
  return Array.from({ length: steps }, (_, i) => {
    const what = chance.pick(bag)
    const role = what in VISITORS ? 'visitor' : what in STAFF ? 'staff' : 'stranger'
    return {
      at: Math.round((i * 1000) / PACE),
      actor: `${role} ${chance.below(ACTORS[role])}`,
      business: chance.chance(QUIET_SHARE) ? 0 : 1 + chance.below(BUSINESSES.length - 1),
      what,
      seed: chance.below(2 ** 31),
    }
  })
}

type Span = { end: Offset; length: number }

function planFaults(chance: Dice, span: Span): Fault[] {
  const tracks = Object.keys(FAULTS) as Track[]
  return tracks.flatMap((track) => planTrack(chance, track, span)).sort((a, b) => a.at - b.at)
}

function planTrack(chance: Dice, track: Track, { end, length }: Span): Fault[] {
  const kinds = FAULTS[track] as Record<string, readonly [number, number]>
  const between = ([from, to]: readonly [number, number]) => from * 1000 + chance.below((to - from) * 1000 + 1)
  const planned: Fault[] = []
  let left: string[] = []
  for (let at = 2_000 + between(PAUSES[track]); ; at += between(PAUSES[track])) {
    // Each kind once before any comes again.
    if (left.length === 0) left = shuffled(chance, Object.keys(kinds))
    const what = left.pop()!
    const lasts = between(kinds[what]!)
    if (at + lasts > end) return planned
    const on = targetOf(chance, what, at / length)
    planned.push({ at, track, what: what as FaultKind, on, lasts, seed: chance.below(2 ** 31) })
    at += lasts
  }
}

const DEADLY = new Set(['server killed', 'server restarted'])

function targetOf(chance: Dice, what: string, progress: number) {
  if (what.startsWith('worker')) return 'worker'
  const mayDie = progress < SPARED_FROM || !DEADLY.has(what)
  return mayDie ? chance.pick(['server 1', SPARED]) : 'server 1'
}

function shuffled<T>(chance: Dice, items: T[]): T[] {
  const left = [...items]
  return items.map(() => left.splice(chance.below(left.length), 1)[0]!)
}
