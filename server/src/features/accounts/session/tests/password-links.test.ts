import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { makePasswordLink } from '../passwords/make-password-link.ts'

const server = await sharedServer()
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})

const anna = (row: object = {}) =>
  here.newUser({ name: 'Anna', surname: 'Neri', email: 'anna@salone.it', password_hash: null, ...row })

async function newLinkKey(userId: number, tenant = here) {
  const path = await makePasswordLink(tenant.ctx(), userId, { isMailed: true })
  return /^\/set_password#([\w-]{43})$/.exec(path!)![1]!
}

const PASSWORD = 'Nuova-2026!'

const set = (token: string, remoteAddress = '10.0.0.1', tenant = here, password = PASSWORD) =>
  server.app.inject({
    method: 'POST',
    url: '/api/client/set-password',
    headers: { host: tenant.domain },
    remoteAddress,
    payload: { token, new_password: password, confirm_password: password },
  })

const look = (token: string, remoteAddress = '10.0.0.1', tenant = here) =>
  server.app.inject({
    method: 'POST',
    url: '/api/client/password-link',
    headers: { host: tenant.domain },
    remoteAddress,
    payload: { token },
  })

const logIn = (password: string) => here.post('/login', { email: 'anna@salone.it', password })

const VOID = 'Il link non è più valido: è scaduto oppure è già stato usato.'

const isInvalid = async (token: string, tenant = here) => {
  const answers = [await look(token, '10.0.0.1', tenant), await set(token, '10.0.0.1', tenant)]
  return answers.every((answer) => answer.statusCode === 404 && answer.json().detail === VOID)
}

describe('a password link', () => {
  test('sets a password and logs the user in', async () => {
    const { id } = await anna()
    const token = await newLinkKey(id)

    expect((await look(token)).json()).toEqual({ name: 'Anna', email: 'anna@salone.it' })
    const answer = await set(token)

    expect(answer.statusCode).toBe(200)
    const info = await here.withToken(answer.json().access_token).get('/user/userInfo')
    expect(info.json()).toMatchObject({ id, email: 'anna@salone.it' })
    expect((await logIn(PASSWORD)).statusCode).toBe(200)
  })

  test('ends every other session and invalidates the previous password', async () => {
    const { id } = await anna()
    await set(await newLinkKey(id), '10.0.0.1', here, 'Vecchia-2026!')
    const session = await here.newSession(id)

    await set(await newLinkKey(id))

    expect((await here.withToken(session).get('/user/userInfo')).statusCode).toBe(401)
    expect((await logIn('Vecchia-2026!')).statusCode).toBe(401)
  })

  test('can be opened repeatedly until a password is set, also while log-in attempts are used up', async () => {
    const { id } = await anna()
    await setPoints(server, { [`log-in-day:${here.id}/${id}`]: 100 })
    expect((await logIn('guess')).statusCode).toBe(429)
    const token = await newLinkKey(id)
    for (let i = 0; i < 3; i++) expect((await look(token)).statusCode).toBe(200)
    expect((await set(token)).statusCode).toBe(200)
  })

  test('requires a strong password, typed twice', { tags: ['12.9'] }, async () => {
    const token = await newLinkKey((await anna()).id)
    const body = { token, new_password: 'debole', confirm_password: 'altra' }
    const common = { token, new_password: 'P@ssw0rd', confirm_password: 'P@ssw0rd' }
    expect((await here.post('/client/set-password', common)).json().errors).toEqual([
      { path: 'new_password', message: expect.stringMatching(/^Questa password è tra le più usate/) },
    ])

    const answer = await here.post('/client/set-password', body)

    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([
      { path: 'new_password', message: expect.stringContaining('almeno 8 caratteri') },
      { path: 'confirm_password', message: 'Le password non coincidono' },
    ])
    expect((await here.post('/client/set-password', { ...body, new_password: '' })).json().errors[0]).toEqual({
      path: 'new_password',
      message: 'La password è obbligatoria.',
    })
    expect((await set(token)).statusCode).toBe(200)
  })
})

