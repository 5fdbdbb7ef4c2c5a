import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { softPasskey } from '@prenoto/test-support/http/soft-passkey.ts'
import { totpCode } from '@prenoto/test-support/http/totp-code.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { Secret } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { findLastPreviousEmail } from '../../users/previous-emails.repository.ts'
import { makeRestoreEmailLink } from '../make-email-link.ts'
import { makePasswordLink } from '../passwords/make-password-link.ts'

const server = await sharedServer()
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})

type Visitor = { post: TestTenant['post'] }

/** An administrator with the password and an address of their own. */
const newAdmin = async (row: object = {}) => {
  const email = `u${Math.random().toString(36).slice(2)}@salone.it`
  return { email, ...(await here.as('admin', { email, password_hash: PASSWORD_HASH, ...row })) }
}
type Staff = Awaited<ReturnType<typeof newAdmin>>

const makeCode = (secret: string, seconds = 0) => totpCode(secret, server.clock.now.add({ seconds }))

const wait = (seconds: number) => {
  server.clock.now = server.clock.now.add({ seconds })
}

async function addTotp(user: Staff) {
  const { secret } = (await user.post('/user/second-factor/totp', undefined)).json()
  const answer = await user.post('/user/second-factor/totp/confirm', { code: makeCode(secret) })
  expect(answer.statusCode).toBe(200)
  // The next code is of another period.
  wait(30)
  return { secret: secret as string, codes: answer.json().recovery_codes as string[] }
}

async function addPasskey(user: Staff, name = 'Telefono') {
  const passkey = softPasskey(here.domain)
  const options = (await user.post('/user/second-factor/passkeys/options', undefined)).json()
  const answer = await user.post('/user/second-factor/passkeys', { name, credential: passkey.register(options) })
  expect(answer.statusCode).toBe(201)
  return { passkey, added: answer.json() }
}

const logIn = ({ email }: { email: string }, visitor: Visitor = here, password = PASSWORD) =>
  visitor.post('/login', { email, password })

const requestChallenge = async (user: { email: string }) => (await logIn(user)).json().challenge as string

const complete = (challenge: string, proof: object, visitor: Visitor = here) =>
  visitor.post('/login/second-factor', { challenge, ...proof })

const sessions = async ({ id }: { id: number }) => {
  const { rows } = await server.owner.query('select * from sessions where tenant_id = $1 and user_id = $2', [
    here.id,
    id,
  ])
  return rows.length
}

/** The kinds of the messages to a user. */
const subjects = async ({ id }: { id: number }) => {
  const { rows } = await server.owner.query(
    'select kind from messages where tenant_id = $1 and record_id = $2 order by id',
    [here.id, id],
  )
  return rows.map(({ kind }) => kind)
}

const listActions = async ({ id }: { id: number }) => {
  const { rows } = await server.owner.query(
    `select action from audit_entries where tenant_id = $1 and subject_id = $2 and action like 'second_factor.%'
     order by id`,
    [here.id, id],
  )
  return rows.map(({ action }) => action)
}

