import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashAtOnce } from '../../users/passwords.ts'
import { deleteExpired } from '../delete-expired.repository.ts'

const server = await sharedServer()
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})

const anna = (row: object = {}) =>
  here.newUser({ name: 'Anna', surname: 'Neri', email: 'Anna@salone.it', password_hash: PASSWORD_HASH, ...row })

const logIn = (
  email = 'anna@salone.it',
  password = PASSWORD,
  remoteAddress = '10.0.0.1',
  tenant = here,
  device?: string,
) =>
  server.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: tenant.domain, ...(device && { 'device-id': device }) },
    remoteAddress,
    payload: { email, password },
  })

const newDevice = () => randomBytes(16).toString('hex')

const logInOn = (device: string, remoteAddress: string, password = PASSWORD) =>
  logIn('anna@salone.it', password, remoteAddress, here, device)

/** Tries passwords for an account from an address of its own. Returns the statuses of the responses. */
const guess = async (tries: number, address: string, email = 'anna@salone.it') =>
  (await Promise.all(Array.from({ length: tries }, (_, i) => logIn(email, `guess ${i}`, address)))).map(
    ({ statusCode }) => statusCode,
  )

/** Counts attempts of unknown devices at an account today. */
const countToday = (account: number | string, attempts: number) =>
  setPoints(server, { [`log-in-day:${here.id}/${account}`]: attempts }, 24 * 3600)

