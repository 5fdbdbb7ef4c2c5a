import { Agent, request } from 'node:http'
import type { Shop, Slot, startApi } from './fixture.ts'

export const CLIENTS = 16

export type Api = Awaited<ReturnType<typeof startApi>>

/** What browsers send over TLS, shortened to what counts here. */
export const AS_BROWSERS = { 'accept-encoding': 'gzip, deflate, br' }

/** Repeatable shuffling, so that clients that book at once seldom meet on one day. */
export function shuffled(slots: Slot[]): Slot[] {
  let seed = 1
  const weighted = slots.map((slot) => {
    seed = (seed * 48_271) % 2_147_483_647
    return { slot, seed }
  })
  return weighted.sort((a, b) => a.seed - b.seed).map(({ slot }) => slot)
}

const bookingOf = ([visit_day, visit_hour]: Slot) => ({
  name: 'Giulia',
  surname: 'Verdi',
  email: 'giulia@posta.example',
  telephone: '3330000000',
  privacy: true,
  visit_day,
  visit_hour,
})

/** Kept connections and no more than the work needs: the load generator shares the processors with what it measures. */
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

function call(api: Api, shop: Shop, method: string, path: string, body?: object) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { host: shop.domain, ...AS_BROWSERS, ...(body && { 'content-type': 'application/json' }) }
  const sent = request(`${api.address}/api/client${path}`, { method, agent, headers }, (response) => {
    response.resume()
    response.on('end', () => {
      if (response.statusCode! < 300) resolve()
      else reject(new Error(`${method} ${path}: ${response.statusCode}`))
    })
  })
  sent.on('error', reject)
  sent.end(body && JSON.stringify(body))
  return promise
}

export const book = (api: Api, shop: Shop, slot: Slot) =>
  call(api, shop, 'POST', `/bookings/create/${shop.serviceId}`, bookingOf(slot))

export const read = (api: Api, shop: Shop) => call(api, shop, 'GET', `/services/${shop.serviceId}`)

/** Does the work again and again with as many clients as there are, while `isOver` says no. Returns how often. */
export async function byClients(work: () => Promise<void>, isOver: () => boolean): Promise<number> {
  let done = 0
  const client = async () => {
    while (!isOver()) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return done
}
