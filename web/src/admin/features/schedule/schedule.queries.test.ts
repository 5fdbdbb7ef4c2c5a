import { ALL_CALENDARS } from '@prenoto/core/schedule/closures-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { closuresCrud } from './schedule.queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const monday = parsePlainDate('2026-11-23')
const closure = {
  day_from: monday,
  day_to: monday,
  hour_from: parsePlainTime('00:00'),
  hour_to: parsePlainTime('23:59'),
  reason: 'Ponte',
}

test.for([
  ['all calendars', ALL_CALENDARS, '/api/days_off/batch/7', closure],
  ['one calendar', 3, '/api/days_off/7', { ...closure, calendar_id: 3 }],
] as const)(
  'a new closure of %s can be changed after its creation got no answer',
  async ([, calendar_id, address, body]) => {
    const fetched = vi.fn<typeof fetch>(async () => Response.json({}))
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('localStorage', { getItem: () => null })

    await closuresCrud({ dayOff: undefined, calendarId: calendar_id, cancel: undefined }).update(
      7,
      { ...closure, calendar_id },
      1,
    )

    const [[called, init]] = fetched.mock.calls as [[string, RequestInit]]
    expect([called, JSON.parse(String(init.body))]).toEqual([address, body])
  },
)
