import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { call } from '../call.ts'

/** Many people in a process of their own, so that they do not keep whoever measures from looking at the clock. */

export type Order =
  | { what: 'book'; port: number; domain: string; path: string; visitors: number; seconds: number; slots: Slot[] }
  /** Of so many characters, each another one, or all the same. */
  | { what: 'hosts'; port: number; requests: number; length: number; areDistinct: boolean }

type Slot = [day: PlainDate, hour: PlainTime]

/** How often each status, or each way to get none, was the answer, and how long that took. */
export type Outcome = { answers: Record<string, number>; waits: number[] }

/**
 * How many strange hosts are under way at once, and how many come in a second: what is measured is the server, not the
 * line in front of a processor that never rests.
 */
const CLIENTS = 64
const PACE = 2_000

process.on('message', async (order: Order) => {
  const outcome = await (order.what === 'book' ? rush(order) : comeFromHosts(order))
  process.send!(outcome)
})

/** Asks and takes note of what came back. */
function askerAt(port: number, outcome: Outcome) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_000 })
  return async (asked: { method: string; path: string; headers: Record<string, string>; body?: string }) => {
    const start = performance.now()
    const answer = await call({ agent, port, ...asked })
    const word = typeof answer === 'string' ? answer : String(answer.status)
    outcome.answers[word] = (outcome.answers[word] ?? 0) + 1
    outcome.waits.push(performance.now() - start)
  }
}

/** All book in the same moment, each another slot; when all have their answers, they book again. */
async function rush({ port, domain, path, visitors, seconds, slots }: Extract<Order, { what: 'book' }>) {
  const outcome: Outcome = { answers: {}, waits: [] }
  const ask = askerAt(port, outcome)
  const end = performance.now() + seconds * 1000
  let next = 0
  const book = (visitor: number) => {
    const [visit_day, visit_hour] = slots[next++ % slots.length]!
    const who = { name: 'Giulia', surname: 'Verdi', email: `v${visitor}@posta.example`, telephone: '3331234567' }
    const body = JSON.stringify({ ...who, privacy: true, visit_day, visit_hour })
    return ask({ method: 'POST', path, headers: { host: domain, 'content-type': 'application/json' }, body })
  }
  while (performance.now() < end) await Promise.all(Array.from({ length: visitors }, (_, i) => book(i)))
  return outcome
}

/** Hosts of labels that are no longer than they may be, none of them a business's. */
async function comeFromHosts({ port, requests, length, areDistinct }: Extract<Order, { what: 'hosts' }>) {
  const outcome: Outcome = { answers: {}, waits: [] }
  const ask = askerAt(port, outcome)
  const tail = `${'x'.repeat(60)}.`.repeat(Math.ceil(length / 61)).slice(0, -1)
  const hostOf = (i: number) => `salone-${areDistinct ? i : 0}.${tail}`.slice(0, length)
  const start = performance.now()
  let next = 0
  async function client() {
    while (next < requests) {
      const host = hostOf(next++)
      await sleep(Math.max(0, start + (next * 1000) / PACE - performance.now()))
      await ask({ method: 'GET', path: '/api/client/configs', headers: { host } })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return outcome
}
