import { addDays } from '@prenoto/core/time/plain-date.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { customerOf, emailOf } from './shop.ts'
import { atWork, readSome } from './staff.ts'
import type { Scene } from './visitors.ts'

/** Among how many of those who have booked somebody is looked for. */
const NEWEST = 200

/** Whom the storm needs as they are: nobody's doubles. */
const ONE_OF_A_KIND = /-(due|unwanted|come)\d*/

/** Makes somebody who has booked, and may be booking, one with the main customer. */
export async function mergeCustomers(scene: Scene) {
  const { shop } = scene
  const booking = await readSome(scene)
  const isOther = booking && booking.customer_id !== shop.mainCustomer && !ONE_OF_A_KIND.test(booking.email)
  if (!isOther) return
  shop.doubles.add(booking.email)
  await atWork(scene).insist({
    method: 'POST',
    path: `/customers/${shop.mainCustomer}/merge`,
    payload: { other_id: booking.customer_id },
    // 404: somebody else may have been written into their booking, and they were nobody then.
    expected: [200, 404],
    change: { record: `double ${booking.customer_id}`, how: 'create', value: String(shop.mainCustomer) },
  })
}

/** Blocks somebody, or has them welcome again. */
export async function blockCustomer(scene: Scene) {
  const { shop, chance } = scene
  const { id } = chance.pick(shop.unwanted)
  const isBlocked = chance.chance(0.5)
  await atWork(scene).insist({
    method: 'PUT',
    path: `/customers/${id}/block`,
    payload: { is_blocked: isBlocked },
    expected: [200],
    change: { record: `block ${id}`, how: 'update', value: isBlocked ? 'blocked' : null },
  })
}

type Found = { customers: { email: string }[] }

export async function searchCustomers(scene: Scene) {
  const { shop, chance } = scene
  const newest = [...shop.bookings.values()].slice(-NEWEST)
  if (newest.length === 0) return
  const sought = chance.pick(newest)
  const email = emailOf(sought.replace('booking ', ''))
  await atWork(scene).ask({
    method: 'GET',
    path: `/customers/search?q=${encodeURIComponent(email)}`,
    expected: [200],
    learn({ customers }: Found) {
      // A double is found as who they are now.
      const isFound = customers.some((customer) => customer.email === email) || shop.doubles.has(email)
      return { sights: [{ record: customerOf(sought), value: isFound ? 'known' : null }] }
    },
  })
}

const OUTCOMES = ['arrived', 'done', 'missed', null] as const

/** Says what became of a visit that is over. */
export async function sayOutcome(scene: Scene) {
  const { shop, chance } = scene
  if (shop.past.length === 0) return
  const { id, record } = chance.pick(shop.past)
  const outcome = chance.pick(OUTCOMES)
  await atWork(scene).insist({
    method: 'PUT',
    path: `/bookings/outcome/${id}`,
    payload: { outcome },
    expected: [200, 404],
    change: { record: record.replace('booking', 'outcome'), how: 'update', value: outcome },
  })
}

/** How many days back the owner looks, in which the visits are that are over. */
export const LOOKS_BACK = 14

export async function readNumbers({ client, shop, step, chance }: Scene) {
  const today = localTimeAt(Date.now(), shop.timeZone).date
  await client.ask(chance.pick(client.servers), {
    actor: step.actor,
    shop,
    what: step.what,
    token: shop.staff[0]!.token,
    method: 'GET',
    path: `/numbers?from=${addDays(today, -LOOKS_BACK)}&to=${addDays(today, chance.below(30) - 1)}`,
    expected: [200],
  })
}
