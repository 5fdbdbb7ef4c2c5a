import { median } from '@prenoto/test-support/formats/statistics.ts'
import { count, percent, type Row } from '@prenoto/test-support/formats/table.ts'
import { DURATION, openBareDriver } from './bare-booking.ts'
import { book, newBusiness, spreadSlots } from './business.ts'
import { after, byClients, type SectionResources, startDatabase, startServer } from './system.ts'

const ROUNDS = 5
const SECONDS = 2

/** Compares bookings through the API with the minimum of statements through a bare driver; both are durable. */
export async function benchBookings(parts: SectionResources): Promise<Row[]> {
  const database = await startDatabase(parts)
  const bareDriver = await openBareDriver(parts, database)
  const server = await startServer(parts, database.settings)
  const business = await newBusiness(database, { duration: DURATION })
  const slots = spreadSlots(business, 88)
  const perSecond = async (work: () => Promise<unknown>) => (await byClients(work, after(SECONDS))) / SECONDS

  const [api, driver]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    api.push(await perSecond(() => book(server, business, slots.next().value!)))
    driver.push(await perSecond(bareDriver.book))
  }
  // The first round warms up.
  const [rate, bare] = [median(api.slice(1)), median(driver.slice(1))]
  return [
    {
      figure: 'bookings by 16 clients on distinct slots, durable',
      data: `${count(88 * 144)} slots`,
      measured: `${percent(rate / bare)} (${count(rate)}/s, bare driver ${count(bare)}/s)`,
      budget: '≥ 35 % of a bare driver',
      passed: rate / bare >= 0.35,
    },
  ]
}
