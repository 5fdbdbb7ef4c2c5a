import { countStatements } from '@prenoto/test-support/database/count-queries.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterEach, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
/** On the same database, without jobs whose statements would be counted. */
const second = await sharedServer({ url: server.url })
afterEach(() => {
  server.clock.now = NOW
})

const PATH = '/dashboard/unusual-bookings'

/** Statements of a cancellation, whatever its size: with the session, begin and commit. */
const FEW_STATEMENTS = 20

/** A business with a service, and new customers who have just booked it: eight a day from Monday on. */
async function aBurst(count: number, people = '') {
  const here = await server.newTenant()
  const service = await here.newService()
  await server.owner.query(
    `with made as (
       insert into customers (tenant_id, identity, name, surname, email, telephone)
       select $1::bigint, $4 || i, 'Mario', 'Rossi ' || i, $4 || i || '@example.it', '333' || i
       from generate_series(1, $5::int) i returning id, name, surname, email, telephone
     ), visits as (
       select *, '2026-11-23'::date + ((row_number() over (order by id) - 1) / 8)::int as day,
         (array['09:00','10:00','11:00','12:00','15:00','16:00','17:00','18:00'])
           [1 + (row_number() over (order by id) - 1) % 8]::time as hour
       from made
     )
     insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
       service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
     select $1, gen_random_uuid(), id, $2, $3, 'Taglio', 60, 25, name, surname, email, telephone, day, hour,
       (day + hour) at time zone 'Europe/Rome', (day + hour) at time zone 'Europe/Rome' + interval '1 hour'
     from visits order by id`,
    [here.id, service.calendar_id, service.id, `mario${people}`, count],
  )
  return { ...here, service, editor: await here.as('editor') }
}

/** The same user at the second server. */
const atSecond = ({ domain }: TestTenant, { token }: { token: string }) =>
  second.visit(domain, { authorization: `Bearer ${token}` })

type Staff = Pick<TestTenant, 'get' | 'post'>
type Listed = { id: number; surname: string; visit_day: string; visit_hour: string }

const listUnusual = async (staff: Staff): Promise<Listed[]> => (await staff.get(PATH)).json().bookings
const listIds = async (staff: Staff) => (await listUnusual(staff)).map(({ id }) => id)
const cancel = (staff: Staff, ids: number[]) => staff.post(`${PATH}/cancel`, { ids })
const restore = (staff: Staff, ids: number[]) => staff.post(`${PATH}/restore`, { ids })
const shownCount = async (staff: Staff) => (await staff.get('/dashboard/summary')).json().unusual_bookings

const listBursts = (here: TestTenant) =>
  here.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('action', 'like', 'bookings.burst%')
    .orderBy('id')
    .execute()

const listTitles = async (here: TestTenant) => {
  const rows = await here.db.selectFrom('notifications').select('title').distinct().execute()
  return rows.map(({ title }) => title)
}

