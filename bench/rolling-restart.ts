import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../server/src/database/connection.ts'
import { SERVER_ENTRY } from '../server/test/server-process.ts'
import { benchDatabase, newShop, type Shop, slotsOf } from './fixture.ts'

/**
 * Restarts two server processes one after the other behind a proxy under load, as the unit in docs/operations.md says
 * and with the proxy's example there, and tells what visitors were answered:
 *
 *   node bench/rolling-restart.ts nginx|caddy [restart|kill]
 *
 * Needs nginx or caddy, openssl and curl, and the ports below.
 */

const [proxyName = '', fault = 'restart'] = process.argv.slice(2)

const ROOT = join(import.meta.dirname, '..')
const SITE = 'salone.it'
const PORTS = [3000, 3001] as const
const [HTTP, HTTPS] = [8080, 8443]
/** Requests a second, and what each of ten is. */
const RATE = 60
const MIX = ['read', 'page', 'book', 'read', 'contact', 'read', 'page', 'book', 'read', 'read'] as const
const SECONDS = 60
const PAUSE = 5_000

type Kind = (typeof MIX)[number]
type Outcome = { kind: Kind; start: number; took: number; status: number | string; key?: string }

const manual = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
const example = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(manual)![1]!

// The server -----------------------------------------------------------------------------------

/** Starts a process as the unit does; resolves when `systemctl start` would return. */
async function startServer(port: number, databaseUrl: string, dataDir: string) {
  const child = spawn('node_modules/.bin/node', [SERVER_ENTRY], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const then = /^ExecStartPost=(.*)$/m.exec(example('ini'))?.[1]
  if (then) await once(spawn('sh', ['-c', `exec ${then.replaceAll('%i', String(port))}`]), 'exit')
  return {
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await exited
    },
  }
}

// The proxies ----------------------------------------------------------------------------------

function startNginx(folder: string) {
  const certificate = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${SITE}`,
    ...certificate,
  ]
  execFileSync('openssl', request, { stdio: 'ignore' })
  const site = example('nginx')
    .replace('listen 443', `listen 127.0.0.1:${HTTPS}`)
    .replace('# ssl_certificate …', 'ssl_certificate cert.pem; ssl_certificate_key key.pem;')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid nginx.pid; error_log error.log; worker_processes 2; events {}
http {
  access_log off; client_body_temp_path body; proxy_temp_path proxy;
  fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
${site}}`,
  )
  return spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'inherit' })
}

