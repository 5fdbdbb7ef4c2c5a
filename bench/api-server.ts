import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '../server/src/app.ts'
import type { DatabaseUrls } from '../server/src/database/connection.ts'
import { openConnections } from '../server/src/database/connections.ts'
import { openJobs } from '../server/src/jobs.ts'
import { systemClock } from '../server/src/lib/clock.ts'
import { diskStore } from '../server/src/uploads/file-store.ts'

/**
 * The server under test, as a process of its own: the whole application, and beside it /api/constant/:bytes, which answers
 * with so many bytes and says of them that they are brotli's. Tells its port, then its processor time when asked.
 */

export type ApiOptions = { jobs?: boolean; smtpUrl?: string }

const [logIns = '', options = '{}'] = process.argv.slice(2)
const urls: DatabaseUrls = JSON.parse(logIns)
const { jobs = true, smtpUrl }: ApiOptions = JSON.parse(options)
const log = pino({ level: 'fatal' })
const connections = openConnections(urls, log)
const settings = {
  port: 3000,
  jobs,
  mail: { smtpUrl, from: 'prenoto@example.it' },
  dataDir: join(tmpdir(), 'prenoto-bench-data'),
  trustProxy: false as const,
  rateLimits: false,
  isLocal: true,
  provider: { name: 'Prenoto', email: 'aiuto@prenoto.example' },
}
const parts = new AsyncDisposableStack()
const queue = await openJobs(parts, { urls, pool: connections.app, settings, log, clock: systemClock, isServing: true })
const app = await buildApp({
  settings,
  connections,
  jobs: queue,
  log,
  files: diskStore(join(tmpdir(), 'prenoto-bench-uploads')),
})

const constants = new Map<string, Buffer>()
app.get<{ Params: { bytes: string } }>('/api/constant/:bytes', ({ params: { bytes } }, reply) => {
  const constant = constants.get(bytes) ?? Buffer.alloc(Number(bytes), 'x')
  constants.set(bytes, constant)
  return reply
    .type('application/json; charset=utf-8')
    .headers({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'no-store' })
    .send(constant)
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicroseconds: user + system })
})
process.send?.({ port: (app.server.address() as { port: number }).port })
