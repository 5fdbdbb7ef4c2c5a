import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
let calendar_id: number
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  editor = await here.as('editor')
  calendar_id = (await here.newCalendar()).id
})

const hours = { hour_from: '09:00', hour_to: '11:00' }
const windows = [{ weekdays: [1], from: '14:00', to: '20:00' }]

/** A body for the path of each kind of exception. */
const KINDS = {
  '/days_off': { ...hours, day_from: '2026-12-07', day_to: '2026-12-07', reason: 'Ferie' },
  '/special-openings': { ...hours, day: '2026-12-06', reason: '' },
  '/changed-hours': { windows, day_from: '2026-12-07', day_to: '2026-12-11', reason: '' },
}
const paths = Object.keys(KINDS) as (keyof typeof KINDS)[]

const add = (path: keyof typeof KINDS, key?: string) =>
  editor.post(path, { ...KINDS[path], calendar_id }, key ? { 'idempotency-key': key } : {})

test.each(paths)('an exception of %s is not found under the paths of other kinds', async (path) => {
  const { id } = (await add(path)).json()

  for (const other of paths.filter((other) => other !== path)) {
    expect((await editor.put(`${other}/${id}`, { ...KINDS[other], calendar_id })).statusCode).toBe(404)
    expect((await editor.delete(`${other}/${id}`)).statusCode).toBe(404)
  }
  await editor.delete(`${path}/${id}`)
  for (const other of paths.filter((other) => other !== path))
    expect((await editor.post(`${other}/${id}/restore`, undefined)).statusCode).toBe(404)
  expect((await editor.post(`${path}/${id}/restore`, undefined)).statusCode).toBe(200)
})

test('an idempotency key belongs to one exception of any kind until that is deleted', async () => {
  for (const [i, path] of paths.entries()) {
    const other = paths[(i + 1) % paths.length]!
    const { id } = (await add(path, `key-${i}`)).json()

    expect((await add(other, `key-${i}`)).statusCode).toBe(409)
    await editor.delete(`${path}/${id}`)
    const added = await add(other, `key-${i}`)
    expect(added.statusCode).toBe(201)
    await editor.delete(`${other}/${added.json().id}`)
  }
})
