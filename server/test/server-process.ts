import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** What `npm start` gives to Node: options, and the file that `server/build.ts` makes. */
export const START = startOf(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start)

function startOf(command: string) {
  const [, ...words] = command.split(' ')
  return { options: words.filter((word) => word.startsWith('--')), file: join(ROOT, words.at(-1)!) }
}

export type Answer = { status: number; body: string; headers: Record<string, string | string[] | undefined> }
export type Call = { host: string; method?: string; path: string; payload?: object; headers?: Record<string, string> }

/** A form as browsers send it. */
type Form = Record<string, string>

export type ServerProcess = Awaited<ReturnType<typeof spawnServer>>

/** Starts the real server as a process of its own, as it was built, on a free port of loopback; `ready` waits until it serves. */
export function spawnServer(settings: Record<string, string>, options: string[] = []) {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [...options, START.file], {
    env: { PATH, HOME, TMPDIR, PORT: '0', HOST: '127.0.0.1', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal, output }))
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let port = 0

  const listening = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /ready on http:\/\/\S+:(\d+)/.exec(output)
      if (!address) return
      port = Number(address[1])
      resolve()
    })
    exited.then(() => reject(new Error(`The server ended before it was ready: ${output}`)))
  })
  listening.catch(() => {})

  /** One call over a socket that stays open for the next; rejects when no whole answer arrives. */
  function send({ host, method = 'GET', path, payload, headers }: Call, form?: Form): Promise<Answer> {
    const body = form ? new URLSearchParams(form).toString() : payload && JSON.stringify(payload)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: { host, ...(body && { 'content-type': type }), ...headers },
        },
        (incoming) => {
          let text = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (chunk: string) => {
            text += chunk
          })
          incoming.on('error', reject)
          incoming.on('end', () => resolve({ status: incoming.statusCode!, body: text, headers: incoming.headers }))
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  return {
    pid: child.pid!,
    ready: () => listening,
    port: () => port,
    /** A call of the API, by its path below /api. */
    call: ({ path, ...rest }: Call) => send({ path: `/api${path}`, ...rest }),
    /** Whatever stands at a path, by nobody else who listens on that port under another name of this computer. */
    visit: (host: string, path: string) => send({ host, path }),
    /** A form of a page, sent by the browser itself. */
    submit: (host: string, path: string, form: Form) => send({ host, path, method: 'POST' }, form),
    exited,
    /** Sends the signal unless the process has ended, and waits until it has. */
    async end(signal: NodeJS.Signals) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return exited.finally(() => agent.destroy())
    },
  }
}