function startCaddy(folder: string) {
  const general = `{
  admin off
  local_certs
  skip_install_trust
  http_port ${HTTP}
  https_port ${HTTPS}
  default_bind 127.0.0.1
  storage file_system ${folder}
  log {
    level ERROR
    output file ${folder}/error.log
  }
}
`
  writeFileSync(join(folder, 'Caddyfile'), general + example('caddy'))
  return spawn('caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
}

// The visitors ---------------------------------------------------------------------------------

/** Connections as browsers have them: HTTP/2, kept for a while, a new one when the proxy ends one. */
function visitors(count: number) {
  const connections: { session: ClientHttp2Session; left: number }[] = []
  const open = () => {
    const session = connect(`https://127.0.0.1:${HTTPS}`, { servername: SITE, rejectUnauthorized: false })
    session.on('error', () => {})
    return { session, left: 500 }
  }
  let next = 0
  function sessionOfNext() {
    next = (next + 1) % count
    const present = connections[next]
    if (!present || present.session.closed || present.left === 0) {
      present?.session.close()
      connections[next] = open()
    }
    const connection = connections[next]!
    connection.left -= 1
    return connection.session
  }

  return {
    /** Resolves with the status once all of the answer is there. */
    ask(method: string, path: string, { headers = {}, body = '' } = {}): Promise<number> {
      const head = { ':method': method, ':path': path, ':authority': SITE, ...headers }
      const stream = sessionOfNext().request(head, { endStream: body === '' })
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      let status = 0
      stream.on('response', (answer) => {
        status = answer[':status']!
      })
      stream.on('error', reject)
      stream.on('end', () => resolve(status))
      stream.resume()
      if (body !== '') stream.end(body)
      return promise
    },
    close() {
      for (const { session } of connections) session.destroy()
    },
  }
}

async function load(shop: Shop, outcomes: Outcome[]) {
  const people = visitors(8)
  const slots = slotsOf(shop, 85, 30).values()
  const person = { name: 'Giulia', surname: 'Verdi', privacy: true }
  const send = (kind: Kind, key: string) => {
    const post = (path: string, payload: object) =>
      people.ask('POST', path, {
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(payload),
      })
    if (kind === 'read') return people.ask('GET', `/api/client/services/${shop.serviceId}`)
    if (kind === 'page') return people.ask('GET', '/client_service')
    if (kind === 'contact')
      return post('/api/client/contact', {
        ...person,
        email: 'giulia@posta.example',
        phone: '3330000000',
        message: key,
      })
    const [visit_day, visit_hour] = slots.next().value!
    return post(`/api/client/bookings/create/${shop.serviceId}`, {
      ...person,
      email: `${key}@posta.example`,
      telephone: '3330000000',
      visit_day,
      visit_hour,
    })
  }

  const under: Promise<unknown>[] = []
  const begin = performance.now()
  for (let i = 0; i < RATE * SECONDS; i++) {
    await sleep(Math.max(0, begin + (i * 1000) / RATE - performance.now()))
    const kind = MIX[i % MIX.length]!
    const [key, start] = [randomUUID(), performance.now()]
    const note = (status: number | string) =>
      outcomes.push({ kind, key, start: start - begin, took: performance.now() - start, status })
    under.push(send(kind, key).then(note, (error) => note(error.code ?? String(error))))
  }
  await Promise.all(under)
  people.close()
}

// What came of it --------------------------------------------------------------------------------

async function tell(outcomes: Outcome[], owner: Pool) {
  const isGood = ({ status }: Outcome) => typeof status === 'number' && status < 300
  const tally: Record<string, number> = {}
  for (const { kind, status } of outcomes) {
    const name = `${kind} ${status}`
    tally[name] = (tally[name] ?? 0) + 1
  }
  const good = outcomes.filter(isGood)
  const bad = outcomes.filter((outcome) => !isGood(outcome))
  const ends = good.map(({ start, took }) => start + took).sort((a, b) => a - b)
  const gap = Math.max(...ends.slice(1).map((end, i) => end - ends[i]!))
  const took = good.map((outcome) => outcome.took).sort((a, b) => a - b)
  const at = (share: number) => Math.round(took[Math.floor((took.length - 1) * share)]!)

  const { rows } = await owner.query<{ key: string }>('select idempotency_key as key from bookings')
  const kept = new Set(rows.map(({ key }) => key))
  const acknowledged = good.filter(({ kind }) => kind === 'book')
  const lost = acknowledged.filter(({ key }) => !kept.has(key!))

  const lines = [
    `${outcomes.length} requests, ${bad.length} without a good answer`,
    ...Object.entries(tally)
      .sort()
      .map(([name, count]) => `  ${name}: ${count}`),
    bad.length > 0 &&
      `bad answers between second ${(bad[0]!.start / 1000).toFixed(1)} and ${(bad.at(-1)!.start / 1000).toFixed(1)}`,
    `longest time without a good answer ${Math.round(gap)} ms; answered in ${at(0.5)} ms (median), ${at(0.99)} (p99), ${at(1)} (longest)`,
    `bookings: ${acknowledged.length} acknowledged, ${rows.length} in the database, ${lost.length} lost, ${rows.length - kept.size} doubled`,
  ]
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`)
}

const folder = mkdtempSync(join(tmpdir(), 'prenoto-rolling-'))
const database = await benchDatabase()
const shop = await newShop(database.owner, { domain: SITE })
const start = (port: number) => startServer(port, database.url, folder)
const servers = [await start(PORTS[0]), await start(PORTS[1])]
await sleep(3_000)
const proxy = proxyName === 'caddy' ? startCaddy(folder) : startNginx(folder)
await sleep(3_000)

const outcomes: Outcome[] = []
const loading = load(shop, outcomes)
await sleep(PAUSE)
const began = performance.now()
for (const [i, port] of PORTS.entries()) {
  if (fault === 'kill' && i > 0) break
  await servers[i]!.end(fault === 'kill' ? 'SIGKILL' : 'SIGTERM')
  if (fault === 'kill') await sleep(1_000)
  servers[i] = await start(port)
}
process.stdout.write(`${proxyName}, ${fault}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
await loading
await tell(outcomes, database.owner)

for (const server of servers) await server.end('SIGINT')
proxy.kill()
await once(proxy, 'exit')
await database.close()
rmSync(folder, { recursive: true, force: true })
