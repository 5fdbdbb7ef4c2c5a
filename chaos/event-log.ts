import { createWriteStream } from 'node:fs'

/** Epoch milliseconds. */
export type Timestamp = number

/** Why a call has no answer: connection refused or reset, aborted by the client, or timed out. */
export type Lost = 'refused' | 'reset' | 'aborted' | 'timeout'

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
  /** The visit that the call has created or rescheduled; not for a repeated call. */
  visit?: { start: Timestamp; notice: number }
  /** How the answer contradicts what was acknowledged. */
  wrong?: string
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

export const selectLines = <Kind extends Entry['kind']>(lines: Line[], kind: Kind) =>
  lines.filter((entry): entry is Of<Kind> => entry.kind === kind)
