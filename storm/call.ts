import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Lost } from './journal.ts'

/** After so many milliseconds nobody waits any longer. */
const PATIENCE = 30_000

export type Asked = {
  agent: Agent
  port: number
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  /** The client leaves after so many milliseconds, like whoever closes the page. */
  leavesAfter?: number
}

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** One request to a port of this computer, and its whole answer or why there is none. */
export async function call({ body, leavesAfter, ...asked }: Asked): Promise<Answer | Lost> {
  const { promise, resolve } = Promise.withResolvers<Answer | Lost>()
  const sent = request({ ...asked, host: '127.0.0.1' }, (incoming) => wholeOf(incoming).then(resolve))
  sent.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'reset'))
  sent.end(body)

  const giveUp = (why: Lost) => () => {
    resolve(why)
    sent.destroy()
  }
  const patience = setTimeout(giveUp('hung'), PATIENCE)
  const leaving = leavesAfter === undefined ? undefined : setTimeout(giveUp('left'), leavesAfter)
  return promise.finally(() => {
    clearTimeout(patience)
    clearTimeout(leaving)
  })
}

async function wholeOf(incoming: IncomingMessage): Promise<Answer | Lost> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
  } catch {
    return 'reset'
  }
  return { status: incoming.statusCode!, headers: incoming.headers, text: Buffer.concat(chunks).toString('utf8') }
}
