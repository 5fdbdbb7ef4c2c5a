import { createWriteStream } from 'node:fs'

/** Epoch milliseconds. */
export type Moment = number

/** Why a call has no answer: nobody listened, the connection broke, the client left, or it waited in vain. */
export type Lost = 'refused' | 'reset' | 'left' | 'hung'

/**
 * A change of a record that a call asks for. Values are text; null is a record that is not there. What is restored is as it was
 * before it was deleted.
 */
export type Change = {
  record: string
  how: 'create' | 'update' | 'delete' | 'restore'
  value: string | null
  /** It need not come to pass, though the call is answered with success. */
  isPossible?: boolean
}

/** What a call was told of a record, and by how many milliseconds that may be behind: not at all, unless said so. */
export type Sight = { record: string; value: string | null; behind?: number }

/** What a visitor was offered of a service. */
export type Offer = {
  service: string
  /** When the first free slot begins. */
  first?: Moment
  /** The free slots that somebody has asked for in this storm: 'YYYY-MM-DD HH:mm:ss'. */
  wanted: string[]
}

export type Call = {
  kind: 'call'
  actor: string
  business: string
  process: string
  what: string
  from: Moment
  to: Moment
  /** The statuses that are documented for it, beside 503. */
  expected: readonly number[]
  status?: number
  lost?: Lost
  /** The detail of a refusal; null where it is not a problem document in Italian. */
  problem?: string | null
  retryAfter?: string
  /** How far the clock of the process is off at least, milliseconds. */
  clock: number
  change?: Change
  /** What else it changes. */
  also?: Change[]
  /** Of these, the records that came to pass, where the answer says which. */
  changed?: string[]
  sights?: Sight[]
  offer?: Offer
  /** The booking that was made: how it is known from now on, and when it begins. */
  booked?: { id: number; hiddenId: string; start: Moment; notice: number }
  /** Where the booking takes place now. */
  gave?: Place
  /** The calendars among which that had to be. */
  among?: number[]
  /** What is held for somebody from now on. */
  held?: Hold
  /** The block, as a record, of whoever asks. */
  block?: string
  /** E-mail addresses of others in what a visitor is told. */
  strangers?: string[]
  /** Words of other businesses that stand in the answer. */
  foreign?: string[]
}

/** A time of a calendar. */
export type Place = { calendar: number; from: Moment; to: Moment }

/**
 * A place that is nobody else's from the answer on, until one of its records changes or, at the latest, until then: as long as
 * what was done can be undone, unless it is said otherwise. It was known to be theirs at `readAt`.
 */
export type Hold = Place & { records: string[]; readAt: Moment; until?: Moment }

type FaultEntry = { kind: 'fault'; what: string; on: string; from: Moment; to: Moment; failed?: string }

export type Entry =
  | Call
  | FaultEntry
  | { kind: 'fault begins'; what: string; on: string; at: Moment }
  /** `told`: the signal by which the storm ended it. */
  | {
      kind: 'exit'
      process: string
      at: Moment
      told?: 'SIGTERM' | 'SIGKILL'
      code: number | null
      signal: string | null
      lastWords: string
    }
  | { kind: 'ready'; process: string; at: Moment; pid: number }
  | { kind: 'said'; process: string; at: Moment; text: string }
  | { kind: 'mail'; at: Moment; to: string; messageId: string; subject: string; text: string; foreign: string[] }
  | { kind: 'heard'; watcher: string; user: number; process: string; at: Moment; notifications: number[] }
  /** Resident memory, bytes. */
  | { kind: 'memory'; process: string; pid: number; at: Moment; resident: number }

export type Line = Entry & { line: number }

export type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }> & { line: number }

/** Everything that anybody was told, in the order in which it was: kept here, and written to a file as it comes. */
export function openJournal(path: string) {
  const file = createWriteStream(path)
  const lines: Line[] = []
  return {
    path,
    lines,
    write(entry: Entry): number {
      const line = lines.length + 1
      lines.push({ ...entry, line })
      file.write(`${JSON.stringify({ line, ...entry })}\n`)
      return line
    },
    close: () => new Promise<void>((resolve) => file.end(resolve)),
  }
}

export type Journal = ReturnType<typeof openJournal>

export const linesOf = <Kind extends Entry['kind']>(lines: Line[], kind: Kind) =>
  lines.filter((entry): entry is Of<Kind> => entry.kind === kind)
