import { setTimeout as sleep } from 'node:timers/promises'
import { type Dice, dice } from '../server/src/features/operations/demo/random.ts'
import type { EventLog } from './event-log.ts'
import type { Database } from './processes/database.ts'
import type { MailServer } from './processes/mail.ts'
import type { ManagedProcess } from './processes/managed-process.ts'

type System = {
  eventLog: EventLog
  database: Database
  mail: MailServer
  servers: ManagedProcess[]
  worker: ManagedProcess
  rush: (seed: number) => Promise<unknown>
}

/** The largest clock offset, milliseconds. */
export const MAX_CLOCK_OFFSET = 5 * 60_000

type Injection = { system: System; random: Dice; server: ManagedProcess; lasts: number }

/** A fault with its shortest and longest duration in seconds. */
type Fault = [inject: (injection: Injection) => Promise<unknown>, shortest: number, longest: number]

type Track = { pause: [shortest: number, longest: number]; faults: { [what: string]: Fault } }

/** Tracks run concurrently, the faults of one track one after the other; `pause` in seconds. */
const TRACKS: { [target: string]: Track } = {
  database: {
    pause: [4, 10],
    faults: {
      'some connections cut': [({ system }) => system.database.cutConnections({ share: 0.4 }), 0, 0],
      'all connections cut': [({ system }) => system.database.cutConnections(), 0, 0],
      'listeners cut': [({ system }) => system.database.cutConnections({ application: '%listener' }), 0, 0],
      'database restarted': [({ system }) => system.database.restart('fast'), 0, 0],
      'database crashed': [({ system }) => system.database.restart('immediate'), 0, 0],
      'database stopped': [({ system, lasts }) => system.database.stopFor(lasts), 2, 8],
      'database silent': [({ system, lasts }) => system.database.suspend(lasts), 2, 26],
      'backend killed': [({ system }) => system.database.killBackend(), 0, 0],
    },
  },
  processes: {
    pause: [3, 9],
    faults: {
      'server killed': [({ server, lasts }) => server.kill(lasts), 0, 2],
      'server restarted': [({ server }) => server.restart(), 0, 0],
      'server suspended': [({ server, lasts }) => server.suspend(lasts), 1, 8],
      'clock shifted': [
        ({ server, random }) => server.shiftClock(random.below(2 * MAX_CLOCK_OFFSET) - MAX_CLOCK_OFFSET),
        0,
        0,
      ],
      'clock reset': [({ server }) => server.shiftClock(0), 0, 0],
      'worker killed': [({ system, lasts }) => system.worker.kill(lasts), 0, 2],
    },
  },
  mail: {
    pause: [4, 12],
    faults: {
      'mail stopped': [({ system, lasts }) => system.mail.stopFor(lasts), 3, 15],
      'mail slow': [({ system, random, lasts }) => system.mail.behave('slow', random, lasts), 3, 15],
      'mail rejecting': [({ system, random, lasts }) => system.mail.behave('rejecting', random, lasts), 3, 15],
      'mail answers lost': [({ system, random, lasts }) => system.mail.behave('losing answers', random, lasts), 2, 6],
    },
  },
  clients: {
    pause: [8, 16],
    faults: { 'rush for one slot': [({ system, random }) => system.rush(random.below(1_000_000)), 0, 0] },
  },
}

/** Injects faults until `until`; a track repeats no fault before each has occurred once. */
export const injectFaults = (system: System, seed: number, until: number) =>
  Promise.all(
    Object.entries(TRACKS).map(([target, track], i) => runTrack(system, dice(seed + i), { target, track, until })),
  )

async function runTrack(
  system: System,
  random: Dice,
  { target, track, until }: { target: string; track: Track; until: number },
) {
  const between = (shortest: number, longest: number) => shortest * 1000 + random.below((longest - shortest) * 1000 + 1)
  for (let remaining: string[] = []; ; ) {
    if (remaining.length === 0) remaining = Object.keys(track.faults)
    const [what] = remaining.splice(random.below(remaining.length), 1) as [string]
    const [inject, shortest, longest] = track.faults[what]!
    const [pause, lasts, server] = [between(...track.pause), between(shortest, longest), random.pick(system.servers)]
    if (Date.now() + pause + lasts > until) return
    await sleep(pause)
    const name = what === 'worker killed' ? 'worker' : target === 'processes' ? server.name : target
    await record(system, { what, target: name }, () => inject({ system, random, server, lasts }))
  }
}

/** Injects one fault and records when it ended: for the database, when it answers again. */
export async function record(
  { eventLog, database }: Pick<System, 'eventLog' | 'database'>,
  fault: { what: string; target: string },
  inject: () => Promise<unknown>,
) {
  const from = Date.now()
  const entry = { kind: 'fault', ...fault, from } as const
  try {
    await inject()
    if (fault.target === 'database') await database.untilReady()
    eventLog.write({ ...entry, to: Date.now() })
  } catch (error) {
    eventLog.write({ ...entry, to: Date.now(), failed: String(error) })
  }
}
