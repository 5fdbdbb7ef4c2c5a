import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '@prenoto/test-support/formats/statistics.ts'
import { ms, type Row, times } from '@prenoto/test-support/formats/table.ts'
import autocannon from 'autocannon'
import { makeBooking, newBusiness, spreadSlots } from './business.ts'
import { readBeside } from './read-beside.ts'
import { type SectionResources, startDatabase, startServer } from './system.ts'

const VISITORS = 300
const SECONDS = 15

/** Compares reads of one business without load and during a rush of bookings at another business. */
export async function benchRush(parts: SectionResources): Promise<Row[]> {
  const database = await startDatabase(parts)
  const rushed = await newBusiness(database, { domain: 'affollato.example', duration: 5 })
  const calm = await newBusiness(database, { domain: 'tranquillo.example' })
  const server = await startServer(parts, database.settings)
  const reading = { port: server.port(), host: calm.domain, path: `/api/client/services/${calm.serviceId}` }
  const readCalmly = () => readBeside(reading, () => sleep(SECONDS * 1000))

  await bookInRush(10, 3)
  const before = await readCalmly()
  const rush = bookInRush(VISITORS, SECONDS + 2)
  await sleep(1_000)
  const beside = await readCalmly()
  await rush
  const row = (share: number, budget: number): Row => {
    const [was, is] = [percentile(before, share), percentile(beside, share)]
    return {
      figure: `reads beside a rush on another business, p${share * 100}`,
      data: `${VISITORS} visitors of one business at once`,
      measured: `${times(is / was)} (${ms(was)} → ${ms(is)})`,
      budget: `≤ ${budget} × calm`,
      passed: is / was <= budget,
    }
  }
  return [row(0.5, 3), row(0.99, 5)]

  async function bookInRush(connections: number, duration: number) {
    let slots = spreadSlots(rushed, 80)
    const nextSlot = () => {
      const { value } = slots.next()
      if (value) return value
      slots = spreadSlots(rushed, 80)
      return slots.next().value!
    }
    await autocannon({
      url: `${server.address}/api/client/bookings/create/${rushed.serviceId}`,
      connections,
      duration,
      requests: [
        {
          method: 'POST',
          headers: { host: rushed.domain, 'content-type': 'application/json' },
          setupRequest: (request) => ({ ...request, body: JSON.stringify(makeBooking(nextSlot())) }),
        },
      ],
    })
  }
}
