import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

type CalendarAnswer = { status?: number; body?: string; etag?: string; location?: string }

/** The lines of a calendar with these events, each of them a list of lines. */
export const calendarText = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test']
    .concat(events.flatMap((lines, i) => ['BEGIN:VEVENT', `UID:event-${i}@example.it`, ...lines, 'END:VEVENT']))
    .concat('END:VCALENDAR', '')
    .join('\r\n')

/** A site with calendars of others, on loopback until the file's tests have run. */
export async function startCalendarServer() {
  const files = new Map<string, { answer: CalendarAnswer; requests: IncomingHttpHeaders[] }>()
  const server = createServer((request, response) => {
    const file = files.get(request.url!)
    file?.requests.push(request.headers)
    const { status = 200, body = '', etag, location } = file?.answer ?? { status: 404 }
    const isSame = etag !== undefined && request.headers['if-none-match'] === etag
    response.writeHead(isSame ? 304 : status, { ...(etag && { etag }), ...(location && { location }) })
    response.end(isSame ? undefined : body)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  afterAll(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** A file at a private address. Its answer can be replaced. */
    newFile(answer: CalendarAnswer) {
      const path = `/private-${files.size}-c0ffee/basic.ics`
      const file = { answer, requests: [] as IncomingHttpHeaders[] }
      files.set(path, file)
      return Object.assign(file, { url: `${origin}${path}` })
    },
  }
}
