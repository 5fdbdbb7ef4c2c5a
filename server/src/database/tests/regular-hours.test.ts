import { bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import { weekdays } from '@prenoto/core/availability/opening-hours.ts'
import { slotsOfDay } from '@prenoto/core/availability/slots.ts'
import { addDays, isoWeekday, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { dayClock } from '@prenoto/core/time/time-zone.ts'
import { emptyDatabase, roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSchedule } from '../../features/availability/available-slots.ts'
import { listAllCalendars } from '../../features/availability/scheduled-calendars.repository.ts'
import type { Context } from '../../tenants/context.ts'
import { openAppPool, openOwnerPool, type Pool } from '../connection.ts'
import { migrate } from '../migrate.ts'
import { listMigrations } from '../migrations.ts'
import { tenantDatabase } from '../tenant-database.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: Pool
let app: Pool
beforeAll(async () => {
  database = await emptyDatabase()
  owner = openOwnerPool(database.url)
  app = openAppPool(roleUrlsAt(database.url), { max: 2 })
})
afterAll(async () => {
  await app.end()
  await owner.end()
  await database.drop()
})

const FIRST = parsePlainDate('2026-11-01')
const DAYS = Array.from({ length: 15 }, (_, i) => addDays(FIRST, i))
const DURATION = 45
const NOTHING = { starts: [], ends: [] }

/** Morning and afternoon: closed, each alone, both, both without a gap, the whole day, the afternoon's hours in the morning. */
const DAY_HOURS = [
  [null, null],
  [['09:00', '12:30'], null],
  [null, ['08:15', '19:00']],
  [
    ['08:30', '13:00'],
    ['14:00', '00:00'],
  ],
  [
    ['09:00', '13:00'],
    ['13:00', '18:20'],
  ],
  [['00:00', '00:00'], null],
  [['15:00', '20:00'], null],
] as const

const PAUSES = [
  [],
  [{ weekdays: [1, 2, 3, 4, 5], from: '11:00', to: '11:15' }],
  [
    { weekdays: [2, 6, 7], from: '09:30', to: '10:00' },
    { weekdays: [6], from: '16:00', to: '16:40' },
  ],
]

async function addCalendars(tenantId: number) {
  await owner.query('insert into tenants (id, name) overriding system value values ($1, $2)', [tenantId, 'Salone'])
  await owner.query('insert into configurations (tenant_id) values ($1) on conflict do nothing', [tenantId])
  for (let n = 0; n < 12; n++) {
    const columns = weekdays.flatMap((weekday, i) =>
      DAY_HOURS[(n * (i + 2) + i + tenantId) % DAY_HOURS.length]!.flatMap((hours, half) =>
        (['from', 'to'] as const).map(
          (end, j) => [`${weekday}_${half === 0 ? 'morning' : 'afternoon'}_${end}`, hours?.[j] ?? null] as const,
        ),
      ),
    )
    await owner.query(
      `insert into calendars (tenant_id, id, name, "from", version, deleted_at, pauses, ${columns.map(([name]) => name)})
       overriding system value
       values ($1, $2, 'Sala', '2026-01-01', $3, $4, $5, ${columns.map((_, i) => `$${i + 6}`)})`,
      [
        tenantId,
        n + 1,
        n + 3,
        n === 11 ? new Date() : null,
        JSON.stringify(PAUSES[n % PAUSES.length]),
        ...columns.map(([, time]) => time),
      ],
    )
  }
}

const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The slots of each calendar and day by the former columns, minute by minute. */
async function searchSlots(tenantId: number) {
  const { rows } = await owner.query('select * from calendars where tenant_id = $1 order by id', [tenantId])
  return rows.flatMap((calendar) =>
    DAYS.map((date) => {
      const pauses = calendar.pauses.filter((pause: { weekdays: number[] }) =>
        pause.weekdays.includes(isoWeekday(date)),
      )
      const isPaused = (at: number) =>
        pauses.some(({ from, to }: { from: string; to: string }) => minute(from) <= at && at < minute(to))
      const slots = ['morning', 'afternoon'].flatMap((half) => {
        const [from, to] = ['from', 'to'].map((end) => calendar[`${weekdays[isoWeekday(date) - 1]}_${half}_${end}`])
        if (!from) return []
        const starts: number[] = []
        let run = 0
        for (let at = minute(from); at < (minute(to) || 1440); at++) {
          run = isPaused(at) ? 0 : run + 1
          if (run > 0 && run % DURATION === 0) starts.push(at + 1 - DURATION)
        }
        return starts
      })
      return [calendar.id, calendar.version, date, slots]
    }),
  )
}

async function readSlots(tenantId: number) {
  const ctx = { db: tenantDatabase(app, tenantId), tenant: { id: tenantId } } as Context
  const { rows: versions } = await owner.query('select id, version from calendars where tenant_id = $1', [tenantId])
  const calendars = await listAllCalendars(ctx)
  return calendars.flatMap((calendar) => {
    const days = bookableDays(toSchedule(calendar, new Map()), { first: FIRST, last: DAYS.at(-1)! }, (date) =>
      dayClock(date, 'Europe/Rome'),
    )
    return DAYS.map((date) => {
      const day = days.find((one) => one.date === date)
      const rules = { duration: DURATION, step: DURATION, before: 0, after: 0, capacity: 1, maxPerDay: 0 }
      const slots = day
        ? slotsOfDay(day, { ...rules, bookings: NOTHING, closures: NOTHING, earliest: Number.NEGATIVE_INFINITY })
        : []
      return [calendar.id, versions.find(({ id }) => id === calendar.id)!.version, date, slots.map(minute)]
    })
  })
}

test('the hours and pauses of an earlier version keep their slots and the versions of their calendars', async () => {
  const all = await listMigrations()
  await migrate(owner, Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('0038'))))
  await addCalendars(1)
  await addCalendars(2)
  const before = [await searchSlots(1), await searchSlots(2)]
  expect(new Set(before.flat().map(([, , , slots]) => String(slots))).size).toBeGreaterThan(15)

  await migrate(owner)

  expect([await readSlots(1), await readSlots(2)]).toEqual(before)
})

test.each([['{}'], ['[]'], ['[{}, {}]']])('the table refuses the weeks %s', async (weeks) => {
  const insert = owner.query(
    `insert into calendars (tenant_id, name, "from", weeks) values (1, 'Sala', '2026-01-01', $1)`,
    [weeks],
  )
  await expect(insert).rejects.toThrow('calendars_weeks_check')
})
