import { openHoursByDay } from '@prenoto/core/availability/calendar-schedule.ts'
import { mergeWeekdayTimes, type OpeningWeek } from '@prenoto/core/availability/opening-hours.ts'
import { addDays, isoWeekday, type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { emptyDatabase, roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { NOW } from '@prenoto/test-support/server/test-server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listExceptions } from '../../features/availability/exceptions.repository.ts'
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
const DAYS = 120

/** Two businesses with two calendars, and ids that the three tables share. */
const POPULATED = `
  insert into tenants (id, name) overriding system value values (1, 'Salone'), (2, 'Studio');
  insert into users (tenant_id, id, name, surname, email, role) overriding system value
    select id, 1, 'Ada', 'Bianchi', 'ada@example.it', 'admin' from tenants;
  insert into calendars (tenant_id, id, name, "from") overriding system value
    select t.id, c, 'Sala ' || c, '2026-01-01' from tenants t, generate_series(1, 2) c;
  insert into days_off (tenant_id, calendar_id, day_from, hour_from, day_to, hour_to, reason, group_id, of_all, deleted_at)
    select t.id, c, date '${FIRST}' + n * 9 + t.id::int + c, '00:00' + n * interval '37 minutes',
      date '${FIRST}' + n * 9 + t.id::int + c + n % 3, '23:59', 'Ferie ' || n,
      case when n % 2 = 0 then md5(n::text)::uuid end, n % 2 = 0, case when n = 3 then now() end
    from tenants t, generate_series(1, 2) c, generate_series(0, 11) n;
  insert into special_openings (tenant_id, calendar_id, day, hour_from, hour_to, reason, idempotency_key, deleted_at)
    select t.id, c, date '${FIRST}' + n * 5 + c, '18:00' - n * interval '20 minutes', case when n % 4 = 0 then time '00:00' else '20:30' end,
      '', 'key ' || c || n, case when n = 5 then now() end
    from tenants t, generate_series(1, 2) c, generate_series(0, 20) n;
  insert into changed_hours (tenant_id, calendar_id, day_from, day_to, windows, reason, idempotency_key, version, deleted_at)
    select t.id, c, date '${FIRST}' + n * 14 + c, date '${FIRST}' + n * 14 + c + 4,
      jsonb_build_array(jsonb_build_object('weekdays', jsonb_build_array(1, n % 7 + 1), 'from', '07:00', 'to', '21:00')),
      'Corso', case when n = 0 then 'key ' || c || n end, 3, case when n = 2 then now() end
    from tenants t, generate_series(1, 2) c, generate_series(0, 7) n;
  insert into audit_entries (tenant_id, happened_at, actor, action, subject_type, subject_id)
    select tenant_id, now(), reason, 'closure.created', 'closure', id from days_off
    union all select tenant_id, now(), day::text, 'special_opening.created', 'special_opening', id from special_openings
    union all select tenant_id, now(), day_from::text, 'changed_hours.created', 'changed_hours', id from changed_hours;`

const NINE_TO_FIVE = mergeWeekdayTimes([
  { weekdays: [1, 2, 3, 4, 5], from: parsePlainTime('09:00'), to: parsePlainTime('17:00') },
])

/** The open minutes of each calendar and day by the three former tables, minute by minute. */
async function searchOpenMinutes(tenantId: number) {
  const read = async (table: string) =>
    (await owner.query(`select * from ${table} where tenant_id = $1 and deleted_at is null`, [tenantId])).rows
  const [closures, openings, changes] = [
    await read('days_off'),
    await read('special_openings'),
    await read('changed_hours'),
  ]
  const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const end = (time: string) => minute(time) || 1440
  return everyDay((calendarId, date) => {
    const onCalendar = (rows: typeof closures) => rows.filter((row) => row.calendar_id === calendarId)
    const changed = onCalendar(changes).find(({ day_from, day_to }) => day_from <= date && date <= day_to)
    const replaced: { weekdays: number[]; from: string; to: string }[] | undefined = changed?.windows
    const windows = replaced
      ? replaced.filter(({ weekdays }) => weekdays.includes(isoWeekday(date)))
      : NINE_TO_FIVE[isoWeekday(date) - 1]!.map(() => ({ from: '09:00', to: '17:00' }))
    const added = onCalendar(openings).filter(({ day }) => day === date)
    return Array.from({ length: 1440 }, (_, at) => at).filter((at) => {
      const moment = `${date} ${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
      const isOpen =
        windows.some(({ from, to }) => minute(from) <= at && at < end(to)) ||
        added.some(({ hour_from, hour_to }) => minute(hour_from) <= at && at < end(hour_to))
      return (
        isOpen &&
        !onCalendar(closures).some(
          (c) => `${c.day_from} ${c.hour_from}` <= `${moment}:00` && moment <= `${c.day_to} ${c.hour_to}`,
        )
      )
    }).length
  })
}

function everyDay<T>(value: (calendarId: number, date: PlainDate) => T) {
  const days = Array.from({ length: DAYS }, (_, i) => addDays(FIRST, i))
  return [1, 2].flatMap((id) => days.map((date) => [id, date, value(id, date)] as const))
}

async function readOpenMinutes(tenantId: number, week: OpeningWeek) {
  const ctx = { db: tenantDatabase(app, tenantId), tenant: { id: tenantId }, now: NOW } as Context
  const exceptions = await listExceptions(ctx, { from: FIRST })
  const openHours = new Map(
    [1, 2].map((id) => [id, openHoursByDay({ from: FIRST, week, exceptions: exceptions.get(id) ?? [] })]),
  )
  return everyDay((id, date) => openHours.get(id)!(date).reduce((sum, { from, to }) => sum + to - from, 0))
}

test('closures, special openings and changed hours of an earlier version keep their hours, audit entries and keys', async () => {
  const all = await listMigrations()
  await migrate(owner, Object.fromEntries(Object.entries(all).filter(([name]) => name < '0043')))
  await owner.query(POPULATED)
  const before = [await searchOpenMinutes(1), await searchOpenMinutes(2)]
  const closureIds = (await owner.query('select tenant_id, id from days_off order by tenant_id, id')).rows
  const { rows: ids } = await owner.query<{ id: number }>(
    'select id from special_openings union select id from changed_hours',
  )

  await migrate(owner)

  expect([await readOpenMinutes(1, NINE_TO_FIVE), await readOpenMinutes(2, NINE_TO_FIVE)]).toEqual(before)
  expect(new Set(before.flat().map(([, , minutes]) => minutes)).size).toBeGreaterThan(15)

  const exceptions = (await owner.query(`select * from calendar_exceptions order by tenant_id, id`)).rows
  const ofKind = (kind: string) => exceptions.filter((exception) => exception.kind === kind)
  expect(ofKind('closure').map(({ tenant_id, id }) => ({ tenant_id, id }))).toEqual(closureIds)
  expect(exceptions.filter(({ deleted_at }) => deleted_at)).toHaveLength(12)
  const oldIds = new Set(ids.map(({ id }) => id))
  expect([...ofKind('special_opening'), ...ofKind('changed_hours')].filter(({ id }) => oldIds.has(id))).toEqual([])
  const { rows: audited } = await owner.query(
    `select count(*)::int as entries from audit_entries a
     join calendar_exceptions e on e.tenant_id = a.tenant_id and e.id = a.subject_id and e.kind = a.subject_type
       and a.actor = case e.kind when 'closure' then e.reason else e.day_from::text end`,
  )
  expect(audited).toEqual([{ entries: exceptions.length }])
  expect(ofKind('special_opening').every(({ idempotency_key }) => idempotency_key)).toBe(true)
  expect(ofKind('changed_hours').filter(({ idempotency_key }) => idempotency_key)).toEqual([])
})

test('processes of the last release go on writing the former tables', async () => {
  const db = tenantDatabase(app, 1)
  const write = async (text: string) => {
    const { rows } = await sql.raw<{ id: number }>(text).execute(db)
    return rows[0]!
  }
  const closure = await write(
    `insert into days_off (tenant_id, calendar_id, day_from, hour_from, day_to, hour_to, reason)
     values (1, 1, '2027-06-02', '00:00', '2027-06-02', '23:59', 'Festa') returning id`,
  )
  const upsert = (hour: string) =>
    write(
      `insert into special_openings (tenant_id, calendar_id, day, hour_from, hour_to, reason, idempotency_key)
       values (1, 1, '2027-06-03', '${hour}', '20:00', '', 'x')
       on conflict (tenant_id, idempotency_key) do update set hour_from = excluded.hour_from returning id, version`,
    )
  const opening = await upsert('18:00')
  expect(await upsert('19:00')).toEqual({ id: opening.id, version: 2 })
  await write(`update special_openings set day = '2027-06-04' where tenant_id = 1 and id = ${opening.id} returning id`)
  const hours = await write(
    `insert into changed_hours (tenant_id, calendar_id, day_from, day_to, windows, reason)
     values (1, 1, '2027-06-07', '2027-06-11', '[]', '') returning id`,
  )
  const { rows } = await owner.query(
    'select id, kind, day_from, day_to from calendar_exceptions where id = any($1) order by id',
    [[closure.id, opening.id, hours.id]],
  )
  expect(rows).toEqual([
    { id: closure.id, kind: 'closure', day_from: '2027-06-02', day_to: '2027-06-02' },
    { id: opening.id, kind: 'special_opening', day_from: '2027-06-04', day_to: '2027-06-04' },
    { id: hours.id, kind: 'changed_hours', day_from: '2027-06-07', day_to: '2027-06-11' },
  ])
})

test.each([
  ['a closure without hours', `'closure', '2027-06-02', null, '2027-06-02', null, null`],
  ['an inverted closure', `'closure', '2027-06-02', '10:00', '2027-06-02', '09:00', null`],
  ['changed hours with an hour', `'changed_hours', '2027-06-02', '10:00', '2027-06-02', null, '[]'`],
  ['changed hours without windows', `'changed_hours', '2027-06-02', null, '2027-06-02', null, null`],
  ['an unknown kind', `'pause', '2027-06-02', '10:00', '2027-06-02', '11:00', null`],
])('the table refuses %s', async (_, values) => {
  const insert = owner.query(
    `insert into calendar_exceptions
       (tenant_id, calendar_id, reason, kind, day_from, hour_from, day_to, hour_to, windows) values (1, 1, '', ${values})`,
  )
  await expect(insert).rejects.toMatchObject({ code: '23514' })
})
