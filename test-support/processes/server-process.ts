import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The file that `npm start` runs. */
export const SERVER_ENTRY = join(import.meta.dirname, '../../server/src/main.ts')

export type Answer = { status: number; body: string; headers: Record<string, string | string[] | undefined> }
export type Call = { host: string; method?: string; path: string; payload?: object; headers?: Record<string, string> }

type Form = Record<string, string>

export type ServerProcess = Awaited<ReturnType<typeof spawnServer>>

/** `options`: Node's; `launcher`: a command that runs the one after it; `entry`: the file that it runs. */
type Launch = { options?: string[]; launcher?: string[]; entry?: string }

/** Starts the real server as a process of its own on a free local port; `ready` waits until it serves. */
export function spawnServer(
  settings: Record<string, string>,
  { options = [], launcher = [], entry = SERVER_ENTRY }: Launch = {},
) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const [command, ...args] = [...launcher, process.execPath, ...options, entry]
  const child = spawn(command!, args, {
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
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

  /** Sends a request over a kept-alive connection. Rejects unless a whole answer arrives. */
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
    /** Calls the API; `path` is below /api. */
    call: ({ path, ...rest }: Call) => send({ path: `/api${path}`, ...rest }),
    /** Calls the API again while the process answers 503, as it does on an overloaded machine. */
    async callUntilServed({ path, ...rest }: Call) {
      let answer = await send({ path: `/api${path}`, ...rest })
      while (answer.status === 503) {
        await sleep(200)
        answer = await send({ path: `/api${path}`, ...rest })
      }
      return answer
    },
    /** Requests a page. */
    visit: (host: string, path: string) => send({ host, path }),
    /** Sends the form of a page as a browser does. */
    submit: (host: string, path: string, form: Form) => send({ host, path, method: 'POST' }, form),
    exited,
    /** Sends the signal and waits until the process has ended; after SIGTERM it drains first, after SIGINT it does not. */
    async end(signal: NodeJS.Signals) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return exited.finally(() => agent.destroy())
    },
  }
}