describe('an authenticator app', () => {
  test('is added with a code, and the secret is stored encrypted', async () => {
    const ada = await newAdmin()
    const started = (await ada.post('/user/second-factor/totp', undefined)).json()
    expect(started.uri).toMatch(/^otpauth:\/\/totp\/Salone/)
    expect(started.uri).toContain(started.secret)
    expect((await ada.get('/user/second-factor')).json()).toMatchObject({ totp_added_at: null })
    expect((await logIn(ada)).json()).toHaveProperty('access_token')

    const wrong = await ada.post('/user/second-factor/totp/confirm', { code: makeCode(started.secret, 120) })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().errors).toEqual([{ path: 'code', message: 'Il codice non è corretto o è già stato usato.' }])
    const right = await ada.post('/user/second-factor/totp/confirm', { code: makeCode(started.secret) })

    expect(right.json().recovery_codes).toHaveLength(10)
    for (const code of right.json().recovery_codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/)
    expect((await ada.get('/user/second-factor')).json()).toEqual({
      is_required: false,
      totp_added_at: '21-11-2026 09:45',
      passkeys: [],
      recovery_codes_left: 10,
    })
    const { rows } = await server.owner.query('select secret from totp_factors where tenant_id = $1', [here.id])
    expect(rows[0].secret.includes(Buffer.from(Secret.fromBase32(started.secret).bytes))).toBe(false)
    expect(await subjects(ada)).toEqual(['second-factor-added'])
    expect(await listActions(ada)).toEqual(['second_factor.added'])
    expect((await ada.post('/user/second-factor/totp', undefined)).statusCode).toBe(409)
  })

  test('two parallel set-ups show one secret, and one confirmation wins', async () => {
    const ada = await newAdmin()
    const start = () => ada.post('/user/second-factor/totp', undefined)
    const secrets = (await Promise.all([start(), start(), start()])).map((answer) => answer.json().secret)
    expect(new Set(secrets).size).toBe(1)

    const confirm = () => ada.post('/user/second-factor/totp/confirm', { code: makeCode(secrets[0]) })
    const answers = await Promise.all([confirm(), confirm(), confirm()])

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    const codes = answers.find(({ statusCode }) => statusCode === 200)!.json().recovery_codes
    const challenge = await requestChallenge(ada)
    expect((await complete(challenge, { code: codes[0] })).statusCode).toBe(200)
  })

  test('an abandoned set-up shows another secret after 15 minutes', async () => {
    const ada = await newAdmin()
    const first = (await ada.post('/user/second-factor/totp', undefined)).json().secret
    wait(14 * 60)
    expect((await ada.post('/user/second-factor/totp', undefined)).json().secret).toBe(first)
    await ada.post('/session/proof', { password: PASSWORD })
    wait(60)
    expect((await ada.post('/user/second-factor/totp', undefined)).json().secret).not.toBe(first)
  })

  test('a log-in needs a code of the present half minute or one beside it', async () => {
    const ada = await newAdmin()
    const { secret } = await addTotp(ada)
    const before = await sessions(ada)

    const answer = await logIn(ada)
    expect(answer.json()).toEqual({ second_factor: ['totp'], challenge: expect.stringMatching(/^[\w-]{43}$/) })
    const { challenge } = answer.json()
    wait(60)
    for (const seconds of [-60, 60]) {
      const wrong = await complete(challenge, { code: makeCode(secret, seconds) })
      expect(wrong.statusCode).toBe(422)
    }
    expect(await sessions(ada)).toBe(before)

    for (const seconds of [-30, 0, 30]) {
      const late = await complete(await requestChallenge(ada), { code: makeCode(secret, seconds) })
      expect([seconds, late.statusCode]).toEqual([seconds, 200])
      const info = await here.withToken(late.json().access_token).get('/user/userInfo')
      expect(info.json().id).toBe(ada.id)
    }
  })

  test('a used code and the codes before it are refused', async () => {
    const ada = await newAdmin()
    const { secret } = await addTotp(ada)
    const code = makeCode(secret, 30)
    expect(
      (await complete(await requestChallenge(ada), { code: `${code.slice(0, 3)} ${code.slice(3)}` })).statusCode,
    ).toBe(200)

    for (const seconds of [30, 0, -30])
      expect((await complete(await requestChallenge(ada), { code: makeCode(secret, seconds) })).statusCode).toBe(422)
    wait(60)
    expect((await complete(await requestChallenge(ada), { code: makeCode(secret) })).statusCode).toBe(200)
  })

  test('one code in parallel requests opens one session', async () => {
    const ada = await newAdmin()
    const { secret } = await addTotp(ada)
    const code = makeCode(secret)
    const challenges = [await requestChallenge(ada), await requestChallenge(ada), await requestChallenge(ada)]
    const before = await sessions(ada)

    const answers = await Promise.all([...challenges, challenges[0]!].map((challenge) => complete(challenge, { code })))

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await sessions(ada)).toBe(before + 1)
  })
})