const tally = (statuses: number[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

describe('logging in', () => {
  test('gives a token that opens the session', { tags: ['4.1', '7.2', '7.3'] }, async () => {
    await anna({ role: 'operator', phone: '333' })

    const { access_token } = (await logIn(' anna@SALONE.it ')).json()
    const info = await here.withToken(access_token).get('/user/userInfo')

    expect(access_token).toMatch(/^[\w-]{43}$/)
    expect(info.json()).toEqual({
      id: expect.any(Number),
      name: 'Anna',
      surname: 'Neri',
      email: 'Anna@salone.it',
      role: 'operator',
      photo_url: '',
      phone: '333',
      is_disabled: false,
      calendar_id: null,
      version: expect.any(Number),
      is_email_confirmed: true,
    })
  })

  test('is not delayed at other businesses and on known devices by strangers who queue', async () => {
    const { id } = await anna()
    const device = newDevice()
    await logInOn(device, '10.0.0.1')
    const elsewhere = await server.newTenant()
    await elsewhere.newUser({ email: 'lia@salone.it', password_hash: PASSWORD_HASH })
    await countToday(id, 1)
    const holder = await server.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from system.rate_limits where key = $1 for update', [`log-in-day:${here.id}/${id}`])
      const strangers = Array.from({ length: 5 }, (_, i) => logIn('anna@salone.it', 'guess', `10.8.${i}.1`))
      let ended = 0
      for (const answer of strangers) answer.then(() => (ended += 1))
      await expect.poll(() => countLockWaits(server.owner)).toBeGreaterThan(0)

      const answers = await Promise.all([
        logIn('lia@salone.it', PASSWORD, '10.0.0.2', elsewhere),
        logInOn(device, '10.0.0.1'),
      ])

      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      // The first waits for three seconds, and the others for the first.
      expect(ended).toBeLessThan(5)
      await holder.query('rollback')
      await Promise.all(strangers)
    } finally {
      holder.release(true)
    }
  })

  test('stores only a hash of the token', async () => {
    await anna()
    const { access_token } = (await logIn()).json()
    const { rows } = await server.owner.query('select * from sessions where tenant_id = $1', [here.id])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(access_token)
    expect(rows[0].token_hash).toHaveLength(32)
  })

  test('a hash with more memory, passes or threads than our own is never computed', async () => {
    const costs = [
      { memoryCost: 32_768, timeCost: 1 },
      { memoryCost: 16, timeCost: 3 },
      { memoryCost: 16, timeCost: 1, parallelism: 2 },
    ]
    for (const [i, cost] of costs.entries())
      await anna({ email: `${i}@salone.it`, password_hash: await hash(PASSWORD, cost) })
    await anna()

    const answers = await Promise.all([...costs.keys()].map((i) => logIn(`${i}@salone.it`)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect((await logIn()).statusCode).toBe(200)
  })

  test('gives the same error for every reason', { tags: ['7.2'] }, async () => {
    await anna()
    await anna({ email: 'off@salone.it', is_disabled: true })
    await anna({ email: 'gone@salone.it', deleted_at: NOW.toString() })
    await anna({ email: 'none@salone.it', password_hash: null })
    const elsewhere = await server.newTenant()

    const answers = [
      await logIn('anna@salone.it', 'Salone-2026?'),
      await logIn('nobody@salone.it'),
      await logIn('off@salone.it'),
      await logIn('gone@salone.it'),
      await logIn('none@salone.it'),
      await logIn('none@salone.it', ' '),
      await logIn('anna@salone.it', PASSWORD, '10.0.0.2', elsewhere),
    ]

    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json().detail).toBe('Email o password non corrette.')
    }
  })

  test('takes the same time for an unknown e-mail', async () => {
    await anna({ password_hash: await hashAtOnce(PASSWORD) })
    const fastest = { 'anna@salone.it': Number.POSITIVE_INFINITY, 'nobody@salone.it': Number.POSITIVE_INFINITY }
    await logIn('warm@salone.it', 'up')

    // Measures alternately until the fastest times are close, since a busy machine only makes a request slower.
    let address = 0
    async function ratio() {
      address += 1
      for (const email of Object.keys(fastest) as (keyof typeof fastest)[]) {
        const start = performance.now()
        await logIn(email, 'wrong', `10.1.0.${address}`)
        fastest[email] = Math.min(fastest[email], performance.now() - start)
      }
      return fastest['nobody@salone.it'] / fastest['anna@salone.it']
    }
    await expect.poll(async () => Math.abs(Math.log2(await ratio()))).toBeLessThan(1)
  })

  test('validates the form with the specified messages', { tags: ['5.2'] }, async () => {
    const answer = await logIn('x', '')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([
      { path: 'email', message: 'Inserisci un’email valida.' },
      { path: 'password', message: 'La password è obbligatoria.' },
    ])
  })
})

describe('failed log-ins', () => {
  test('are limited per device, also when they are concurrent, and do not lock out the user at another address', {
    tags: ['12.6'],
  }, async () => {
    await anna()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => logIn('anna@salone.it', `guess ${i}`)))
    expect(tally(answers.map(({ statusCode }) => statusCode))).toEqual({ 401: 10, 429: 2 })
    const refused = answers.find((answer) => answer.statusCode === 429)!
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect((await logIn('anna@salone.it', PASSWORD)).statusCode).toBe(429)
    expect((await logIn('anna@salone.it', PASSWORD, '10.0.9.9')).statusCode).toBe(200)
  })

  test('failed log-ins of unknown devices are limited; known devices can log in, others by an e-mail link', {
    tags: ['12.6'],
  }, async () => {
    const { id } = await anna()
    const [phone, laptop, theirs] = [newDevice(), newDevice(), newDevice()]
    await logInOn(phone, '10.0.0.7')
    await here
      .withToken(await here.newSession(id))
      .put(
        '/user/update-password',
        { current_password: PASSWORD, new_password: PASSWORD, confirm_password: PASSWORD },
        { 'device-id': laptop },
      )

    await countToday(id, 97)
    const statuses = (await Promise.all([guess(2, '10.7.0.1'), guess(2, '10.7.1.1')])).flat()
    expect(tally(statuses)).toEqual({ 401: 3, 429: 1 })

    const stranger = await logInOn(theirs, '10.0.9.1')
    expect(stranger.statusCode).toBe(429)
    expect(stranger.json().detail).toContain('Password dimenticata?')
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect((await logInOn(phone, '10.0.9.2')).statusCode).toBe(200)
    expect((await logInOn(laptop, '10.0.9.3')).statusCode).toBe(200)
    expect((await logIn('anna@salone.it', PASSWORD, '10.0.0.7')).statusCode).toBe(200)
    expect((await logIn('anna@salone.it', PASSWORD, '10.0.9.4')).statusCode).toBe(429)
    const messages = await here.db.selectFrom('messages').select(['kind', 'record_id']).execute()
    expect(messages.filter(({ kind }) => kind !== 'new-device')).toEqual([{ kind: 'log-in-attempts', record_id: id }])
  })

  test('on a known device are limited on that device only', async () => {
    await anna()
    const [phone, laptop] = [newDevice(), newDevice()]
    for (const device of [phone, laptop]) await logInOn(device, '10.0.0.7')

    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await logInOn(phone, '10.0.0.8', `guess ${i}`)).statusCode)

    expect(tally(answers)).toEqual({ 401: 10, 429: 2 })
    expect((await logInOn(phone, '10.0.0.9')).statusCode).toBe(429)
    expect((await logInOn(laptop, '10.0.0.9')).statusCode).toBe(200)
  })

  test('are limited per network address across accounts, which does not lock out a known browser', async () => {
    await anna()
    for (const name of ['ugo', 'lia']) await anna({ email: `${name}@salone.it` })
    const phone = newDevice()
    await logInOn(phone, '10.0.3.1')
    await setPoints(server, { [`log-in-address:${here.id}/10.0.3.1`]: 38 })
    const statuses: number[] = []
    for (const name of ['ugo', 'lia', 'ugo']) statuses.push(...(await guess(1, '10.0.3.1', `${name}@salone.it`)))

    expect(statuses).toEqual([401, 401, 429])
    expect((await logIn('lia@salone.it', PASSWORD, '10.0.3.1')).statusCode).toBe(429)
    expect((await logInOn(phone, '10.0.3.1')).statusCode).toBe(200)
  })

  test('get the same response whether or not the account exists', { tags: ['12.6'] }, async () => {
    const { id } = await anna()
    const unknown = createHash('sha256').update('nobody@salone.it').digest('base64url')
    for (const account of [id, unknown]) await countToday(account, 98)

    const statuses = await guess(4, '10.8.0.1')
    expect(tally(await guess(4, '10.8.1.1', 'nobody@salone.it'))).toEqual(tally(statuses))

    expect(tally(statuses)).toEqual({ 401: 2, 429: 2 })
    const messages = await here.db.selectFrom('messages').select('record_id').orderBy('record_id').execute()
    expect(messages).toEqual([{ record_id: 0 }, { record_id: id }])
  })

  test('are reset by a successful log-in', async () => {
    await anna()
    for (let round = 0; round < 2; round++) {
      await guess(8, '10.0.4.1')
      expect((await logIn('anna@salone.it', PASSWORD, '10.0.4.1')).statusCode).toBe(200)
    }
  })

  test.for(['', `${'a'.repeat(32)}, ${'a'.repeat(32)}`])(
    'with the device id %j are counted as without one',
    async (name) => {
      await anna()
      expect((await logInOn(name, '10.0.5.1', 'guess')).statusCode).toBe(401)
      expect((await logInOn(name, '10.0.5.1')).statusCode).toBe(200)
      expect(await here.db.selectFrom('known_devices').select('user_id').execute()).toHaveLength(1)
    },
  )

  test('store no e-mail address in the counters', async () => {
    await logIn('anna.counted@salone.it', 'guess')
    const { rows } = await server.owner.query("select key from system.rate_limits where key like '%salone.it%'")
    expect(rows).toEqual([])
  })
})

