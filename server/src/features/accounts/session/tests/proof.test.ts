import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { softPasskey } from '@prenoto/test-support/http/soft-passkey.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})

const ada = (row: object = {}) => here.as('admin', { email: 'ada@salone.it', password_hash: PASSWORD_HASH, ...row })

const wait = (minutes: number) => {
  server.clock.now = server.clock.now.add({ minutes })
}

const carla = { name: 'Carla', surname: 'Neri', email: 'carla@example.it', phone: '', role: 'operator' }

test('a stolen session cannot change e-mail, password or users, export or erase after 15 minutes', async () => {
  const { id: serviceId } = await here.newService()
  const { customer_id } = (await here.book(serviceId)).json()
  const thief = await ada()
  const shop = { app_name: 'Salone Aurora', email: 'salone@example.it' }
  await thief.put('/configs/update', shop)
  const ownUser = (await thief.get('/user/userInfo')).json()
  const { id: colleague } = await here.newUser()
  const profile = { name: ownUser.name, surname: ownUser.surname, phone: '' }
  const users = (await thief.get('/users')).json()
  const attempts = () => [
    thief.put('/user/update', { ...profile, email: 'thief@example.it' }),
    thief.post('/users', carla),
    thief.put(`/users/${colleague}`, { ...carla, password: 'Forbici-4812!' }),
    thief.delete(`/users/${colleague}`),
    thief.post('/user/calendar-feed', undefined),
    thief.post('/user/calendar-feeds', { calendar_id: null, shows_names: true }),
    thief.get(`/customers/${customer_id}/export`),
    thief.get('/reports/customers'),
    thief.post('/data_copies', undefined),
    thief.get('/reports/bookings?from=2026-11-01&to=2026-11-30'),
    thief.delete(`/customers/${customer_id}`),
    thief.put('/configs/health-notes', { role: 'operator' }),
    thief.put('/configs/update', { ...shop, email: 'thief@example.it' }),
    thief.put('/configs/update', { app_embed_origins: 'https://thief.example' }),
    thief.put('/configs/update', { app_retention_months: 12 }),
  ]
  wait(15)

  const answers = await Promise.all(attempts())

  for (const answer of answers) {
    expect(answer.statusCode).toBe(428)
    expect(answer.json()).toMatchObject({
      reason: 'proof-required',
      detail: 'Per questa operazione conferma che sei tu.',
    })
  }
  const password = { current_password: 'guess', new_password: 'Forbici-4812!', confirm_password: 'Forbici-4812!' }
  expect((await thief.put('/user/update-password', password)).statusCode).toBe(422)
  expect((await thief.get('/user/userInfo')).json()).toEqual(ownUser)
  expect((await thief.get('/users')).json()).toEqual(users)
})

test('a log-in counts as proof for 15 minutes', async () => {
  await ada()
  const { access_token } = (
    await here.post('/login', {
      email: 'ada@salone.it',
      password: PASSWORD,
    })
  ).json()
  const user = here.withToken(access_token)
  wait(14)
  expect((await user.post('/users', carla)).statusCode).toBe(201)
  wait(1)
  expect((await user.post('/users', { ...carla, email: 'other@example.it' })).statusCode).toBe(428)
})

test('changes of the profile need a proof only for another e-mail address', async () => {
  const user = await ada()
  wait(20)
  const profile = { name: 'Ada', surname: 'Verdi', phone: '02 123', email: 'ADA@salone.it' }
  expect((await user.put('/user/update', profile)).statusCode).toBe(200)
  expect((await user.put('/user/update', { ...profile, email: 'a@salone.it' })).statusCode).toBe(428)
})

test('the settings of a business need no proof for its first address or an unchanged one', async () => {
  const user = await ada()
  wait(20)
  const settings = { app_name: 'Salone Aurora', email: 'salone@example.it', app_embed_origins: '' }
  expect((await user.put('/configs/update', settings)).statusCode).toBe(200)
  expect((await user.put('/configs/update', { ...settings, app_name: 'Salone Alba' })).statusCode).toBe(200)
  expect((await user.put('/configs/update', { ...settings, email: '' })).statusCode).toBe(422)
  expect((await user.put('/configs/update', { ...settings, email: 'altra@example.it' })).statusCode).toBe(428)
})

test('the password proves this session and no other', async () => {
  const user = await ada()
  const elsewhere = here.withToken(await here.newSession(user.id))
  wait(20)

  expect((await user.post('/session/proof', { password: PASSWORD })).statusCode).toBe(204)

  expect((await user.post('/users', carla)).statusCode).toBe(201)
  expect((await elsewhere.post('/users', { ...carla, email: 'other@example.it' })).statusCode).toBe(428)
})

test('rejects a wrong password at its field and keeps the session', async () => {
  const user = await ada()
  wait(20)
  const answer = await user.post('/session/proof', { password: 'guess' })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([{ path: 'password', message: 'La password non è corretta.' }])
  expect((await user.post('/users', carla)).statusCode).toBe(428)
  expect((await user.get('/user/userInfo')).statusCode).toBe(200)
  const { rows } = await server.owner.query('select action from audit_entries where tenant_id = $1', [here.id])
  expect(rows).toEqual([{ action: 'session.log_in_failed' }])
})