describe('a challenge', () => {
  test('expires after five minutes and works once', async () => {
    const ada = await newAdmin()
    const { secret } = await addTotp(ada)
    const old = await requestChallenge(ada)
    wait(300)
    const late = await complete(old, { code: makeCode(secret) })
    expect(late.statusCode).toBe(401)
    expect(late.json().detail).toBe('La verifica è scaduta: accedi di nuovo.')

    const challenge = await requestChallenge(ada)
    expect((await complete(challenge, { code: makeCode(secret) })).statusCode).toBe(200)
    wait(30)
    expect((await complete(challenge, { code: makeCode(secret) })).statusCode).toBe(401)
  })

  test('ends after five wrong codes, also in parallel', async () => {
    const ada = await newAdmin()
    const { secret } = await addTotp(ada)
    const challenge = await requestChallenge(ada)

    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => complete(challenge, { code: `00000${i}` })))

    expect(answers.filter(({ statusCode }) => statusCode === 422).length).toBeLessThanOrEqual(5)
    expect((await complete(challenge, { code: makeCode(secret) })).statusCode).toBe(401)
  })

  test('is refused from another device and another business', async () => {
    const ada = await newAdmin()
    const { secret } = await addTotp(ada)
    const challenge = await requestChallenge(ada)
    const elsewhere = await server.newTenant()
    const code = makeCode(secret)

    expect((await complete(challenge, { code }, elsewhere)).statusCode).toBe(401)
    const onDevice = (headers: object) =>
      server.app.inject({
        method: 'POST',
        url: '/api/login/second-factor',
        headers: { host: here.domain, ...headers },
        payload: { challenge, code },
      })
    expect((await onDevice({ 'device-id': 'a'.repeat(32) })).statusCode).toBe(401)
    expect((await onDevice({})).statusCode).toBe(200)
  })

  test('ends when the password changes or the user is disabled', async () => {
    const ada = await newAdmin()
    const { secret } = await addTotp(ada)
    const challenge = await requestChallenge(ada)
    await ada.put('/user/update-password', {
      current_password: PASSWORD,
      new_password: 'Forbici-4812!',
      confirm_password: 'Forbici-4812!',
    })
    expect((await complete(challenge, { code: makeCode(secret) })).statusCode).toBe(401)

    const second = (await logIn(ada, here, 'Forbici-4812!')).json().challenge
    await here.db
      .updateTable('users')
      .set({ is_disabled: true })
      .where('tenant_id', '=', here.id)
      .where('id', '=', ada.id)
      .execute()
    expect((await complete(second, { code: makeCode(secret) })).statusCode).toBe(401)
  })

  test('guessing codes with a stolen password ends at the limits of the account and opens nothing', async () => {
    const ada = await newAdmin()
    await addTotp(ada)
    const before = await sessions(ada)
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) {
      const challenge = await requestChallenge(ada)
      for (let j = 0; j < 5; j++) statuses.push((await complete(challenge, { code: '123456' })).statusCode)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await sessions(ada)).toBe(before)
  })
})

describe('a recovery code', () => {
  test('opens one session, is written to the user and the audit trail, and counts down', async () => {
    const ada = await newAdmin()
    const { codes } = await addTotp(ada)
    const challenges = [await requestChallenge(ada), await requestChallenge(ada)]
    const before = await sessions(ada)

    const code = codes[3]!.toLowerCase()
    const answers = await Promise.all(challenges.map((challenge) => complete(challenge, { code })))

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    expect(await sessions(ada)).toBe(before + 1)
    expect((await ada.get('/user/second-factor')).json().recovery_codes_left).toBe(9)
    expect(await subjects(ada)).toEqual(['second-factor-added', 'recovery-code-used'])
    expect(await listActions(ada)).toEqual(['second_factor.added', 'second_factor.recovery_code_used'])
  })

  test('is stored as a hash, and new codes replace the old ones', async () => {
    const ada = await newAdmin()
    expect((await ada.post('/user/second-factor/recovery-codes', undefined)).statusCode).toBe(409)
    const { codes } = await addTotp(ada)
    const { rows } = await server.owner.query('select * from recovery_codes where tenant_id = $1', [here.id])
    for (const code of codes) {
      expect(JSON.stringify(rows)).not.toContain(code)
      expect(rows.some(({ code_hash }) => code_hash.includes(Buffer.from(code.replaceAll('-', ''))))).toBe(false)
    }

    const renewed = (await ada.post('/user/second-factor/recovery-codes', undefined)).json().recovery_codes
    expect(renewed).toHaveLength(10)
    expect((await complete(await requestChallenge(ada), { code: codes[0] })).statusCode).toBe(422)
    expect((await complete(await requestChallenge(ada), { code: renewed[0] })).statusCode).toBe(200)
  })
})

