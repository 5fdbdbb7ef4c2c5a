import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchDatabase, median, newShop, type Shop } from './fixture.ts'

/**
 * Floods a real server with hosts that no business has. Prints what a flood costs in memory and transactions, and how
 * long the read of a business takes beside it.
 */

const ROOT = join(import.meta.dirname, '..')
const CLIENTS = 64

type Database = Awaited<ReturnType<typeof benchDatabase>>
type Server = Awaited<ReturnType<typeof startServer>>
type Flood = { what: string; requests: number; hostOf: (i: number) => string }

const floods: Flood[] = [
  { what: '100,000 times one unknown host', requests: 100_000, hostOf: () => 'unknown.example' },
  { what: '100,000 unknown hosts', requests: 100_000, hostOf: (i) => `salone-${i}.example` },
  { what: '20,000 unknown hosts of 250 characters', requests: 20_000, hostOf: (i) => longHost(i, 250) },
  { what: '20,000 hosts of 15,000 characters', requests: 20_000, hostOf: (i) => longHost(i, 15_000) },
]

/** Another one for each `i`, in labels of 60. */
const longHost = (i: number, length: number) =>
  `${i}.${`${'x'.repeat(60)}.`.repeat(length / 60)}`.slice(0, length - 8).concat('.example')

/** What `npm start` starts, on a database of its own. */
async function startServer(databaseUrl: string) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const { PATH, HOME, TMPDIR } = process.env
  const child = fork(join(ROOT, 'server/src/main.ts'), {
    execArgv: scripts.start.split(' ').filter((word) => word.startsWith('--')),
    env: { PATH, HOME, TMPDIR, DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const address = /ready on http:\/\/\S+:(\d+)/.exec(output)
      if (address) resolve(Number(address[1]))
    })
    ended.then(() => reject(new Error(`The server ended before it was ready: ${output}`)))
  })
  return {
    port,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** Resident memory, bytes. Linux only. */
    memory: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1024,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Resolves to the status, or to 'none' where there was no answer. */
function read(server: Server, agent: Agent, host: string, path: string) {
  return new Promise<string>((resolve) => {
    const sent = request({ port: server.port, host: '127.0.0.1', agent, path, headers: { host } }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
    })
    sent.on('error', () => resolve('none'))
    sent.end()
  })
}

async function pour(server: Server, { requests, hostOf }: Flood) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const statuses: Record<string, number> = {}
  let sent = 0
  const client = async () => {
    while (sent < requests && server.isAlive()) {
      sent += 1
      const status = await read(server, agent, hostOf(sent), '/api/client/configs')
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
  return statuses
}

/** Reads a service of the business again and again until told to stop; returns how long that took, milliseconds. */
async function readsBeside(server: Server, shop: Shop, during: Promise<unknown>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let isOver = false
  during.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    const status = await read(server, agent, shop.domain, `/api/client/services/${shop.serviceId}`)
    if (status !== '200') break
    times.push(performance.now() - begun)
    await sleep(5)
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  return { p50: median(times), p99: times[Math.floor(times.length * 0.99)]! }
}

async function transactions({ owner }: Database) {
  // Backends report what they did once a second.
  await sleep(1_500)
  const { rows } = await owner.query<{ n: number }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  )
  return rows[0]!.n
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const say = (...words: string[]) => process.stdout.write(`${words.join(', ')}\n`)
const timesOf = ({ p50, p99 }: { p50: number; p99: number }) =>
  `read p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`

const database = await benchDatabase()
const shop = await newShop(database.owner)
const server = await startServer(database.url)
try {
  await readsBeside(server, shop, sleep(2_000))
  const calm = await readsBeside(server, shop, sleep(4_000))
  say('calm', timesOf(calm), megabytes(server.memory()))
  for (const flood of floods) {
    const before = { memory: server.memory(), transactions: await transactions(database), at: performance.now() }
    const pouring = pour(server, flood)
    const [statuses, beside] = await Promise.all([pouring, readsBeside(server, shop, pouring)])
    const answers = JSON.stringify(statuses)
    if (!server.isAlive()) throw new Error(`${flood.what}: the server ended after ${answers}`)
    const seconds = (performance.now() - before.at) / 1000
    const cost = (await transactions(database)) - before.transactions
    const memory = `${megabytes(before.memory)} → ${megabytes(server.memory())}`
    say(flood.what, answers, `${seconds.toFixed(0)} s`, timesOf(beside), memory, `${cost} transactions`)
  }
} finally {
  if (server.isAlive()) await server.stop()
  await database.close()
}
