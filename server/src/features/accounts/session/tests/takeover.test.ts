import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { softPasskey } from '@prenoto/test-support/http/soft-passkey.ts'
import { totpCode } from '@prenoto/test-support/http/totp-code.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { NOW, type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const NEW = { new_password: 'Forbici-4812!', confirm_password: 'Forbici-4812!' }
const MADE_UP = 'x'.repeat(43)
/** The browsers of the user and of the thief. */
const OWN = { 'device-id': 'a'.repeat(32) }
const THIEF = { 'device-id': 'b'.repeat(32) }

let smtp: SmtpServer
let server: TestServer
let here: TestTenant
beforeAll(async () => {
  smtp = await smtpServer()
  server = await testServer({ work: true, smtpUrl: smtp.url })
})
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

const wait = (time: Temporal.DurationLike) => {
  server.clock.now = server.clock.now.add(time)
}

let users = 0

/** An administrator who has logged in on a browser of their own. */
async function newAda() {
  const email = `ada.${++users}@salone.it`
  const { id } = await here.newUser({ email, role: 'admin', password_hash: PASSWORD_HASH, created_at: NOW.toString() })
  const session = await logIn({ email }, OWN)
  wait({ minutes: 1 })
  return { id, email, ...here.withToken(session.json().access_token) }
}
type User = Awaited<ReturnType<typeof newAda>>
type Session = Pick<User, 'get' | 'post' | 'put' | 'delete'>

const logIn = ({ email }: { email: string }, device: object, password = PASSWORD) =>
  here.post('/login', { email, password }, device)

async function addTotp(user: Session) {
  const { secret } = (await user.post('/user/second-factor/totp', undefined)).json()
  const code = totpCode(secret, server.clock.now)
  const { recovery_codes } = (await user.post('/user/second-factor/totp/confirm', { code })).json()
  wait({ seconds: 30 })
  return { secret: secret as string, code, codes: recovery_codes as string[] }
}

async function addPasskey(user: Session) {
  const passkey = softPasskey(here.domain)
  const options = (await user.post('/user/second-factor/passkeys/options', undefined)).json()
  const added = await user.post('/user/second-factor/passkeys', { name: 'Mia', credential: passkey.register(options) })
  expect(added.statusCode).toBe(201)
  return passkey
}

/** The token of the last link to a page in the e-mails to an address, once all are sent. */
async function linkIn(address: string, page: string): Promise<string> {
  await waitForJobs(server, here)
  const links = (await smtp.read(address)).map(({ text = '' }) => new RegExp(`/${page}#([\\w-]{43})`).exec(text)?.[1])
  return links.findLast((link) => link !== undefined)!
}

async function sentTo(address: string) {
  await waitForJobs(server, here)
  return (await smtp.read(address)).map(({ subject, text = '' }) => ({ subject, text: text.replaceAll('\n', ' ') }))
}

const getToken = (answer: { json: () => { path: string } }) => answer.json().path.split('#')[1]!
const profile = (email: string) => ({ name: 'Ada', surname: 'Bianchi', phone: '', email })

type Attempts = Record<string, () => Promise<{ statusCode: number }>>

/** The status of each attempt, made one after the other. */
async function runInTurn(attempts: Attempts) {
  const statuses: Record<string, number> = {}
  for (const [name, attempt] of Object.entries(attempts)) statuses[name] = (await attempt()).statusCode
  return statuses
}

