import { createWriteStream } from 'node:fs'

/** Epoch milliseconds. */
export type Timestamp = number

/** Why a call has no answer: connection refused or reset, aborted by the client, or timed out. */
export type Lost = 'refused' | 'reset' | 'aborted' | 'timeout'

/** A change of a record that a call requests; the value null means that the record does not exist. */
export type Change = {
  record: string
  how: 'create' | 'update' | 'delete' | 'restore'
  value: string | null
  /** A successful answer does not prove that the change took effect. */
  mayHaveNoEffect?: boolean
}

/** The value of a record in an answer; `staleness`: how old it may be, in milliseconds. */
export type Observation = { record: string; value: string | null; staleness?: number }

/** The free slots of a service in an answer. */
export type Offer = {
  service: string
  /** When the first slot begins. */
  first?: Timestamp
  /** The slots that a client has requested in this run: 'YYYY-MM-DD HH:mm:ss'. */
  requested: string[]
}

/** A time span on a calendar. */
export type Position = { calendar: number; from: Timestamp; to: Timestamp }

/** A slot that is reserved for the owner of some records until then, unless one of them changes earlier. */
export type Hold = Position & { records: string[]; readAt: Timestamp; until: Timestamp }

export type Call = {
  kind: 'call'
  actor: string
  business: string
  process: string
  operation: string
  from: Timestamp
  to: Timestamp
  /** Documented statuses; 503 is always allowed. */
  expected: readonly number[]
  status?: number
  lost?: Lost
  detail?: string
  retryAfter?: string
  /** The smallest offset of the process's clock during the call, milliseconds. */
  clockOffset: number
  changes?: Change[]
  observations?: Observation[]
  offer?: Offer
  /** The booking that was created. */
  booked?: { id: number; hiddenId: string; start: Timestamp; notice: number }
  /** Where the booking is now. */
  position?: Position
  hold?: Hold
  /** Names of other businesses found in the answer. */
  foreign?: string[]
}

export type Entry =
  | Call
  | { kind: 'fault'; what: string; target: string; from: Timestamp; to: Timestamp; failed?: string }
  | {
      kind: 'exit'
      process: string
      at: Timestamp
      /** The signal that the run sent, if it ended the process. */
      sent?: 'SIGTERM' | 'SIGKILL'
      code: number | null
      signal: string | null
      output: string
    }
  | { kind: 'ready'; process: string; at: Timestamp }
  | { kind: 'mail'; at: Timestamp; to: string; messageId: string; subject: string; foreign: string[] }

export type Line = Entry & { line: number }

export type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }> & { line: number }

/** Keeps every entry in memory, in order, and appends it to a file. */
export function openEventLog(path: string) {
  const file = createWriteStream(path)
  const lines: Line[] = []
  return {
    path,
    lines,
    write(entry: Entry) {
      const line = lines.length + 1
      lines.push({ ...entry, line })
      file.write(`${JSON.stringify({ line, ...entry })}\n`)
    },
    close: () => new Promise<void>((resolve) => file.end(resolve)),
  }
}

export type EventLog = ReturnType<typeof openEventLog>

export const filterLines = <Kind extends Entry['kind']>(lines: Line[], kind: Kind) =>
  lines.filter((entry): entry is Of<Kind> => entry.kind === kind)