describe('a passkey', () => {
  const start = (challenge: string) => here.post('/login/passkey', { challenge })

  test('is added with a name and opens a session', async () => {
    const ada = await newAdmin()
    const { passkey, added } = await addPasskey(ada)
    expect(added).toMatchObject({ name: 'Telefono', domain: here.domain, last_used_at: null })
    expect(added.recovery_codes).toHaveLength(10)

    const answer = (await logIn(ada)).json()
    expect(answer.second_factor).toEqual(['passkey'])
    const options = (await start(answer.challenge)).json()
    expect(options).toMatchObject({ rpId: here.domain, userVerification: 'required' })
    expect(options.allowCredentials).toHaveLength(1)
    const completed = await complete(answer.challenge, { assertion: passkey.assert(options) })

    expect(completed.statusCode).toBe(200)
    expect((await here.withToken(completed.json().access_token).get('/user/userInfo')).json().id).toBe(ada.id)
    const [listedPasskey] = (await ada.get('/user/second-factor')).json().passkeys
    expect(listedPasskey).toMatchObject({ name: 'Telefono', last_used_at: '21-11-2026 09:45' })
    expect(await listActions(ada)).toEqual(['second_factor.added'])
  })

  test('is refused for another challenge, origin, counter or without verification of the user', async () => {
    const ada = await newAdmin()
    const { passkey } = await addPasskey(ada)
    const fresh = async () => {
      const challenge = await requestChallenge(ada)
      return { challenge, options: (await start(challenge)).json() }
    }

    const one = await fresh()
    const signed = passkey.assert(one.options)
    expect((await complete(one.challenge, { assertion: signed })).statusCode).toBe(200)
    const replay = await complete((await fresh()).challenge, { assertion: signed })
    expect(replay.statusCode).toBe(422)
    expect(replay.json().detail).toBe('La passkey non è stata accettata: riprova.')

    for (const changes of [{ origin: 'https://other.example' }, { isVerified: false }, { counter: 1 }]) {
      const { challenge, options } = await fresh()
      const refused = await complete(challenge, { assertion: passkey.assert(options, changes) })
      expect([changes, refused.statusCode]).toEqual([changes, 422])
      // Its challenge is used up even so.
      expect((await complete(challenge, { assertion: passkey.assert(options) })).statusCode).toBe(422)
    }
    const stranger = softPasskey(here.domain)
    const { challenge, options } = await fresh()
    expect((await complete(challenge, { assertion: stranger.assert(options) })).statusCode).toBe(422)
    expect((await complete(challenge, { assertion: passkey.assert({ challenge: 'x' }) })).statusCode).toBe(422)
    // The limits of wrong attempts do not depend on the method.
    expect((await complete(challenge, { assertion: passkey.assert((await start(challenge)).json()) })).statusCode).toBe(
      200,
    )
  })

  test('is offered only on its domain; elsewhere a recovery code helps', async () => {
    const ada = await newAdmin()
    const { passkey, added } = await addPasskey(ada)
    const other = `www.${here.domain}`
    await server.owner.query(
      `with provider as (select set_config('app.provider', 'on', true))
       insert into domains (tenant_id, domain) select $1, $2 from provider`,
      [here.id, other],
    )
    const there = server.visit(other)

    const answer = (await logIn(ada, there)).json()
    expect(answer.second_factor).toEqual([])
    const options = (await there.post('/login/passkey', { challenge: answer.challenge })).json()
    expect(options.allowCredentials ?? []).toEqual([])
    const refused = await complete(answer.challenge, { assertion: passkey.assert(options) }, there)
    expect(refused.statusCode).toBe(422)
    expect((await complete(answer.challenge, { code: added.recovery_codes[0] }, there)).statusCode).toBe(200)
  })

  test('a registration is refused for another user, a used challenge, and a passkey that is stored', async () => {
    const ada = await newAdmin()
    const bea = await newAdmin()
    const add = (user: Staff, credential: object) =>
      user.post('/user/second-factor/passkeys', { name: 'x', credential })
    const options = async (user: Staff) => (await user.post('/user/second-factor/passkeys/options', undefined)).json()
    const passkey = softPasskey(here.domain)

    expect((await add(bea, passkey.register(await options(ada)))).statusCode).toBe(422)
    const hers = await options(ada)
    expect((await add(ada, passkey.register(hers, { isVerified: false }))).statusCode).toBe(422)
    expect((await add(ada, passkey.register(hers))).statusCode).toBe(422)
    const late = await options(ada)
    wait(300)
    expect((await add(ada, passkey.register(late))).statusCode).toBe(422)
    expect((await add(ada, passkey.register(await options(ada)))).statusCode).toBe(201)
    expect((await add(ada, passkey.register(await options(ada)))).statusCode).toBe(409)
    expect((await add(bea, passkey.register(await options(bea)))).statusCode).toBe(409)
    expect((await bea.get('/user/second-factor')).json()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  })

  test('is removed by its user alone, and the last method takes the recovery codes with it', async () => {
    const ada = await newAdmin()
    const bea = await newAdmin()
    const { added } = await addPasskey(ada)
    wait(1)
    const { added: second } = await addPasskey(ada, 'Computer')
    expect(second.recovery_codes).toEqual([])

    expect((await bea.delete(`/user/second-factor/passkeys/${added.id}`)).statusCode).toBe(404)
    wait(1)
    expect((await ada.delete(`/user/second-factor/passkeys/${added.id}`)).statusCode).toBe(204)
    expect((await ada.get('/user/second-factor')).json()).toMatchObject({ recovery_codes_left: 10 })
    wait(1)
    expect((await ada.delete(`/user/second-factor/passkeys/${second.id}`)).statusCode).toBe(204)

    expect((await ada.get('/user/second-factor')).json()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect((await logIn(ada)).json()).toHaveProperty('access_token')
    expect(await subjects(ada)).toEqual([
      'second-factor-added',
      'second-factor-added',
      'second-factor-removed',
      'second-factor-removed',
    ])
  })
})

describe('a thief', () => {
  test('with the mailbox sets a password and gets a challenge, no session', async () => {
    const ada = await newAdmin()
    const { secret } = await addTotp(ada)
    const path = await makePasswordLink(here.ctx(), ada.id, { isMailed: true })
    const token = path!.split('#')[1]

    const answer = await here.post('/client/set-password', {
      token,
      new_password: 'Rubata-2026!',
      confirm_password: 'Rubata-2026!',
    })

    expect(answer.json()).toEqual({ second_factor: ['totp'], challenge: expect.any(String) })
    expect(await sessions(ada)).toBe(0)
    expect((await complete(answer.json().challenge, { code: '000000' })).statusCode).toBe(422)
    expect((await complete(answer.json().challenge, { code: makeCode(secret) })).statusCode).toBe(200)
  })

  test('with the previous mailbox restores the address and still needs the second factor', async () => {
    const ada = await newAdmin()
    await addTotp(ada)
    const profile = { name: 'Ada', surname: 'Bianchi', phone: '', email: 'nuova@salone.it' }
    expect((await ada.put('/user/update', profile)).statusCode).toBe(200)
    const previous = await findLastPreviousEmail(here.ctx(), ada.id)
    const link = await makeRestoreEmailLink(here.ctx(), previous!)

    const restored = await here.post('/client/restore-email', { token: link.split('#')[1] })
    const answer = await here.post('/client/set-password', {
      token: restored.json().path.split('#')[1],
      new_password: 'Rubata-2026!',
      confirm_password: 'Rubata-2026!',
    })

    expect(answer.json()).not.toHaveProperty('access_token')
    expect(await sessions(ada)).toBe(0)
  })

  test('with a session cannot change the second factor after 15 minutes', async () => {
    const ada = await newAdmin()
    const { added } = await addPasskey(ada)
    wait(15 * 60)
    const answers = [
      await ada.post('/user/second-factor/totp', undefined),
      await ada.post('/user/second-factor/totp/confirm', { code: '123456' }),
      await ada.delete('/user/second-factor/totp'),
      await ada.post('/user/second-factor/passkeys/options', undefined),
      await ada.delete(`/user/second-factor/passkeys/${added.id}`),
      await ada.post('/user/second-factor/recovery-codes', undefined),
      await ada.put('/users/second-factors', { is_required: true }),
      await ada.delete(`/users/${ada.id}/second-factor`),
    ]
    for (const answer of answers) expect(answer.json()).toMatchObject({ status: 428, reason: 'proof-required' })
  })
})

describe('a required second factor', () => {
  test('is required only by an administrator who has one, and leads the others to set one up', async () => {
    const ada = await newAdmin()
    const carla = await here.as('operator', { email: 'carla@salone.it', password_hash: PASSWORD_HASH })
    const refused = await ada.put('/users/second-factors', { is_required: true })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toBe(
      'Prima attiva la verifica in due passaggi per il tuo accesso, così non resti fuori.',
    )
    await addTotp(ada)
    const required = await ada.put('/users/second-factors', { is_required: true })
    expect(required.json()).toEqual({ is_required: true, user_ids: [ada.id] })
    expect((await ada.get('/users')).statusCode).toBe(200)

    const blocked = await carla.get('/bookings?from=2026-11-01&to=2026-11-30')
    expect(blocked.statusCode).toBe(428)
    expect(blocked.json()).toMatchObject({
      reason: 'second-factor-required',
      detail: 'La tua attività richiede la verifica in due passaggi: attivala per continuare.',
    })
    expect((await carla.get('/user/userInfo')).statusCode).toBe(200)
    expect((await carla.get('/user/second-factor')).json()).toMatchObject({ is_required: true })
    await addTotp({ email: 'carla@salone.it', ...carla })
    expect((await carla.get('/notifications')).statusCode).toBe(200)

    const last = await carla.delete('/user/second-factor/totp')
    expect(last.statusCode).toBe(409)
    expect((await carla.get('/user/second-factor')).json().totp_added_at).not.toBe(null)
    expect((await ada.put('/users/second-factors', { is_required: false })).json().is_required).toBe(false)
    expect((await carla.delete('/user/second-factor/totp')).statusCode).toBe(204)
  })

  test('an administrator resets the second factor of another user, not their own', async () => {
    const ada = await newAdmin()
    const bea = await newAdmin()
    await addTotp(bea)
    await addPasskey(bea)

    const answer = await ada.delete(`/users/${bea.id}/second-factor`)

    expect(answer.statusCode).toBe(204)
    expect(await sessions(bea)).toBe(0)
    expect((await logIn(bea)).json()).toHaveProperty('access_token')
    expect((await subjects(bea)).at(-1)).toBe('second-factor-reset')
    expect((await listActions(bea)).at(-1)).toBe('second_factor.reset')
    await addTotp(ada)
    expect((await ada.delete(`/users/${ada.id}/second-factor`)).statusCode).toBe(409)
    expect((await ada.delete('/users/999999/second-factor')).statusCode).toBe(404)
  })
})
