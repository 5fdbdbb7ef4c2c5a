import { listBookingEvents } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { readConfiguration } from '@prenoto/core/configuration/configuration.endpoints.ts'
import { readSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import { listClosureEvents } from '@prenoto/core/days-off/days-off.endpoints.ts'
import { listNotifications } from '@prenoto/core/notifications/notifications.endpoints.ts'
import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Desk } from './desk.ts'

export const DASHBOARD = 'the dashboard, all its reads'

/** As many bookings as it asks for of a month. */
export const AT_MOST = 600

/** The days that a month's grid shows. */
export const gridAround = (today: PlainDate) => ({ from: addDays(today, -20), to: addDays(today, 21) })

/** What the dashboard reads as it opens: all at once, then the day, where the month has too many bookings to send. */
export async function openDashboard({ ask }: Desk, today: PlainDate) {
  const [month] = await Promise.all([
    ask(listBookingEvents, { body: { ...gridAround(today), at_most: AT_MOST } }),
    ask(readSummary, {}),
    ask(readUserInfo, {}),
    ask(readConfiguration, {}),
    ask(listClosureEvents, { query: gridAround(today) }),
    ask(listNotifications, { query: {} }),
  ])
  if (month.some(({ of_day }) => of_day)) await ask(listBookingEvents, { body: { from: today, to: today } })
}
