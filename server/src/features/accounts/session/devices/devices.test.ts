import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

const server = await sharedServer()
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})

const ada = () => here.newUser({ email: 'ada@salone.it', role: 'operator', password_hash: PASSWORD_HASH })

async function logIn(remoteAddress: string, userAgent: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: here.domain, 'user-agent': userAgent },
    remoteAddress,
    payload: { email: 'ada@salone.it', password: PASSWORD },
  })
  return here.withToken(answer.json().access_token)
}

test('lists the sessions of the user with browser, address and times', async () => {
  await ada()
  const first = await logIn('203.0.113.7', FIREFOX)
  server.clock.now = NOW.add({ minutes: 5 })
  await logIn('192.168.1.4', 'x'.repeat(1000))

  const sessions = (await first.get('/sessions')).json()

  expect(sessions).toHaveLength(2)
  const current = sessions.find(({ is_current }: { is_current: boolean }) => is_current)
  expect(current).toMatchObject({ device: 'Firefox su Linux', place: '203.0.113.7' })
  expect(current.created_at).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)
  expect(sessions.find(({ is_current }: { is_current: boolean }) => !is_current)).toMatchObject({
    device: 'Programma sconosciuto',
    place: 'Rete locale (192.168.1.4)',
  })
  expect(JSON.stringify(sessions)).not.toContain('token')
})

test('lists neither expired sessions nor those of others', async () => {
  const { id } = await ada()
  await here.newSession(id, { created: NOW.subtract({ hours: 12 }) })
  await here.as('admin')
  const only = here.withToken(await here.newSession(id))
  expect((await only.get('/sessions')).json()).toHaveLength(1)
})

test('ends a session, whose token is refused at once', async () => {
  await ada()
  const lost = await logIn('203.0.113.7', FIREFOX)
  expect((await lost.get('/user/userInfo')).statusCode).toBe(200)
  const user = await logIn('203.0.113.8', FIREFOX)
  const { id } = (await user.get('/sessions')).json().find(({ is_current }: { is_current: boolean }) => !is_current)

  expect((await user.delete(`/sessions/${id}`)).statusCode).toBe(204)

  expect((await lost.get('/user/userInfo')).statusCode).toBe(401)
  expect((await user.get('/user/userInfo')).statusCode).toBe(200)
  const again = await user.delete(`/sessions/${id}`)
  expect(again.statusCode).toBe(404)
  expect(again.json().detail).toBe('Questo dispositivo è già stato scollegato.')
})

test('does not end sessions of another user or another business', async () => {
  await ada()
  const user = await logIn('203.0.113.7', FIREFOX)
  const colleague = await here.as('admin')
  const [theirs] = (await colleague.get('/sessions')).json()
  const stranger = await (await server.newTenant()).as('admin')

  expect((await user.delete(`/sessions/${theirs.id}`)).statusCode).toBe(404)
  expect((await stranger.delete(`/sessions/${theirs.id}`)).statusCode).toBe(404)

  expect((await colleague.get('/user/userInfo')).statusCode).toBe(200)
})

test('ends all other sessions, and records how many', async () => {
  const { id } = await ada()
  const others = await Promise.all(Array.from({ length: 3 }, () => here.newSession(id)))
  const user = await logIn('203.0.113.7', FIREFOX)
  const colleague = await here.as('admin')

  expect((await user.delete('/sessions')).statusCode).toBe(204)

  expect((await user.get('/sessions')).json()).toHaveLength(1)
  for (const token of others) expect((await here.withToken(token).get('/user/userInfo')).statusCode).toBe(401)
  expect((await colleague.get('/user/userInfo')).statusCode).toBe(200)
  const { rows } = await server.owner.query(
    `select after from audit_entries where tenant_id = $1 and action = 'session.ended'`,
    [here.id],
  )
  expect(rows).toEqual([{ after: { sessions: 3 } }])
})
