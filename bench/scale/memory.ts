import { listPublicServices } from '@prenoto/core/services/services.endpoints.ts'
import type { DatabaseUrls } from '../../server/src/database/connection.ts'
import { startApi } from '../fixture.ts'
import { unnoted } from './costs.ts'
import { openDesk } from './desk.ts'

const TIMES = 4
const AT_ONCE = 8

/** Resident memory of a process, in bytes, before and after each of some times in which the sites of all businesses were read. */
export async function memoryOfCaches(urls: DatabaseUrls, businesses: number): Promise<number[]> {
  const api = await startApi(urls, { jobs: false })
  try {
    const port = Number(new URL(api.address).port)
    const residents = [(await api.usage()).rss]
    for (let time = 0; time < TIMES; time++) {
      const domains = Array.from({ length: businesses }, (_, i) => `salone${i + 1}.example`).values()
      await Promise.all(Array.from({ length: AT_ONCE }, () => readSites(port, domains)))
      residents.push((await api.usage()).rss)
    }
    return residents
  } finally {
    await api.stop()
  }
}

async function readSites(port: number, domains: Iterator<string, undefined>) {
  for (let next = domains.next(); !next.done; next = domains.next()) {
    const desk = openDesk(port, next.value, unnoted)
    await desk.visit('/', 'page /')
    await desk.visit('/client_service', 'page /client_service')
    const { services } = await desk.ask(listPublicServices, { query: {} })
    for (const { id } of services.slice(0, 2)) await desk.visit(`/client_service/${id}/booking`, 'booking page')
    desk.close()
  }
}