describe('a known device', () => {
  const storedDevices = () => here.db.selectFrom('known_devices').select(['user_id', 'device_hash']).execute()

  test('is stored as a hash', async () => {
    await anna()
    const device = newDevice()
    await logInOn(device, '10.0.6.1')
    const stored = JSON.stringify(await storedDevices())
    expect(stored).not.toContain(device)
    expect(stored).not.toContain('10.0.6.1')
  })

  test('belongs to one user only', async () => {
    const [{ id }, other] = [await anna(), await anna({ email: 'ugo@salone.it' })]
    await logInOn(newDevice(), '10.0.6.2')
    expect((await storedDevices()).map(({ user_id }) => user_id)).toEqual([id, id])
    expect(other.id).not.toBe(id)
  })

  test('is one of the user’s latest twenty', async () => {
    await anna()
    for (let i = 0; i < 12; i++) {
      server.clock.now = server.clock.now.add({ seconds: 1 })
      await logInOn(newDevice(), `10.0.7.${i}`)
    }
    expect(await storedDevices()).toHaveLength(20)
  })

  test('is deleted ninety days after its last log-in', { tags: ['12.8'] }, async () => {
    const { id } = await anna()
    const device = newDevice()
    await logInOn(device, '10.0.6.3')
    await countToday(id, 100)

    server.clock.now = NOW.add({ hours: 90 * 24 }).subtract({ seconds: 1 })
    expect((await logInOn(device, '10.0.6.4')).statusCode).toBe(200)
    server.clock.now = server.clock.now.add({ hours: 90 * 24 })
    expect((await logInOn(device, '10.0.6.5')).statusCode).toBe(429)
    await deleteExpired(server.connections.app, server.clock.now)
    expect(await storedDevices()).toEqual([])
  })
})

