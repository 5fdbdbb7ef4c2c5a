import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { START_OPTIONS, spawnServer } from '../server/test/server-process.ts'
import { median } from './fixture.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { nonsense } from './nonsense.ts'
import { logInStaff, startLoad } from './soak-load.ts'

const CLIENTS = 16
const FUZZED = 60_000

/** Seconds between two looks at the memory, and for which the server is left alone before the last. */
const LOOK = 5
const REST = 20

/** What must hold: from the third minute on no minute is further from that one, and no more is resident after the load. */
const FLAT = 10e6
const FLAT_FROM = 3
const RESIDENT = 150e6

type Memory = { resident: number; heap: number; external: number }
type Row = [when: string, requests: string, resident: string, heap: string, external: string]

const HEADS: Row = ['minute', 'requests/s', 'resident', 'V8 heap', 'external']
const WIDTHS = [24, 10, 8, 8, 8]

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const print = (line: string) => process.stdout.write(`${line}\n`)
const printRow = (row: string[]) => print(`| ${row.map((cell, i) => cell.padEnd(WIDTHS[i]!)).join(' | ')} |`)

const printMemory = (when: string, { resident, heap, external }: Memory, perSecond?: number) =>
  printRow([
    when,
    perSecond === undefined ? '' : String(Math.round(perSecond)),
    ...[resident, heap, external].map(megabytes),
  ])

/** Prints the memory of a server as `npm start` starts it, minute by minute under a mixed load and after nonsense; whether it is as it must be. */
export async function soak(minutes: number): Promise<boolean> {
  const parts = new AsyncDisposableStack()
  try {
    const { port } = await startServer(parts)
    const http = parts.adopt(httpClient(port, 'localhost', CLIENTS), (http) => http.close())
    const readMemory = () => memoryOf(port)

    printRow(HEADS)
    printRow(WIDTHS.map((width) => '-'.repeat(width)))
    printMemory('before', await readMemory())

    const load = await startLoad(http, CLIENTS)
    const residents: number[] = []
    for (let minute = 1; minute <= minutes; minute++) {
      const before = load.requests()
      const memory = await Promise.race([overAMinute(readMemory), load.failed])
      residents.push(memory.resident)
      printMemory(String(minute), memory, (load.requests() - before) / 60)
    }
    await load.stop()
    const afterLoad = await atRest(readMemory)
    printMemory('after the load', afterLoad)

    await fuzz(http)
    const afterNonsense = await atRest(readMemory)
    printMemory(`after ${FUZZED.toLocaleString('en')} fuzzed`, afterNonsense)

    const settled = residents.slice(FLAT_FROM - 1)
    const furthest = Math.max(...settled.map((resident) => Math.abs(resident - settled[0]!)))
    const resident = Math.max(afterLoad.resident, afterNonsense.resident)
    print(`\nflat from minute ${FLAT_FROM} on: at most ${megabytes(furthest)} from it, goal ≤ ${megabytes(FLAT)}`)
    print(`resident after the load and the nonsense: ${megabytes(resident)}, goal ≤ ${megabytes(RESIDENT)}`)
    return settled.length > 0 && furthest <= FLAT && resident <= RESIDENT
  } finally {
    await parts.disposeAsync()
  }
}

/** On its own database with the demo businesses. They are made by a first start, which no later one has to do again. */
async function startServer(parts: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-soak-'))
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  // As root, PostgreSQL runs as another user, who has to be able to enter.
  await chmod(folder, 0o755)

  const start = async () => {
    const server = spawnServer({ DATA_DIR: folder }, START_OPTIONS)
    parts.defer(async () => {
      await server.end('SIGTERM')
    })
    await server.ready()
    return server
  }
  const first = await start()
  await first.end('SIGTERM')
  const server = await start()
  return { port: server.port() }
}

/** What the process tells of itself. */
async function memoryOf(port: number): Promise<Memory> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)![1])
  return {
    resident: figure('process_resident_memory_bytes'),
    heap: figure('nodejs_heap_size_used_bytes'),
    external: figure('nodejs_external_memory_bytes'),
  }
}

/** Medians of a minute: between two looks a collection may come, or a log-in that takes 19 MiB for a moment. */
async function overAMinute(readMemory: () => Promise<Memory>): Promise<Memory> {
  const seen: Memory[] = []
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    await sleep(Math.min(LOOK * 1000, Math.max(0, end - performance.now())))
    seen.push(await readMemory())
  }
  const medianOf = (part: keyof Memory) => median(seen.map((memory) => memory[part]))
  return { resident: medianOf('resident'), heap: medianOf('heap'), external: medianOf('external') }
}

async function atRest(readMemory: () => Promise<Memory>) {
  await sleep(REST * 1000)
  return readMemory()
}

/** Requests that are wrong in some way, half of them by an admin. */
async function fuzz(http: HttpClient) {
  const [admin] = await logInStaff(http)
  let left = FUZZED
  async function client(seed: number) {
    for (const call of nonsense(seed, seed % 2 === 0 ? admin : undefined)) {
      if (left <= 0) return
      left -= 1
      await http.send(call).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(1_000 + i)))
}
