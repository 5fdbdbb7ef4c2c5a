import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { type Received, type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { NOW, type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueAttemptsNotice } from '../../../../outbox/queue-message.ts'
import { transaction } from '../../../../tenants/context.ts'

const VOID = 'Il link non è più valido: è scaduto oppure è già stato usato.'
const WEEK = 7 * 24

let smtp: SmtpServer
let server: TestServer
let here: TestTenant
beforeAll(async () => {
  smtp = await smtpServer()
  server = await testServer({ work: true, smtpUrl: smtp.url })
})
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant({ app_name: 'Salone Aurora' })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

let addresses = 0
/** An address that no other test uses. */
const newAddress = (name = 'ada') => `${name}.${++addresses}@salone.it`

type Staff = Awaited<ReturnType<TestTenant['as']>> & { email: string }

async function aUser(row: object = {}): Promise<Staff> {
  const email = newAddress()
  const user = { name: 'Ada', surname: 'Neri', email, password_hash: PASSWORD_HASH, ...row }
  return { email, ...(await here.as('operator', user)) }
}

const profile = (email: string) => ({ name: 'Ada', surname: 'Neri', email, phone: '' })

/** Changes the address of a user; advances the clock, since two changes never happen in the same instant. */
function changeTo(staff: { put: Staff['put'] }, email: string) {
  server.clock.now = server.clock.now.add({ seconds: 1 })
  return staff.put('/user/update', profile(email))
}

async function mailsTo(address: string, count = 1): Promise<Received[]> {
  await expect.poll(() => smtp.recipients().filter((to) => to === address).length).toBe(count)
  return smtp.read(address)
}

const nothingLeft = () => waitForJobs(server, here)

/** The token of the last link to a page in these e-mails; expects HTML and text to have the same link. */
function tokenIn(mails: Received[], page: string) {
  const pattern = new RegExp(`https://${here.domain}/${page}#([\\w-]{43})`)
  const tokens = mails.map(({ html = '', text = '' }) => {
    const [inHtml, inText] = [pattern.exec(html)?.[1], pattern.exec(text)?.[1]]
    expect(inHtml).toBe(inText)
    return inHtml
  })
  return tokens.findLast((token) => token !== undefined)
}

const restoring = async (address: string, count = 1) => tokenIn(await mailsTo(address, count), 'restore_email')!
const confirming = async (address: string, count = 1) => tokenIn(await mailsTo(address, count), 'confirm_email')!

const restore = (token: string) => here.post('/client/restore-email', { token })
const confirm = (token: string, password = PASSWORD) => here.post('/client/confirm-email', { token, password })
const look = (token: string) => here.post('/client/email-link', { token })
const logIn = async (email: string, password = PASSWORD) => (await here.post('/login', { email, password })).statusCode
const forget = (email: string) => {
  server.clock.now = server.clock.now.add({ seconds: 1 })
  return here.post('/client/forgot-password', { email })
}
const choose = (token: string, password: string) =>
  here.post('/client/set-password', { token, new_password: password, confirm_password: password })

async function isVoid(token: string) {
  const answers = [await look(token), await restore(token), await confirm(token)]
  return answers.every(({ statusCode, body }) => statusCode === 404 && JSON.parse(body).detail === VOID)
}

const findEmail = async (id: number) => {
  const user = await here.db
    .selectFrom('users')
    .select(['email', 'is_email_confirmed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [user.email, user.is_email_confirmed]
}

describe('a changed e-mail address', () => {
  test('is the log-in address at once, and the previous one gets an e-mail', async () => {
    const ada = await aUser()
    const fresh = newAddress('nuova')

    const answer = await changeTo(ada, fresh)

    expect(answer.json()).toMatchObject({ email: fresh, is_email_confirmed: false })
    expect((await ada.get('/user/userInfo')).json()).toMatchObject({ email: fresh, is_email_confirmed: false })
    expect([await logIn(fresh), await logIn(ada.email)]).toEqual([200, 401])
    const [[toOldAddress], [toNewAddress]] = [await mailsTo(ada.email), await mailsTo(fresh)]
    expect(toOldAddress!.subject).toBe('La tua email di accesso è cambiata')
    expect(toOldAddress!.text!.replaceAll('\u200b', '')).toContain(fresh)
    expect(toOldAddress!.text).toContain('Salone Aurora')
    expect(toNewAddress!.subject).toBe('Conferma la tua nuova email')
    expect(toNewAddress!.text).not.toContain(ada.email)
  })

  test('counts as unchanged if it differs only in case or is saved again', async () => {
    const ada = await aUser()

    await changeTo(ada, ada.email)
    const answer = await changeTo(ada, ada.email.toUpperCase())

    expect(answer.json()).toMatchObject({ email: ada.email.toUpperCase(), is_email_confirmed: true })
    expect(await here.db.selectFrom('messages').select('kind').execute()).toEqual([])
  })

  test('a colleague’s address that an admin changes causes the same e-mails', async () => {
    const [ada, admin] = [await aUser(), await here.as('admin')]
    const fresh = newAddress('nuova')

    const form = { ...profile(fresh), role: 'operator', password: 'Ladro-2026!' }
    expect((await admin.put(`/users/${ada.id}`, form)).statusCode).toBe(200)

    expect((await restore(await restoring(ada.email))).statusCode).toBe(200)
    expect(await findEmail(ada.id)).toEqual([ada.email, true])
    expect(await logIn(ada.email, 'Ladro-2026!')).toBe(401)
  })

  test('the address of a user who never logged in is corrected without e-mails', async () => {
    const admin = await here.as('admin')
    const [mistyped, typo] = [newAddress('paloa'), newAddress('paol')]
    const invited = { ...profile(mistyped), role: 'editor', password: '' }
    const changedUser = { ...profile(typo), role: 'editor', password: PASSWORD }
    const users = [(await admin.post('/users', invited)).json(), (await admin.post('/users', changedUser)).json()]
    await mailsTo(mistyped)

    for (const { id } of users) {
      server.clock.now = server.clock.now.add({ seconds: 1 })
      await admin.put(`/users/${id}`, { ...invited, email: newAddress('paola') })
    }
    await nothingLeft()

    expect(smtp.recipients().filter((to) => to === mistyped || to === typo)).toEqual([mistyped])
    const again = await admin.post('/users', { ...invited, email: typo })
    expect(again.statusCode).toBe(201)
  })

  test.for(['a log-in', 'an invitation'])('of a new user counts as confirmed from %s on', async (way) => {
    const admin = await here.as('admin')
    const email = newAddress('paola')
    const password = way === 'a log-in' ? PASSWORD : ''
    const { id } = (await admin.post('/users', { ...profile(email), role: 'editor', password })).json()

    let token: string
    if (way === 'a log-in') token = (await here.post('/login', { email, password })).json().access_token
    else token = (await choose(tokenIn(await mailsTo(email), 'set_password')!, PASSWORD)).json().access_token

    expect(await findEmail(id)).toEqual([email, true])
    await changeTo(here.withToken(token), newAddress('ladra'))
    expect(await restoring(email, way === 'a log-in' ? 1 : 2)).toBeDefined()
  })

  test('can be changed five times a day, and changed back at any time', async () => {
    const ada = await aUser()
    for (let i = 0; i < 5; i++) expect((await changeTo(ada, newAddress('ladro'))).statusCode).toBe(200)

    const refused = await changeTo(ada, newAddress('ladro'))

    expect(refused.statusCode).toBe(429)
    expect(refused.json().detail).toBe('L’email è già stata cambiata più volte: riprova domani.')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect((await changeTo(ada, ada.email)).json()).toMatchObject({ email: ada.email, is_email_confirmed: true })
  })

  test('leaves no traces if it is changed back before its confirmation', async () => {
    const ada = await aUser()
    const fresh = newAddress('nuova')
    await changeTo(ada, fresh)
    const [back, forth] = [await restoring(ada.email), await confirming(fresh)]

    await changeTo(ada, ada.email)
    await nothingLeft()

    expect([await isVoid(back), await isVoid(forth)]).toEqual([true, true])
    expect([await mailsTo(ada.email), await mailsTo(fresh)].map(({ length }) => length)).toEqual([1, 1])
    expect(await here.db.selectFrom('previous_emails').select('id').execute()).toEqual([])
    expect((await ada.get('/user/userInfo')).statusCode).toBe(200)
  })
})

describe('the link that restores an address', () => {
  test('changes nothing when it is only opened; used concurrently it ends all sessions once and leads to a new password', {
    tags: ['12.4'],
  }, async () => {
    const ada = await aUser()
    const { path: feed } = (await ada.post('/user/calendar-feed', undefined)).json()
    const thief = newAddress('ladro')
    await changeTo(ada, thief)
    const [token, theirs] = [await restoring(ada.email), await confirming(thief)]

    for (let i = 0; i < 2; i++) expect((await look(token)).json()).toEqual({ purpose: 'restore', email: ada.email })
    expect((await here.page('/restore_email')).statusCode).toBe(200)
    expect(await findEmail(ada.id)).toEqual([thief, false])
    expect((await ada.get('/user/userInfo')).statusCode).toBe(200)
    const answers = await Promise.all([restore(token), restore(token)])

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    const answer = answers.find(({ statusCode }) => statusCode === 200)!
    expect(await findEmail(ada.id)).toEqual([ada.email, true])
    expect((await ada.get('/user/userInfo')).statusCode).toBe(401)
    expect([await logIn(thief), await logIn(ada.email)]).toEqual([401, 401])
    expect((await here.get(feed.replace('/api', ''))).statusCode).toBe(404)
    expect([await isVoid(token), await isVoid(theirs)]).toEqual([true, true])
    const [, link] = /^\/set_password#([\w-]{43})$/.exec(answer.json().path)!
    expect((await choose(link!, 'Nuova-2026!')).statusCode).toBe(200)
    expect(await logIn(ada.email, 'Nuova-2026!')).toBe(200)
  })

  test('is valid for a week, whether or not the new address is confirmed', { tags: ['12.4'] }, async () => {
    const [ada, eva] = [await aUser(), await aUser()]
    const fresh = newAddress('nuova')
    await changeTo(ada, fresh)
    const changedAt = server.clock.now
    await changeTo(eva, newAddress('nuova'))
    expect((await confirm(await confirming(fresh))).statusCode).toBe(204)
    const [adas, evas] = [await restoring(ada.email), await restoring(eva.email)]

    server.clock.now = changedAt.add({ hours: WEEK }).subtract({ seconds: 1 })
    expect((await restore(adas)).statusCode).toBe(200)
    expect(await findEmail(ada.id)).toEqual([ada.email, true])
    server.clock.now = changedAt.add({ hours: WEEK, seconds: 1 })
    expect(await isVoid(evas)).toBe(true)
  })

  test('restores the owner’s address after several changes by a thief', { tags: ['12.4'] }, async () => {
    const ada = await aUser()
    const [second, third] = [newAddress('ladro'), newAddress('ladro')]
    await changeTo(ada, second)
    const first = await restoring(ada.email)
    await changeTo(ada, third)
    const again = await restoring(ada.email, 2)
    await nothingLeft()

    // The address in between was never confirmed, so it cannot be restored.
    expect((await mailsTo(second)).map(({ subject }) => subject)).toEqual(['Conferma la tua nuova email'])
    expect((await restore(first)).statusCode).toBe(200)
    expect(await findEmail(ada.id)).toEqual([ada.email, true])
    expect(await isVoid(again)).toBe(true)
  })

  test('the link of a thief who confirmed an address is revoked when the owner uses theirs', {
    tags: ['12.4'],
  }, async () => {
    const ada = await aUser()
    const [second, third] = [newAddress('ladro'), newAddress('ladro')]
    await changeTo(ada, second)
    await confirm(await confirming(second))
    await changeTo(ada, third)
    const [owners, thiefs] = [await restoring(ada.email), await restoring(second, 2)]
    expect((await look(thiefs)).statusCode).toBe(200)

    expect((await restore(owners)).statusCode).toBe(200)

    expect(await isVoid(thiefs)).toBe(true)
    expect(await findEmail(ada.id)).toEqual([ada.email, true])
    expect([await logIn(second), await logIn(third), await logIn(ada.email)]).toEqual([401, 401, 401])
  })

  test('is invalid for a disabled or deleted user and at another tenant', async () => {
    const [ada, eva, admin] = [await aUser(), await aUser(), await here.as('admin')]
    for (const user of [ada, eva]) await changeTo(user, newAddress('nuova'))
    const [adas, evas] = [await restoring(ada.email), await restoring(eva.email)]
    const elsewhere = await server.newTenant()

    expect((await elsewhere.post('/client/restore-email', { token: adas })).statusCode).toBe(404)
    await here.db.updateTable('users').set({ is_disabled: true }).where('id', '=', ada.id).execute()
    await admin.delete(`/users/${eva.id}`)

    expect([await isVoid(adas), await isVoid(evas)]).toEqual([true, true])
    await endUndoTime(server)
    await waitForJobs(server, here)
    expect((await admin.post('/users', { ...profile(eva.email), role: 'editor', password: '' })).statusCode).toBe(201)
  })
})

describe('the link that confirms an address', () => {
  test('confirms once, with the password, of which ten guesses are allowed', { tags: ['12.5'] }, async () => {
    const ada = await aUser()
    const fresh = newAddress('nuova')
    await changeTo(ada, fresh)
    const token = await confirming(fresh)
    expect((await look(token)).json()).toEqual({ purpose: 'confirm', email: fresh })

    const wrong = await confirm(token, 'altra')
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().errors).toEqual([{ path: 'password', message: 'La password non è corretta.' }])
    expect(await findEmail(ada.id)).toEqual([fresh, false])

    expect((await confirm(token)).statusCode).toBe(204)
    expect(await findEmail(ada.id)).toEqual([fresh, true])
    expect((await ada.get('/user/userInfo')).json()).toMatchObject({ is_email_confirmed: true })
    expect(await isVoid(token)).toBe(true)

    const next = newAddress('ladro')
    await changeTo(ada, next)
    const guessed = await confirming(next)
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await confirm(guessed, `guess ${i}`)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })

  test('confirms only the address that it was sent to and restores none', async () => {
    const ada = await aUser()
    const [second, third] = [newAddress('nuova'), newAddress('nuova')]
    await changeTo(ada, second)
    const token = await confirming(second)

    expect((await restore(token)).statusCode).toBe(404)
    await changeTo(ada, third)
    expect(await isVoid(token)).toBe(true)
    expect((await confirm(await restoring(ada.email, 2))).statusCode).toBe(404)
    expect(await findEmail(ada.id)).toEqual([third, false])
  })

  test('is sent again at a log-in after it has expired', async () => {
    const ada = await aUser()
    const fresh = newAddress('nuova')
    await changeTo(ada, fresh)
    const first = await confirming(fresh)
    expect(await logIn(fresh)).toBe(200)

    server.clock.now = server.clock.now.add({ hours: WEEK })
    await server.owner.query(`update messages set created_at = created_at - interval '7 days' where tenant_id = $1`, [
      here.id,
    ])
    expect([await isVoid(first), await logIn(fresh), await logIn(fresh)]).toEqual([true, 200, 200])

    expect((await confirm(await confirming(fresh, 2))).statusCode).toBe(204)
  })
})

describe('a forgotten password', () => {
  test('is reset through the previous address until the new one is confirmed, whichever is typed', {
    tags: ['12.5'],
  }, async () => {
    const ada = await aUser()
    const fresh = newAddress('nuova')
    await changeTo(ada, fresh)
    const [back, forth] = [await restoring(ada.email), await confirming(fresh)]

    for (const email of [fresh, ada.email]) expect((await forget(email)).statusCode).toBe(204)
    const [, ...resets] = await mailsTo(ada.email, 3)
    await nothingLeft()
    expect(resets.map(({ subject }) => subject)).toEqual(Array(2).fill('Scegli una nuova password'))
    expect(resets[0]!.text!.replaceAll('\u200b', '')).toContain(`quello con cui ora si accede, ${fresh}, non è ancora`)
    expect(await mailsTo(fresh)).toHaveLength(1)

    expect((await confirm(forth)).statusCode).toBe(204)
    for (const email of [ada.email, fresh]) await forget(email)
    const reset = (await mailsTo(fresh, 2)).at(-1)!
    await nothingLeft()
    expect(reset.subject).toBe('Scegli una nuova password')
    expect(reset.text).not.toContain(ada.email)
    expect(await mailsTo(ada.email, 3)).toHaveLength(3)
    expect((await look(back)).statusCode).toBe(200)
  })

  test('is set through the previous address, which ends the thief’s session', async () => {
    const ada = await aUser()
    const thief = newAddress('ladro')
    await changeTo(ada, thief)
    await forget(ada.email)

    const token = tokenIn(await mailsTo(ada.email, 2), 'set_password')!
    const { access_token } = (await choose(token, 'Nuova-2026!')).json()

    expect((await ada.get('/user/userInfo')).statusCode).toBe(401)
    const mine = here.withToken(access_token)
    expect((await mine.get('/user/userInfo')).json()).toMatchObject({ email: thief, is_email_confirmed: false })
    expect((await confirm(await confirming(thief))).statusCode).toBe(422)
    expect((await changeTo(mine, ada.email)).json()).toMatchObject({ email: ada.email, is_email_confirmed: true })
  })

  test('a password forgotten under a previous address does not affect the user who has that address now', async () => {
    const [ada, eva] = [await aUser(), await aUser()]
    await changeTo(ada, newAddress('nuova'))
    server.clock.now = server.clock.now.add({ hours: WEEK })
    const session = here.withToken(await here.newSession(eva.id))
    expect((await changeTo(session, ada.email)).statusCode).toBe(200)

    await forget(ada.email)
    await nothingLeft()

    const messages = await here.db
      .selectFrom('messages')
      .select('record_id')
      .where('kind', '=', 'password-reset')
      .execute()
    expect(messages).toEqual([{ record_id: eva.id }])
  })
})

describe('a previous address', () => {
  const KEPT = 'Fino a pochi giorni fa questa email era di un altro utente: per ora non può essere usata.'

  test('is reserved for a week', { tags: ['12.4'] }, async () => {
    const [ada, eva, admin] = [await aUser(), await aUser(), await here.as('admin')]
    const fresh = newAddress('nuova')
    await changeTo(ada, fresh)
    await confirm(await confirming(fresh))
    const form = { ...profile(ada.email.toUpperCase()), role: 'operator', password: '' }
    const takers = [
      () => changeTo(eva, ada.email.toUpperCase()),
      () => admin.post('/users', form),
      () => admin.put(`/users/${eva.id}`, form),
    ]

    for (const take of takers) {
      const answer = await take()
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual([{ path: 'email', message: KEPT }])
    }
    expect(await findEmail(eva.id)).toEqual([eva.email, true])

    server.clock.now = server.clock.now.add({ hours: WEEK })
    const session = here.withToken(await here.newSession(eva.id))
    expect((await changeTo(session, ada.email)).statusCode).toBe(200)
  })

  test('is also refused to a user who takes it concurrently with the change', async () => {
    const admin = await here.as('admin')
    for (let round = 0; round < 3; round++) {
      const ada = await aUser()
      const form = { ...profile(ada.email), role: 'editor', password: '' }

      const [changed, taken] = await Promise.all([changeTo(ada, newAddress('nuova')), admin.post('/users', form)])

      expect([changed.statusCode, taken.statusCode]).toEqual([200, 422])
      expect((await restore(await restoring(ada.email))).statusCode).toBe(200)
    }
  })

  test('is deleted after a week if the new one is confirmed, and kept otherwise', {
    tags: ['12.8'],
  }, async () => {
    const [ada, eva] = [await aUser(), await aUser()]
    const fresh = newAddress('nuova')
    await changeTo(ada, fresh)
    await changeTo(eva, newAddress('nuova'))
    await confirm(await confirming(fresh))
    await mailsTo(eva.email)
    await nothingLeft()

    server.clock.now = server.clock.now.add({ hours: WEEK })
    await server.deleteExpired()

    const remaining = await here.db.selectFrom('previous_emails').select('email').execute()
    expect(remaining).toEqual([{ email: eva.email }])
    expect(await here.db.selectFrom('email_links').select('user_id').execute()).toEqual([])
    await forget(eva.email)
    expect(tokenIn(await mailsTo(eva.email, 2), 'set_password')).toBeDefined()
  })
})

test('a user cannot change their own password in the list of users, which does not ask for the current one', async () => {
  const admin = await here.as('admin', { email: newAddress(), password_hash: PASSWORD_HASH })
  const { email } = (await admin.get('/user/userInfo')).json()
  const form = { ...profile(email), role: 'admin', password: 'Ladro-2026!' }

  const answer = await admin.put(`/users/${admin.id}`, form)

  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([
    { path: 'password', message: 'La tua password si cambia nelle Impostazioni, con quella attuale.' },
  ])
  expect((await admin.put(`/users/${admin.id}`, { ...form, password: '' })).statusCode).toBe(200)
  expect(await logIn(email)).toBe(200)
})

test('the e-mail about log-in attempts contains a link to log in', { tags: ['12.6'] }, async () => {
  const ada = await aUser()

  await transaction(here.ctx(), (ctx) => queueAttemptsNotice(ctx, ada.id))
  await transaction(here.ctx(), (ctx) => queueAttemptsNotice(ctx, ada.id))
  here.ctx().jobs.wake()
  const [mail] = await mailsTo(ada.email)
  await nothingLeft()

  expect(mail!.subject).toBe('Qualcuno prova a entrare con la tua email')
  expect((await choose(tokenIn([mail!], 'set_password')!, 'Nuova-2026!')).statusCode).toBe(200)
  expect(await mailsTo(ada.email)).toHaveLength(1)
})

test('only hashes of links are stored, and guessed links are invalid', async () => {
  const ada = await aUser()
  const fresh = newAddress('nuova')
  await changeTo(ada, fresh)
  const tokens = [await restoring(ada.email), await confirming(fresh)]

  const { rows } = await server.owner.query('select * from email_links where tenant_id = $1', [here.id])
  expect(rows.map(({ token_hash }) => token_hash.length)).toEqual([32, 32])
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token)

  const guess = (token: string, remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/client/restore-email',
      headers: { host: here.domain },
      remoteAddress,
      payload: { token },
    })
  await setPoints(server, { [`log-in-address:${here.id}/10.0.3.1`]: 39 })
  const statuses = []
  for (let i = 0; i < 2; i++) statuses.push((await guess('A'.repeat(43), '10.0.3.1')).statusCode)
  expect(statuses).toEqual([404, 429])
  expect((await guess(tokens[0]!, '10.0.3.1')).statusCode).toBe(200)
  for (const token of ['', 'x', 'A'.repeat(44)]) expect((await look(token)).statusCode).toBe(422)
})
