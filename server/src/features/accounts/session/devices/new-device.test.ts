import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { transaction } from '../../../../tenants/context.ts'
import { insertNewDeviceLogIn } from './new-device.repository.ts'
import { makeDeviceLink } from './report-new-device.ts'

const server = await sharedServer()
let here: TestTenant
let userId: number
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  const user = await here.newUser({ email: 'ada@salone.it', password_hash: PASSWORD_HASH, created_at: NOW.toString() })
  userId = user.id
})

const logIn = (device: string | undefined, remoteAddress = '10.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: here.domain, ...(device && { 'device-id': device.padStart(32, '0') }) },
    remoteAddress,
    payload: { email: 'ada@salone.it', password: PASSWORD },
  })

/** The number of e-mails about new devices. */
async function countEmails() {
  const { rows } = await server.owner.query(
    `select count(*)::int as emails from messages where tenant_id = $1 and kind = 'new-device'`,
    [here.id],
  )
  return rows[0].emails
}

const deviceLink = async () => {
  const path = await transaction(here.ctx(), async (ctx) => {
    const caller = { address: '', userAgent: '', site: { domain: '', origins: [] } }
    return makeDeviceLink(ctx, { id: await insertNewDeviceLogIn(ctx, userId, caller), user_id: userId })
  })
  return path.replace('/not_me#', '')
}

test('a log-in on a new device sends one e-mail, the first ever and those on known devices none', async () => {
  await logIn('a')
  await logIn('a', '10.0.0.2')
  expect(await countEmails()).toBe(0)

  await logIn('b')
  await logIn('b')

  expect(await countEmails()).toBe(1)
})

test('without an identifier of the browser the network address tells devices apart', async () => {
  await logIn(undefined)
  await logIn(undefined)
  expect(await countEmails()).toBe(0)
  await logIn(undefined, '10.0.0.2')
  expect(await countEmails()).toBe(1)
})

test('a log-in after the known devices have expired sends an e-mail', async () => {
  await logIn('a')
  server.clock.now = NOW.add({ hours: 24 * 91 })
  await server.owner.query('delete from known_devices where tenant_id = $1', [here.id])
  await logIn('b')
  expect(await countEmails()).toBe(1)
})

test('many new devices send at most five e-mails a day, also when they log in concurrently', async () => {
  await logIn('a')
  const answers = await Promise.all(Array.from({ length: 7 }, (_, i) => logIn(`b${i}`)))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(await countEmails()).toBe(5)
})

test('the link ends all sessions and the password once, and leads to a new password', async () => {
  const thief = here.withToken((await logIn('b')).json().access_token)
  const token = await deviceLink()
  expect((await here.post('/client/device-link', { token })).json()).toEqual({ email: 'ada@salone.it' })
  expect((await thief.get('/user/userInfo')).statusCode).toBe(200)

  const answer = await here.post('/client/lock-out-intruder', { token })

  expect(answer.statusCode).toBe(200)
  expect((await thief.get('/user/userInfo')).statusCode).toBe(401)
  expect((await logIn('b')).statusCode).toBe(401)
  const again = await here.post('/client/lock-out-intruder', { token })
  expect(again.statusCode).toBe(404)
  expect(again.json().detail).toBe('Il link non è più valido: è scaduto oppure è già stato usato.')

  const [, link] = answer.json().path.split('#')
  const passwords = { new_password: 'Forbici-4812!', confirm_password: 'Forbici-4812!' }
  expect((await here.post('/client/set-password', { token: link, ...passwords })).statusCode).toBe(200)
})

test('the link expires after a week and is invalid at another business', async () => {
  const token = await deviceLink()
  const elsewhere = await server.newTenant()
  expect((await elsewhere.post('/client/lock-out-intruder', { token })).statusCode).toBe(404)
  server.clock.now = NOW.add({ hours: 24 * 7 })
  expect((await here.post('/client/lock-out-intruder', { token })).statusCode).toBe(404)
})