test('editors see the bookings of a burst by visit time, and nothing outside a burst', async () => {
  const [here, elsewhere] = [await aBurst(22), await aBurst(19)]
  const operator = await here.as('operator')
  const earlierBooking = await here.book(here.service.id, { visit_day: '2026-11-27' })
  await server.owner.query(`update bookings set created_at = now() - interval '3 hours' where id = $1`, [
    earlierBooking.json().id,
  ])
  await here.book(here.service.id, { visit_day: '2026-11-27', visit_hour: '10:00' })

  const bookings = await listUnusual(here.editor)

  expect(bookings).toHaveLength(22)
  expect(bookings[0]).toEqual({
    id: expect.any(Number),
    name: 'Mario',
    surname: 'Rossi 1',
    service_name: 'Taglio',
    service_duration: 60,
    calendar_name: '',
    visit_day: '2026-11-23',
    visit_hour: '09:00:00',
  })
  expect(await shownCount(here.editor)).toBe(22)
  expect(await shownCount(operator)).toBe(0)
  const refused = [operator.get(PATH), cancel(operator, [1]), restore(operator, [1])]
  expect((await Promise.all(refused)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect([await listUnusual(elsewhere.editor), await shownCount(elsewhere.editor)]).toEqual([[], 0])
})

test('the dashboard of a quiet business takes no statement more', async () => {
  const [quiet, burst] = [await aBurst(19), await aBurst(20)]
  const operator = await burst.as('operator')
  const [atQuiet, byOperator, atBurst] = [
    atSecond(quiet, quiet.editor),
    atSecond(burst, operator),
    atSecond(burst, burst.editor),
  ]
  const countListStatements = (staff: Staff) => countStatements(second, () => shownCount(staff))
  for (const staff of [atQuiet, byOperator, atBurst]) await countListStatements(staff)

  const normal = await countListStatements(atQuiet)

  expect(await countListStatements(byOperator)).toBe(normal)
  expect(await countListStatements(atBurst)).toBeGreaterThan(normal)
})

test('two people cancel a burst at once: each booking once, audited once, and nobody is written to', async () => {
  const here = await aBurst(24)
  const colleague = await here.as('admin')
  const entry = await here.newWaitingListEntry({ service_id: here.service.id, email: 'attesa@example.it' })
  const all = await listIds(here.editor)
  const [real, ...seen] = all as [number, ...number[]]
  await here.book(here.service.id, { visit_day: '2026-11-28' })

  const answers = await Promise.all([cancel(here.editor, seen), cancel(colleague, seen)])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const cancelled = answers.map((answer) => answer.json().cancelled.length as number)
  expect(cancelled.sort()).toEqual([0, 23])
  expect(await listBursts(here)).toEqual([{ action: 'bookings.burst_cancelled', after: { bookings: 23 } }])
  const remainingBookings = await here.db.selectFrom('bookings').select('id').where('deleted_at', 'is', null).execute()
  expect(remainingBookings.map(({ id }) => id)).toEqual([real, expect.any(Number)])
  expect([await listUnusual(here.editor), await shownCount(here.editor)]).toEqual([[], 0])
  expect((await here.book(here.service.id, { visit_hour: '10:00' })).statusCode).toBe(409)

  await endUndoTime(server)
  await waitForJobs(server, here, { dueOnly: true })

  const messages = await here.db.selectFrom('messages').select(['kind', 'record_id']).execute()
  expect(messages.filter(({ record_id, kind }) => seen.includes(record_id) && kind !== 'waiting-offer')).toEqual([])
  expect(messages.map(({ kind }) => kind).sort()).toEqual(['confirmation', 'new-booking', 'waiting-offer'])
  expect(await listTitles(here)).not.toContain('Prenotazione disdetta')
  const offers = here.db.selectFrom('slot_holds').select('entry_id').where('entry_id', 'is not', null)
  expect(await offers.execute()).toEqual([{ entry_id: entry.id }])
  expect((await here.book(here.service.id, { visit_day: '2026-11-24', visit_hour: '10:00' })).statusCode).toBe(201)
  expect((await restore(here.editor, seen)).statusCode).toBe(409)
})

test('a cancelled burst is restored within the undo time, and once', async () => {
  const here = await aBurst(20)
  const seen = await listIds(here.editor)
  await cancel(here.editor, seen)

  const answers = await Promise.all([restore(here.editor, seen), restore(here.editor, seen)])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  expect(await listIds(here.editor)).toEqual(seen)
  expect((await listBursts(here)).map(({ action }) => action)).toEqual([
    'bookings.burst_cancelled',
    'bookings.burst_restored',
  ])
  await endUndoTime(server)
  await waitForJobs(server, here)
  expect(await listIds(here.editor)).toEqual(seen)
  expect(await here.db.selectFrom('messages').select('kind').execute()).toEqual([])
})

test('skips bookings that are not unusual, and those of another business', async () => {
  const [here, elsewhere] = [await aBurst(22), await aBurst(22, 'altro')]
  const seen = await listIds(here.editor)
  const staff = await here.editor.post('/bookings/create', {
    ...aBooking,
    service_id: here.service.id,
    visit_day: '2026-11-28',
  })
  const [first, second, ...others] = seen as [number, number, ...number[]]
  await here.editor.delete(`/bookings/delete/${first}`)
  await server.owner.query(`update bookings set created_at = now() - interval '3 hours' where id = $1`, [second])

  const named = [...seen, staff.json().id, ...(await listIds(elsewhere.editor))]
  expect((await cancel(here.editor, named)).json().cancelled.sort()).toEqual(others)

  expect(await shownCount(elsewhere.editor)).toBe(22)
  expect((await cancel(elsewhere.editor, seen)).json()).toEqual({ cancelled: [] })
  expect((await restore(elsewhere.editor, seen)).statusCode).toBe(404)
  const quiet = await aBurst(19)
  const rows = await quiet.db.selectFrom('bookings').select('id').execute()
  expect(
    (
      await cancel(
        quiet.editor,
        rows.map(({ id }) => id),
      )
    ).json(),
  ).toEqual({ cancelled: [] })
})

test('cancels many bookings in a few statements, also an hour after they were made', async () => {
  const here = await aBurst(60)
  const seen = await listIds(here.editor)
  expect(seen).toHaveLength(60)
  await server.owner.query(`update bookings set created_at = now() - interval '90 minutes' where tenant_id = $1`, [
    here.id,
  ])
  expect(await listUnusual(here.editor)).toEqual([])

  const statements = await countStatements(second, async () => {
    expect((await cancel(atSecond(here, here.editor), seen)).json().cancelled).toHaveLength(60)
  })

  expect(statements).toBeLessThanOrEqual(FEW_STATEMENTS)
  expect((await restore(here.editor, seen)).statusCode).toBe(204)
})