test('a thief with the password of a user with a second factor opens no session', async () => {
  const ada = await newAda()
  const { secret, code: used } = await addTotp(ada)
  await addPasskey(ada)
  const elsewhere = await server.newTenant()
  const challengeFor = async (device: object) => (await logIn(ada, device)).json().challenge as string
  const answer = (await logIn(ada, THIEF)).json()
  expect(answer).toEqual({ second_factor: ['totp', 'passkey'], challenge: expect.any(String) })
  const { challenge } = answer
  const complete = (proof: object, device: object = THIEF) =>
    here.post('/login/second-factor', { challenge, ...proof }, device)
  const ownPasskey = softPasskey(here.domain)
  const options = (await here.post('/login/passkey', { challenge }, THIEF)).json()

  const statuses = await runInTurn({
    'a guessed code': () => complete({ code: '000000' }),
    'a code that was used': () => complete({ code: used }),
    'a guessed recovery code': () => complete({ code: 'AAAA-AAAA-AAAA-AAAA' }),
    'a passkey of their own': () => complete({ assertion: ownPasskey.assert(options) }),
    'neither code nor passkey': () => complete({}),
    'the challenge on another device': () => complete({ code: totpCode(secret, server.clock.now) }, OWN),
    'the challenge as a token': () => here.withToken(challenge).get('/user/userInfo'),
    'the fifth wrong code': () => complete({ code: '000001' }),
    'a right code afterwards': () => complete({ code: totpCode(secret, server.clock.now) }),
    'the password at another business': () => elsewhere.post('/login', { email: ada.email, password: PASSWORD }),
    'a made-up password link': () => here.post('/client/set-password', { token: MADE_UP, ...NEW }),
    'a made-up restore link': () => here.post('/client/restore-email', { token: MADE_UP }),
    'a made-up device link': () => here.post('/client/lock-out-intruder', { token: MADE_UP }),
    'another address without a session': () => here.put('/user/update', profile('thief@example.it')),
  })

  expect(statuses).toEqual({
    'a guessed code': 422,
    'a code that was used': 422,
    'a guessed recovery code': 422,
    'a passkey of their own': 422,
    'neither code nor passkey': 422,
    'the challenge on another device': 401,
    'the challenge as a token': 401,
    'the fifth wrong code': 401,
    'a right code afterwards': 401,
    'the password at another business': 401,
    'a made-up password link': 404,
    'a made-up restore link': 404,
    'a made-up device link': 404,
    'another address without a session': 401,
  })
  const guess = async () =>
    here.post('/login/second-factor', { challenge: await challengeFor(THIEF), code: '000002' }, THIEF)
  for (let i = 0; i < 5; i++) await guess()
  expect((await guess()).statusCode).toBe(429)
  expect((await ada.get('/sessions')).json()).toHaveLength(1)
})