test('limits guesses in a stolen session without locking the user out', async () => {
  const thief = await ada()
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess++)
    statuses.push((await thief.post('/session/proof', { password: `guess ${guess}` })).statusCode)
  expect(statuses).toEqual([...Array(10).fill(422), 429])
  expect((await here.post('/login', { email: 'ada@salone.it', password: PASSWORD })).statusCode).toBe(200)
})

describe('a passkey', () => {
  type User = Awaited<ReturnType<typeof ada>>

  async function addPasskey(user: User) {
    const passkey = softPasskey(here.domain)
    const options = (await user.post('/user/second-factor/passkeys/options', undefined)).json()
    const body = { name: 'Telefono', credential: passkey.register(options) }
    expect((await user.post('/user/second-factor/passkeys', body)).statusCode).toBe(201)
    return passkey
  }
  const optionsFor = async (user: User) => (await user.post('/session/passkey', undefined)).json()
  const prove = (user: User, assertion: object) => user.post('/session/proof', { assertion })

  test('proves the session in place of the password, once for each challenge', async () => {
    const user = await ada()
    const passkey = await addPasskey(user)
    wait(20)
    const options = await optionsFor(user)
    expect(options).toMatchObject({ rpId: here.domain, userVerification: 'required' })
    const signed = passkey.assert(options)
    expect((await prove(user, signed)).statusCode).toBe(204)
    expect((await user.post('/users', carla)).statusCode).toBe(201)

    wait(20)
    const replay = await prove(user, signed)
    expect(replay.statusCode).toBe(422)
    expect(replay.json()).toMatchObject({
      detail: 'La passkey non è stata accettata: riprova.',
      errors: [{ path: 'assertion' }],
    })
    const parallel = passkey.assert(await optionsFor(user))
    const answers = await Promise.all([prove(user, parallel), prove(user, parallel)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422])
  })

  test('is refused for another user, challenge, origin or key, without verification, late and after ten attempts', async () => {
    const user = await ada()
    const passkey = await addPasskey(user)
    const bea = await ada({ email: 'bea@salone.it' })
    const hers = await addPasskey(bea)
    wait(20)

    const login = await here.post('/login', { email: 'ada@salone.it', password: PASSWORD })
    const logInOptions = (await here.post('/login/passkey', { challenge: login.json().challenge })).json()
    const late = await optionsFor(user)
    wait(5)
    const refused = [
      passkey.assert(late),
      passkey.assert(logInOptions),
      passkey.assert({ challenge: 'x' }),
      hers.assert(await optionsFor(user)),
      hers.assert(await optionsFor(bea)),
      passkey.assert(await optionsFor(bea)),
      passkey.assert(await optionsFor(user), { origin: 'https://other.example' }),
      passkey.assert(await optionsFor(user), { isVerified: false }),
      softPasskey(here.domain).assert(await optionsFor(user)),
    ]
    for (const [index, assertion] of refused.entries())
      expect([index, (await prove(user, assertion)).statusCode]).toEqual([index, 422])
    expect((await user.post('/users', carla)).statusCode).toBe(428)
    const { rows } = await server.owner.query(
      `select count(*)::int as failures from audit_entries where tenant_id = $1 and action = 'session.log_in_failed'`,
      [here.id],
    )
    expect(rows[0].failures).toBeGreaterThan(0)

    // The tenth attempt is the last one of a quarter of an hour.
    expect((await prove(user, passkey.assert(late))).statusCode).toBe(422)
    expect((await prove(user, passkey.assert(await optionsFor(user)))).statusCode).toBe(429)
    wait(15)
    const challenge = (await here.post('/login', { email: 'bea@salone.it', password: PASSWORD })).json().challenge
    const forLogIn = hers.assert(await optionsFor(bea))
    expect((await here.post('/login/second-factor', { challenge, assertion: forLogIn })).statusCode).toBe(422)
  })

  test('is answered alone, not beside a password', async () => {
    const user = await ada()
    const passkey = await addPasskey(user)
    const both = { password: PASSWORD, assertion: passkey.assert(await optionsFor(user)) }
    for (const body of [{}, both]) {
      const answer = await user.post('/session/proof', body)
      expect(answer.json().errors).toEqual([{ path: 'password', message: 'Serve la password oppure una passkey.' }])
    }
  })
})

test('a role that is too low is not asked for a proof', async () => {
  const operator = await here.as('operator')
  wait(20)
  expect((await operator.get('/reports/customers')).statusCode).toBe(404)
})

test('OpenAPI names the calls that need a proof', async () => {
  await server.app.ready()
  const { paths } = server.app.swagger() as unknown as {
    paths: Record<string, Record<string, { description: string }>>
  }
  for (const endpoint of declaredEndpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    const { description } = paths[path]![endpoint.method.toLowerCase()]!
    expect(description.includes('428'), endpointName(endpoint)).toBe(endpoint.proof === true)
  }
})
