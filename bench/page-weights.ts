import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const CLIENT = join(import.meta.dirname, '../web/dist/client')

export type PageWeight = { page: string; javascript: number; style: number; html: number }

/** What a first visit to each public page loads, gzip, in bytes; read off the page that the server sends. */
export async function weighPages(address: string, serviceId: number): Promise<PageWeight[]> {
  const pages = ['/', '/client_service', `/client_service/${serviceId}/booking`, '/thank_you', '/login']
  return Promise.all(
    pages.map(async (page) => {
      const html = await (await fetch(address + page)).text()
      const files = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, path]) => path!)
      return {
        page,
        javascript: weigh(files(/<script[^>]* src="([^"]+)"/g)),
        style: weigh(files(/<link rel="stylesheet" href="([^"]+)"/g)),
        html: gzipSync(html).length,
      }
    }),
  )
}

const weigh = (paths: string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(CLIENT, path)), { level: 9 }).length, 0)