test('a thief with the password of a user without a second factor loses everything by «Non sono stato io»', async () => {
  const ada = await newAda()
  const thief = here.withToken((await logIn(ada, THIEF)).json().access_token)
  const link = await linkIn(ada.email, 'not_me')
  wait({ minutes: 1 })
  const { secret } = await addTotp(thief)
  const passkey = await addPasskey(thief)
  const { recovery_codes } = (await thief.post('/user/second-factor/recovery-codes', undefined)).json()
  const feed = (await thief.post('/user/calendar-feed', undefined)).json().path as string
  expect((await here.page(feed)).statusCode).toBe(200)
  const evil = `evil.${users}@example.com`
  expect((await thief.put('/user/update', profile(evil))).statusCode).toBe(200)
  const confirmed = { token: await linkIn(evil, 'confirm_email'), password: PASSWORD }
  expect((await here.post('/client/confirm-email', confirmed)).statusCode).toBe(204)
  const challenge = (await logIn({ email: evil }, THIEF)).json().challenge
  const options = (await here.post('/login/passkey', { challenge }, THIEF)).json()
  const proofOptions = (await thief.post('/session/passkey', undefined)).json()
  wait({ seconds: 30 })

  const answer = await here.post('/client/lock-out-intruder', { token: link })

  expect(answer.json()).toEqual({
    path: expect.stringMatching(/^\/set_password#/),
    effects: ['email', 'totp', 'passkeys', 'recovery_codes'],
  })
  const code = totpCode(secret, server.clock.now)
  const complete = (proof: object) => here.post('/login/second-factor', { challenge, ...proof }, THIEF)
  expect(
    await runInTurn({
      'the session': () => thief.get('/user/userInfo'),
      'a proof with the passkey': () => thief.post('/session/proof', { assertion: passkey.assert(proofOptions) }),
      'the password': () => logIn(ada, THIEF),
      'the password with the new address': () => logIn({ email: evil }, THIEF),
      'the second step with the app': () => complete({ code }),
      'the second step with the passkey': () => complete({ assertion: passkey.assert(options) }),
      'the second step with a recovery code': () => complete({ code: recovery_codes[0] }),
      'the calendar feed': () => here.page(feed),
      'the confirmation link': () => here.post('/client/confirm-email', confirmed),
      'the used device link': () => here.post('/client/lock-out-intruder', { token: link }),
    }),
  ).toEqual({
    'the session': 401,
    'a proof with the passkey': 401,
    'the password': 401,
    'the password with the new address': 401,
    'the second step with the app': 401,
    'the second step with the passkey': 401,
    'the second step with a recovery code': 401,
    'the calendar feed': 404,
    'the confirmation link': 404,
    'the used device link': 404,
  })
  const before = (await sentTo(evil)).length
  await here.post('/client/forgot-password', { email: evil }, THIEF)
  expect(await sentTo(evil)).toHaveLength(before)

  const set = await here.post('/client/set-password', { token: getToken(answer), ...NEW }, OWN)
  const again = here.withToken(set.json().access_token)
  expect((await again.get('/user/userInfo')).json()).toMatchObject({ email: ada.email, is_email_confirmed: true })
  expect((await again.get('/user/second-factor')).json()).toEqual({
    is_required: false,
    totp_added_at: null,
    passkeys: [],
    recovery_codes_left: 0,
  })
  const last = (await sentTo(ada.email)).findLast(({ subject }) => subject === 'Tutti i dispositivi sono scollegati')!
  for (const fact of ['Ripristinata quella di prima', 'Tolta', 'Tolte quelle aggiunte', 'Annullati quelli creati'])
    expect(last.text).toContain(fact)
  const { rows } = await server.owner.query(
    `select action, actor, before from audit_entries where tenant_id = $1 and subject_id = $2
     and action = any('{session.ended,user.email_restored,second_factor.removed}') order by id`,
    [here.id, ada.id],
  )
  expect(rows).toEqual([
    { action: 'session.ended', actor: 'Ada Bianchi', before: null },
    { action: 'user.email_restored', actor: 'Ada Bianchi', before: { email: evil } },
    { action: 'second_factor.removed', actor: 'Ada Bianchi', before: { method: 'totp' } },
    {
      action: 'second_factor.removed',
      actor: 'Ada Bianchi',
      before: { method: 'passkey', name: 'Mia', domain: here.domain },
    },
    { action: 'second_factor.removed', actor: 'Ada Bianchi', before: { method: 'recovery_codes' } },
  ])
})

test('the link of a thief’s first log-in undoes the changes of both sessions', async () => {
  const ada = await newAda()
  const first = here.withToken((await logIn(ada, THIEF)).json().access_token)
  const firstLink = await linkIn(ada.email, 'not_me')
  wait({ minutes: 1 })
  const passkey = await addPasskey(first)
  wait({ minutes: 1 })
  const { challenge } = (await logIn(ada, { 'device-id': 'c'.repeat(32) })).json()
  const device = { 'device-id': 'c'.repeat(32) }
  const options = (await here.post('/login/passkey', { challenge }, device)).json()
  await here.post('/login/second-factor', { challenge, assertion: passkey.assert(options) }, device)
  const secondLink = await linkIn(ada.email, 'not_me')
  expect(secondLink).not.toBe(firstLink)

  const lockOut = async (token: string) => (await here.post('/client/lock-out-intruder', { token })).json().effects
  expect(await lockOut(secondLink)).toEqual([])
  expect(await lockOut(firstLink)).toEqual(['passkeys', 'recovery_codes'])
})

test('a thief with a token changes nothing that needs a proof, and loses the session when the user ends it', async () => {
  const ada = await newAda()
  const service = await here.newService()
  const { customer_id } = (await here.book(service.id)).json()
  const colleague = await here.newUser()
  await addPasskey(ada)
  const thief = here.withToken(ada.token)
  wait({ minutes: 15 })
  const ownPasskey = softPasskey(here.domain)
  const options = (await thief.post('/session/passkey', undefined)).json()
  const elsewhere = await server.newTenant()
  const { email } = ada
  const password = { current_password: 'guess', ...NEW }

  expect(
    await runInTurn({
      'another address': () => thief.put('/user/update', profile('thief@example.it')),
      'another password': () => thief.put('/user/update-password', password),
      'a proof with a guess': () => thief.post('/session/proof', { password: 'guess' }),
      'a proof with their passkey': () => thief.post('/session/proof', { assertion: ownPasskey.assert(options) }),
      'an app': () => thief.post('/user/second-factor/totp', undefined),
      'a passkey': () => thief.post('/user/second-factor/passkeys/options', undefined),
      'new recovery codes': () => thief.post('/user/second-factor/recovery-codes', undefined),
      'a new administrator': () => thief.post('/users', { ...profile('t@example.it'), role: 'admin' }),
      'the password of a colleague': () =>
        thief.put(`/users/${colleague.id}`, { ...profile('x@example.it'), role: 'editor', password: 'Rubata-2026!' }),
      'the second factor of a colleague': () => thief.delete(`/users/${colleague.id}/second-factor`),
      'a calendar feed': () => thief.post('/user/calendar-feed', undefined),
      'all customers': () => thief.get('/reports/customers'),
      'a copy of all data': () => thief.post('/data_copies', undefined),
      'the data of a customer': () => thief.get(`/customers/${customer_id}/export`),
      'erasing a customer': () => thief.delete(`/customers/${customer_id}`),
      'the token at another business': () => elsewhere.get('/user/userInfo', { authorization: `Bearer ${ada.token}` }),
      'the token as a cookie': () => here.get('/user/userInfo', { cookie: `access_token=${ada.token}` }),
      'the token in the address': () => here.get(`/user/userInfo?access_token=${ada.token}`),
    }),
  ).toEqual({
    'another address': 428,
    'another password': 422,
    'a proof with a guess': 422,
    'a proof with their passkey': 422,
    'an app': 428,
    'a passkey': 428,
    'new recovery codes': 428,
    'a new administrator': 428,
    'the password of a colleague': 428,
    'the second factor of a colleague': 428,
    'a calendar feed': 428,
    'all customers': 428,
    'a copy of all data': 428,
    'the data of a customer': 428,
    'erasing a customer': 428,
    'the token at another business': 401,
    'the token as a cookie': 401,
    'the token in the address': 401,
  })
  const other = here.withToken(await here.newSession(ada.id))
  expect((await other.get('/user/userInfo')).json().email).toBe(email)
  await other.delete('/sessions')
  expect((await thief.get('/user/userInfo')).statusCode).toBe(401)
})

const set = (token: string) => here.post('/client/set-password', { token, ...NEW }, THIEF)
const forgotten = async (email: string) => {
  await here.post('/client/forgot-password', { email }, THIEF)
  return linkIn(email, 'set_password')
}

test('a thief with the mailbox gets past no earlier second factor, with any link', async () => {
  const ada = await newAda()
  const { secret } = await addTotp(ada)
  wait({ hours: 24 })
  const phone = (await logIn(ada, { 'device-id': 'c'.repeat(32) })).json().challenge
  const device = { 'device-id': 'c'.repeat(32) }
  const code = totpCode(secret, server.clock.now)
  const session = (await here.post('/login/second-factor', { challenge: phone, code }, device)).json()
  wait({ minutes: 1 })
  const hers = here.withToken(session.access_token)
  await addPasskey(hers)
  await hers.post('/user/second-factor/recovery-codes', undefined)
  const notMe = await linkIn(ada.email, 'not_me')
  const elsewhere = await server.newTenant()
  const next = `nuova.${users}@salone.it`
  await hers.put('/user/update', profile(next))
  const restoring = await linkIn(ada.email, 'restore_email')
  const confirming = await linkIn(next, 'confirm_email')
  const forgot = await forgotten(ada.email)

  const first = await set(forgot)
  expect(first.json()).toEqual({ second_factor: ['totp', 'passkey'], challenge: expect.any(String) })
  const { challenge } = first.json()
  const lockedOut = await here.post('/client/lock-out-intruder', { token: notMe })
  expect(lockedOut.json().effects).toEqual(['email', 'passkeys', 'recovery_codes'])
  const second = await set(getToken(lockedOut))
  expect(second.json()).toEqual({ second_factor: ['totp'], challenge: expect.any(String) })
  const complete = (proof: object) =>
    here.post('/login/second-factor', { challenge: second.json().challenge, ...proof }, THIEF)

  expect(
    await runInTurn({
      'the used password link': () => set(forgot),
      'the challenge of the first link': () =>
        here.post('/login/second-factor', { challenge, code: totpCode(secret, server.clock.now) }, THIEF),
      'a guessed code': () => complete({ code: '000000' }),
      'a guessed recovery code': () => complete({ code: 'AAAA-AAAA-AAAA-AAAA' }),
      'the new password alone': () => here.withToken(second.json().challenge).get('/user/userInfo'),
      'the used device link': () => here.post('/client/lock-out-intruder', { token: notMe }),
      'the restore link of an undone change': () => here.post('/client/restore-email', { token: restoring }),
      'the confirmation link without the password': () =>
        here.post('/client/confirm-email', { token: confirming, password: 'guess' }),
      'a link as a token': () => here.withToken(forgot).get('/user/userInfo'),
      'a link at another business': () => elsewhere.post('/client/set-password', { token: forgot, ...NEW }),
      'removing the second factor': () => here.delete('/user/second-factor/totp'),
      'a common password': () =>
        here.post('/client/set-password', { token: MADE_UP, new_password: 'x', confirm_password: 'x' }),
    }),
  ).toEqual({
    'the used password link': 404,
    'the challenge of the first link': 401,
    'a guessed code': 422,
    'a guessed recovery code': 422,
    'the new password alone': 401,
    'the used device link': 404,
    'the restore link of an undone change': 404,
    'the confirmation link without the password': 404,
    'a link as a token': 401,
    'a link at another business': 404,
    'removing the second factor': 401,
    'a common password': 422,
  })
})

test('a thief with the mailbox does not remove an app that has replaced the one of the log-in', async () => {
  const ada = await newAda()
  const { secret } = await addTotp(ada)
  wait({ minutes: 1 })
  const phone = { 'device-id': 'c'.repeat(32) }
  const { challenge } = (await logIn(ada, phone)).json()
  const code = totpCode(secret, server.clock.now)
  const session = await here.post('/login/second-factor', { challenge, code }, phone)
  const hers = here.withToken(session.json().access_token)
  const notMe = await linkIn(ada.email, 'not_me')
  wait({ minutes: 1 })
  await hers.delete('/user/second-factor/totp')
  const { secret: moved } = await addTotp(hers)

  const lockedOut = await here.post('/client/lock-out-intruder', { token: notMe })

  expect(lockedOut.json().effects).toEqual(['second_factor_kept'])
  const answer = (await set(getToken(lockedOut))).json()
  expect(answer).toEqual({ second_factor: ['totp'], challenge: expect.any(String) })
  const right = { challenge: answer.challenge, code: totpCode(moved, server.clock.now) }
  expect((await here.post('/login/second-factor', right, THIEF)).statusCode).toBe(200)
})

test('the former address of the business is told who changed it', async () => {
  const ada = await newAda()
  const change = (email: string) => ada.put('/configs/update', { email })
  await change('salone@example.it')
  await change('ladro@example.it')
  await waitForJobs(server, here)

  const [told, ...others] = await smtp.read('salone@example.it')
  expect(others).toEqual([])
  expect(told!.subject).toMatch(/^L’email di .+ è cambiata$/)
  expect(told!.text!.replaceAll('\n', ' ')).toContain('Ada Bianchi ha cambiato')
  expect(told!.text).toContain('ladro')
  expect(await smtp.read('ladro@example.it')).toEqual([])
})