describe('a session', () => {
  const userInfo = (token: string) => here.withToken(token).get('/user/userInfo')

  test('ends at log-out without ending others', { tags: ['2.47', '4.3', '7.7'] }, async () => {
    const { id } = await anna()
    const [one, other] = [await here.newSession(id), await here.newSession(id)]

    const out = await here.withToken(one).post('/logout', {})

    expect(out.statusCode).toBe(204)
    expect((await userInfo(one)).statusCode).toBe(401)
    expect((await userInfo(other)).statusCode).toBe(200)
  })

  test('ends after twelve hours without use and after thirty days even if it is used, not before', async () => {
    const { id } = await anna()
    const token = await here.newSession(id)
    for (let i = 0; i < 2; i++) {
      server.clock.now = server.clock.now.add({ hours: 11 })
      expect((await userInfo(token)).statusCode).toBe(200)
    }
    server.clock.now = server.clock.now.add({ hours: 12 })
    expect((await userInfo(token)).statusCode).toBe(401)

    const old = await here.newSession(id, {
      created: server.clock.now.subtract({ hours: 30 * 24 - 1 }),
      used: server.clock.now,
    })
    expect((await userInfo(old)).statusCode).toBe(200)
    server.clock.now = server.clock.now.add({ hours: 1 })
    expect((await userInfo(old)).statusCode).toBe(401)
  })

  test('updates its last use at most once a minute', async () => {
    const { id } = await anna()
    const token = await here.newSession(id)
    const lastUse = async () =>
      (await server.owner.query('select last_used_at from sessions where user_id = $1', [id])).rows[0].last_used_at

    server.clock.now = NOW.add({ seconds: 59 })
    await userInfo(token)
    expect(String(await lastUse())).toBe(String(NOW))
    server.clock.now = NOW.add({ seconds: 61 })
    await userInfo(token)
    expect(String(await lastUse())).toBe(String(server.clock.now))
  })
})

