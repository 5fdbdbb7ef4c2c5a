import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

type BookingEvent = {
  type: string
  timestamp: string
  data: {
    booking_id: number
    /** Grows with each change of the booking. */
    sequence: number
    status: 'booked' | 'arrived' | 'completed' | 'no_show' | 'cancelled'
    visit_day: string
    visit_hour: string
    services: { id: number; name: string }[]
  }
}

/**
 * A web server that accepts webhooks. `secret`: 'whsec_…'. `onEvent` gets each event once; one that is sent again by hand may be
 * older than the booking's last one, so compare `sequence`.
 */
export function receiveWebhooks(secret: string, onEvent: (event: BookingEvent) => Promise<void>) {
  const webhook = new Webhook(secret)
  /** Keep the ids where they survive a restart, for instance in a table with a unique column. */
  const seenIds = new Set<string>()

  return createServer(async (request, response) => {
    try {
      const body = await text(request)
      // Throws if the signature is wrong or older than five minutes.
      const event = webhook.verify(body, request.headers as Record<string, string>) as BookingEvent
      const id = String(request.headers['webhook-id'])
      if (!seenIds.has(id)) await onEvent(event)
      seenIds.add(id)
      response.writeHead(204).end()
    } catch {
      // Any answer but 2xx is repeated later, for three days.
      response.writeHead(400).end()
    }
  })
}
