import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnServer } from '../server/test/server-process.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { nonsense } from './nonsense.ts'
import { atRest, isFlat, megabytes, memoryOf, print, printHeads, printMemory, watchMemory } from './resident-memory.ts'
import { logInStaff, startLoad } from './soak-load.ts'

const CLIENTS = 16
const FUZZED = 60_000

/** No more may be resident after the load, nor be added by nonsense, bytes. */
const RESIDENT = 150e6
const ADDED = 10e6

/** Prints the memory of a server as `npm start` starts it, minute by minute under a mixed load and after nonsense; whether it is as it must be. */
export async function soak(minutes: number): Promise<boolean> {
  const parts = new AsyncDisposableStack()
  try {
    const { port } = await startServer(parts)
    const http = parts.adopt(httpClient(port, 'localhost', CLIENTS), (http) => http.close())
    printHeads()
    printMemory('before', await memoryOf(port))

    const load = await startLoad(http, CLIENTS)
    const residents = await watchMemory(port, minutes, load)
    await load.stop()
    const afterLoad = await atRest(port)
    printMemory(`${afterLoad.seconds} s after the load`, afterLoad)

    await fuzz(http)
    const afterNonsense = await atRest(port)
    printMemory(`${afterNonsense.seconds} s after ${FUZZED.toLocaleString('en')} fuzzed`, afterNonsense)

    const flat = isFlat(residents)
    const added = afterNonsense.resident - afterLoad.resident
    print(`resident after the load: ${megabytes(afterLoad.resident)}, goal ≤ ${megabytes(RESIDENT)}`)
    print(`added by the nonsense: ${megabytes(added)}, goal ≤ ${megabytes(ADDED)}`)
    return flat && afterLoad.resident <= RESIDENT && added <= ADDED
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
    const server = spawnServer({ DATA_DIR: folder })
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