describe('the account of the current user', () => {
  test('is validated with the specified messages', { tags: ['5.13', '7.4'] }, async () => {
    const me = await here.as('operator')
    const changed = await me.put('/user/update', { name: ' Lia ', surname: 'Blu', email: 'lia@salone.it', phone: '' })
    const wrong = await me.put('/user/update', { name: '', surname: ' ', email: 'x' })

    expect(changed.json()).toMatchObject({ name: 'Lia', surname: 'Blu', email: 'lia@salone.it', role: 'operator' })
    expect(wrong.json().errors).toEqual([
      { path: 'name', message: 'Campo obbligatorio' },
      { path: 'surname', message: 'Campo obbligatorio' },
      { path: 'email', message: 'Email non valida' },
    ])
  })

  test('cannot take another user’s e-mail address', async () => {
    await anna()
    const me = await here.as('operator')
    const answer = await me.put('/user/update', { name: 'Lia', surname: 'Blu', email: 'ANNA@salone.it' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([{ path: 'email', message: 'Esiste già un utente con questa email.' }])
  })

  test('ignores a role and a disabled flag in the request', async () => {
    const me = await here.as('operator')
    const body = { name: 'Lia', surname: 'Blu', email: 'l@salone.it', role: 'admin', is_disabled: true, id: 1 }
    expect((await me.put('/user/update', body)).json()).toMatchObject({
      id: me.id,
      role: 'operator',
      is_disabled: false,
      version: expect.any(Number),
    })
  })
})

describe('changing the password', () => {
  const change = (current_password: string, new_password: string, confirm_password = new_password) => ({
    current_password,
    new_password,
    confirm_password,
  })

  test('ends every session and returns a new token', { tags: ['7.5'] }, async () => {
    const { id } = await anna()
    const [one, other] = [await here.newSession(id), await here.newSession(id)]

    const answer = await here.withToken(one).put('/user/update-password', change(PASSWORD, 'sei666'))

    expect(answer.statusCode).toBe(200)
    for (const token of [one, other]) expect((await here.withToken(token).get('/user/userInfo')).statusCode).toBe(401)
    expect((await here.withToken(answer.json().access_token).get('/user/userInfo')).statusCode).toBe(200)
    expect((await logIn('anna@salone.it', PASSWORD)).statusCode).toBe(401)
    expect((await logIn('anna@salone.it', 'sei666')).statusCode).toBe(200)
  })

  test('requires the current one, six characters and a matching confirmation', { tags: ['5.14', '9.17'] }, async () => {
    const { id } = await anna()
    const me = here.withToken(await here.newSession(id))

    const wrong = await me.put('/user/update-password', change('no', 'abcdef'))
    const short = await me.put('/user/update-password', change(PASSWORD, 'abcde', 'abcdf'))

    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().errors).toEqual([{ path: 'current_password', message: 'La password attuale non è corretta.' }])
    expect(short.json().errors).toEqual([
      { path: 'new_password', message: 'La password deve avere almeno 6 caratteri' },
      { path: 'confirm_password', message: 'Le password non coincidono' },
    ])
  })

  test.for(['PASSWORD', 'murasaki', '2026-PRENOTAZIONI!', 'Example-2026!'])(
    'rejects %s as too common',
    { tags: ['12.9'] },
    async (word) => {
      const { id } = await anna()
      const me = here.withToken(await here.newSession(id))

      const answer = await me.put('/user/update-password', change(PASSWORD, word))

      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual([
        {
          path: 'new_password',
          message: 'Questa password è tra le più usate e si indovina subito: scegline un’altra.',
        },
      ])
    },
  )

  test('is limited to ten guesses in a stolen session, while the owner can still do it', {
    tags: ['12.7'],
  }, async () => {
    const { id } = await anna()
    const stolen = here.withToken(await here.newSession(id))
    const device = newDevice()
    await logInOn(device, '10.0.8.1')
    const statuses = []
    for (let i = 0; i < 11; i++)
      statuses.push((await stolen.put('/user/update-password', change(`g${i}`, 'abcdef'))).statusCode)
    expect(statuses).toEqual([...Array(10).fill(422), 429])

    expect((await logIn('anna@salone.it', PASSWORD, '127.0.0.1')).statusCode).toBe(200)
    const ownChange = await stolen.put('/user/update-password', change(PASSWORD, 'sei666'), { 'device-id': device })
    expect(ownChange.statusCode).toBe(200)
  })
})
