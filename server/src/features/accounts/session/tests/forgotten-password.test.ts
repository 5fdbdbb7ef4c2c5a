import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { makePasswordLink } from '../passwords/make-password-link.ts'

const server = await sharedServer()
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})

const ask = (email: string, remoteAddress = '10.0.0.1', device?: string) => {
  // Two requests of a person never arrive in the same instant.
  server.clock.now = server.clock.now.add({ seconds: 1 })
  return server.app.inject({
    method: 'POST',
    url: '/api/client/forgot-password',
    headers: { host: here.domain, ...(device && { 'device-id': device }) },
    remoteAddress,
    payload: { email },
  })
}

const anna = (row: object = {}) => here.newUser({ email: 'Anna@salone.it', ...row })

/** The ids of the users to whom messages are queued, in order. */
async function addressees() {
  const messages = await here.db.selectFrom('messages').select('record_id').orderBy('id').execute()
  return messages.map(({ record_id }) => record_id)
}

test('a user who forgot the password gets an e-mail, even before the first log-in, and stays logged in', async () => {
  const [user, invited] = [await anna({ password_hash: 'x' }), await anna({ email: 'ugo@salone.it' })]
  const session = await here.newSession(user.id)

  const answers = [await ask(' anna@SALONE.it '), await ask('ugo@salone.it')]

  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [204, ''],
    [204, ''],
  ])
  expect(await addressees()).toEqual([user.id, invited.id])
  expect((await here.withToken(session).get('/user/userInfo')).statusCode).toBe(200)
})

test('unknown, disabled and deleted users get the same response and no e-mail, and no counter contains an address', {
  tags: ['10.4'],
}, async () => {
  await anna({ email: 'off@salone.it', is_disabled: true })
  await anna({ email: 'gone@salone.it', deleted_at: NOW.toString() })
  const user = await anna()
  const right = await ask('anna@salone.it')

  for (const email of ['off@salone.it', 'gone@salone.it', 'nobody@salone.it']) {
    const answer = await ask(email)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect({ ...answer.headers, date: '' }).toEqual({ ...right.headers, date: '' })
  }
  const { rows } = await server.owner.query("select key from system.rate_limits where key like '%salone.it%'")
  expect(rows).toEqual([])
  // Every request queues a message, so that timing reveals nothing; user 0 does not exist.
  expect(await addressees()).toEqual([user.id, 0, 0, 0])
})

test('an account gets three e-mails in 15 minutes, and the response does not reveal the limit', async () => {
  const { id } = await anna()
  const answers = []
  for (let i = 0; i < 4; i++) answers.push((await ask('anna@salone.it', `10.0.1.${i}`)).statusCode)

  expect(answers).toEqual(Array(4).fill(204))
  expect(await addressees()).toEqual([id, id, id])
})

test('an account gets ten e-mails a day', async () => {
  const { id } = await anna()
  await setPoints(server, { [`link-day:${here.id}/${id}`]: 8 })
  for (let i = 0; i < 3; i++) await ask('anna@salone.it', `10.1.0.${i}`)
  expect(await addressees()).toEqual([id, id])
})

test('a known device gets a link, however many links unknown devices have requested', {
  tags: ['12.7'],
}, async () => {
  const { id } = await anna({ password_hash: PASSWORD_HASH })
  const device = 'd'.repeat(32)
  const headers = { 'device-id': device }
  expect((await here.post('/login', { email: 'anna@salone.it', password: PASSWORD }, headers)).statusCode).toBe(200)
  for (let i = 0; i < 11; i++) await ask('anna@salone.it', '10.0.4.1')
  expect((await ask('anna@salone.it', '10.0.4.1')).statusCode).toBe(429)
  expect(await addressees()).toHaveLength(3)

  expect((await ask('anna@salone.it', '10.0.4.1', device)).statusCode).toBe(204)

  expect(await addressees()).toEqual(Array(4).fill(id))
  for (let i = 0; i < 5; i++) await ask('anna@salone.it', '10.0.4.1', device)
  expect(await addressees()).toHaveLength(6)
})

test('using a link resets the limit of e-mails', async () => {
  const { id } = await anna()
  for (let i = 0; i < 4; i++) await ask('anna@salone.it')
  expect(await addressees()).toHaveLength(3)
  const [, token] = (await makePasswordLink(here.ctx(), id, { isMailed: true }))!.split('#')
  const passwords = { new_password: 'Nuova-2026!', confirm_password: 'Nuova-2026!' }
  expect((await here.post('/client/set-password', { token, ...passwords })).statusCode).toBe(200)

  await ask('anna@salone.it')

  expect(await addressees()).toHaveLength(4)
})

test('a network address may request ten links in 15 minutes, for any account', async () => {
  await setPoints(server, { [`link-address:${here.id}/10.0.2.1`]: 9 })
  const answers = [await ask('u0@salone.it', '10.0.2.1'), await ask('u1@salone.it', '10.0.2.1')]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 429])
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('u0@salone.it', '10.0.2.2')).statusCode).toBe(204)
})

test('an invalid address is rejected at its field', async () => {
  const answer = await ask('anna@')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([{ path: 'email', message: 'Inserisci un’email valida.' }])
})

test('counters of one business that are locked do not delay a log-in at another', async () => {
  const elsewhere = await server.newTenant()
  await elsewhere.newUser({ email: 'lia@salone.it', password_hash: PASSWORD_HASH })
  await ask('nobody@salone.it')
  const holder = await server.owner.connect()
  try {
    await holder.query('begin')
    await holder.query(`select from system.rate_limits where key like 'link-address:' || $1 || '/%' for update`, [
      here.id,
    ])
    const blocked = Array.from({ length: 6 }, () => ask('nobody@salone.it'))
    let ended = 0
    for (const answer of blocked) answer.then(() => (ended += 1))
    await expect.poll(() => countLockWaits(server.owner)).toBeGreaterThan(0)

    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: elsewhere.domain },
      payload: { email: 'lia@salone.it', password: PASSWORD },
    })

    expect(answer.statusCode).toBe(200)
    // Each waits for three seconds.
    expect(ended).toBeLessThan(3)
    await holder.query('rollback')
    await Promise.all(blocked)
  } finally {
    holder.release(true)
  }
})
