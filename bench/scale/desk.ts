import type { CallOf, Endpoint, ResponseOf } from '@prenoto/core/endpoint.ts'
import { nameOf } from '../../server/test/endpoints.ts'
import { type Call, httpClient, jsonOf } from '../http-client.ts'
import { AS_BROWSERS } from '../visitors.ts'
import type { Costs } from './costs.ts'

type Options = {
  /** Tells calls of one endpoint apart. */
  how?: string
  /** Whose; without it the desk's. */
  token?: string
}

/** Calls an endpoint as the web does. Throws unless it answers as it says it does. */
export type Ask = <E extends Endpoint>(endpoint: E, call: CallOf<E>, options?: Options) => Promise<ResponseOf<E>>

/** Where people of a business call from. */
export type Desk = {
  ask: Ask
  visit(path: string, name: string): Promise<void>
  /** From here on whoever asks is logged in. */
  logIn(token: string): void
  close(): void
}

type Parts = { params?: object; query?: object; headers?: object; body?: object }

/** One at which each call is measured. */
export function openDesk(port: number, domain: string, { measure }: Pick<Costs, 'measure'>): Desk {
  const http = httpClient(port, domain, 8)
  let own = ''

  async function send(name: string, call: Call, status: number) {
    const answer = await measure(name, () => http.send(call))
    if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${JSON.stringify(jsonOf(answer))}`)
    return answer
  }

  const ask: Ask = async (endpoint, call, { how, token = own } = {}) => {
    const { method, path, access, status, response }: Endpoint = endpoint
    const { params = {}, query = {}, headers, body }: Parts = call
    const name = nameOf(endpoint)
    const answer = await send(
      how ? `${name}, ${how}` : name,
      {
        method,
        path: `/api${filled(path, params)}${asked(query)}`,
        headers: {
          ...AS_BROWSERS,
          ...(access !== 'visitor' && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      status,
    )
    return (response && jsonOf(answer)) as ResponseOf<typeof endpoint>
  }

  return {
    ask,
    visit: async (path, name) => void (await send(name, { path, headers: AS_BROWSERS }, 200)),
    logIn(token) {
      own = token
    },
    close: http.close,
  }
}

/** '/bookings/:id' and { id: 7 } are '/bookings/7'. */
const filled = (path: string, params: object) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String((params as Record<string, unknown>)[name]))

function asked(query: object) {
  const text = String(new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])))
  return text && `?${text}`
}