describe('a link is invalid', () => {
  test('for the second of two concurrent uses and afterwards', { tags: ['10.1'] }, async () => {
    const { id } = await anna()
    for (let round = 0; round < 2; round++) {
      const token = await newLinkKey(id)
      const answers = await Promise.all([set(token, '10.0.1.1'), set(token, '10.0.1.2')])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
      expect(await isInvalid(token)).toBe(true)
    }
  })

  test('for the second of two links used concurrently, and the password is one of the two', async () => {
    const { id } = await anna()
    const tokens = [await newLinkKey(id), await newLinkKey(id)]
    const passwords = ['Prima-2026!', 'Seconda-2026!']

    const answers = await Promise.all(tokens.map((token, i) => set(token, `10.0.2.${i}`, here, passwords[i])))

    const won = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect((await logIn(passwords[won]!)).statusCode).toBe(200)
    expect(await here.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()).toHaveLength(2)
  })

  test('after a day but not before', { tags: ['10.1'] }, async () => {
    const token = await newLinkKey((await anna()).id)
    server.clock.now = NOW.add({ hours: 24 }).subtract({ seconds: 1 })
    expect((await look(token)).statusCode).toBe(200)
    server.clock.now = NOW.add({ hours: 24 })
    expect(await isInvalid(token)).toBe(true)
  })

  test('at another tenant', async () => {
    const elsewhere = await server.newTenant()
    const token = await newLinkKey((await anna()).id)
    expect(await isInvalid(token, elsewhere)).toBe(true)
    expect((await set(token)).statusCode).toBe(200)
  })

  const changes: [what: string, change: object][] = [
    ['the password is changed', { password: 'Diversa-2026!' }],
    ['the e-mail address becomes another one', { email: 'anna.neri@salone.it' }],
    ['the user is disabled', { is_disabled: true }],
  ]

  test.for(changes)('once %s', { tags: ['10.2'] }, async ([, change]) => {
    const { id } = await anna()
    const admin = await here.as('admin')
    const tokens = [await newLinkKey(id), await newLinkKey(id)]
    const form = { name: 'Anna', surname: 'Neri', email: 'anna@salone.it', role: 'editor', is_disabled: false }

    await admin.put(`/users/${id}`, { ...form, ...change })
    await admin.put(`/users/${id}`, { ...form, is_disabled: false })

    for (const token of tokens) expect(await isInvalid(token)).toBe(true)
  })

  test('after the user is deleted', { tags: ['10.2'] }, async () => {
    const { id } = await anna()
    const admin = await here.as('admin')
    const token = await newLinkKey(id)
    await admin.delete(`/users/${id}`)
    expect(await isInvalid(token)).toBe(true)
  })

  test.for(['x', 'A'.repeat(44)])('if it is malformed: %j', async (token) => {
    expect((await look(token)).statusCode).toBe(422)
  })
})

test('other changes of a user do not revoke the link', async () => {
  const { id } = await anna()
  const admin = await here.as('admin')
  const token = await newLinkKey(id)

  await admin.put(`/users/${id}`, { name: 'Lia', surname: 'Neri', email: 'ANNA@salone.it', role: 'operator' })

  expect((await set(token)).statusCode).toBe(200)
})

test('only a hash of a link is stored, and the next one deletes expired ones', async () => {
  const { id } = await anna()
  const tokens = [await newLinkKey(id), await newLinkKey(id)]
  server.clock.now = NOW.add({ hours: 25 })
  tokens.push(await newLinkKey(id))

  const { rows } = await server.owner.query('select * from password_links where tenant_id = $1', [here.id])

  expect(rows).toHaveLength(1)
  expect(rows[0].token_hash).toHaveLength(32)
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token)
})

test.for([{ is_disabled: true }, { deleted_at: NOW.toString() }])(
  'no link is made for a user who is %j',
  async (row) => {
    const { id } = await anna(row)
    expect(await makePasswordLink(here.ctx(), id, { isMailed: true })).toBeUndefined()
    expect(await makePasswordLink(here.ctx(), 0, { isMailed: true })).toBeUndefined()
  },
)

test('guessed links and log-ins share a limit per network address, and valid links still work', async () => {
  const good = await newLinkKey((await anna()).id)
  await setPoints(server, { [`log-in-address:${here.id}/10.0.3.1`]: 39 })
  const guess = () => look('A'.repeat(43), '10.0.3.1')
  expect((await guess()).statusCode).toBe(404)

  const refused = await guess()

  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await look(good, '10.0.3.1')).statusCode).toBe(200)
  expect((await set(good, '10.0.3.1')).statusCode).toBe(200)
})
