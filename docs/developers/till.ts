/** A till beside the agenda: it lists the visits of a day, books a walk-in, and notes who came and who has paid. */

/** `site`: 'https://salone.example'; `key`: with the rights to read and to book. */
export function connectTill({ site, key }: { site: string; key: string }) {
  async function call<T>(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<T> {
    const response = await fetch(`${site}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // 'Retry-After' has the seconds after which to try again: of too many requests, or of a server that restarts.
    if (response.status === 429 || response.status === 503) {
      const seconds = Number(response.headers.get('retry-after') ?? 1)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      return call(method, path, body, headers)
    }
    const answer = (await response.json()) as T & { detail: string }
    // Every error is a problem document, whose `detail` is a sentence in Italian.
    if (!response.ok) throw new Error(answer.detail)
    return answer
  }

  return {
    /** `day`: '2026-11-23', in the time zone of the business. */
    listVisits: (day: string) => call<Visit[]>('POST', '/bookings/events', { from: day, to: day }),

    /** Books once per receipt, even if the answer is lost and the till asks again. Throws if the hour is taken. */
    bookWalkIn: (receipt: string, walkIn: WalkIn) =>
      call<Visit>('POST', '/bookings/create', walkIn, { 'idempotency-key': `receipt-${receipt}` }),

    noteArrival: (visit: Visit) => call<Visit>('PUT', `/bookings/attendance/${visit.id}`, { attendance: 'arrived' }),
    notePayment: (visit: Visit) => call<Visit>('PUT', `/bookings/attendance/${visit.id}`, { attendance: 'completed' }),
  }
}

export type Visit = {
  id: number
  service_name: string
  /** '25.00' */
  service_price: string
  name: string
  surname: string
  visit_day: string
  visit_hour: string
  attendance: 'arrived' | 'completed' | 'no_show' | null
}

export type WalkIn = {
  service_id: number
  visit_day: string
  visit_hour: string
  name: string
  surname: string
  email: string
  telephone: string
}
