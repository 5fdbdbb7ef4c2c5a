import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { makePasswordLink } from '../../session/make-password-link.ts'
import { hashPassword } from '../../users/passwords.ts'

const server = await sharedServer({ rateLimits: true })

const PASSWORD = 'Salone-2026!'
const hash = hashPassword(PASSWORD)

let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  admin = await here.as('admin', { email: 'ada@salone.it', password_hash: await hash })
})

const entries = () =>
  here.db
    .selectFrom('audit_entries')
    .select(['user_id', 'actor', 'client_address', 'action', 'subject_type', 'subject_id', 'before', 'after'])
    .orderBy('id')
    .execute()

const luca = { name: 'Luca', surname: 'Neri', email: 'luca@salone.it', role: 'editor', password: PASSWORD }

/** An action, a request of the administrator that takes it, and what its entry contains besides. */
type Case = [action: string, take: () => Promise<{ statusCode: number }>, entry?: () => object]

const cases: Case[] = [
  ['session.log_in', () => here.post('/login', { email: 'ada@salone.it', password: PASSWORD })],
  ['session.log_out', () => admin.post('/logout', undefined)],
  [
    'password.changed',
    () =>
      admin.put('/user/update-password', {
        current_password: PASSWORD,
        new_password: 'Nuova-2026!',
        confirm_password: 'Nuova-2026!',
      }),
    () => ({ subject_type: 'user', subject_id: admin.id }),
  ],
  [
    'password.set',
    async () => {
      const path = await makePasswordLink(here.ctx(), admin.id, { isMailed: false })
      const [, token] = path!.split('#')
      return here.post('/client/set-password', { token, new_password: 'Nuova-2026!', confirm_password: 'Nuova-2026!' })
    },
  ],
  [
    'user.updated',
    () => admin.put('/user/update', { name: 'Ada', surname: 'Rossi', email: 'ada@salone.it', phone: '' }),
    () => ({ subject_id: admin.id, before: { surname: 'Bianchi' }, after: { surname: 'Rossi' } }),
  ],
  [
    'user.created',
    () => admin.post('/users', luca),
    () => ({ before: null, after: { name: 'Luca', surname: 'Neri', email: 'luca@salone.it', role: 'editor' } }),
  ],
]

test.for(cases)('%s leaves one entry', async ([action, take, entry = () => ({})]) => {
  const answer = await take()

  expect(answer.statusCode).toBeLessThan(300)
  expect(await entries()).toEqual([
    {
      user_id: admin.id,
      actor: 'Ada Bianchi',
      client_address: '127.0.0.1',
      action,
      subject_type: expect.toBeOneOf([null, expect.any(String)]),
      subject_id: expect.toBeOneOf([null, expect.any(Number)]),
      before: expect.toBeOneOf([null, expect.any(Object)]),
      after: expect.toBeOneOf([null, expect.any(Object)]),
      ...entry(),
    },
  ])
})

test('changing, deleting and restoring a user leaves an entry each, without passwords', async () => {
  const { id } = (await admin.post('/users', luca)).json()
  await admin.put(`/users/${id}`, { ...luca, role: 'operator', password: 'Nuova-2026!' })
  await admin.put(`/users/${id}`, { ...luca, role: 'operator', password: '', is_disabled: true })
  await admin.delete(`/users/${id}`)
  await admin.post(`/users/${id}/restore`, undefined)

  const [, ...later] = await entries()
  expect(later).toMatchObject([
    { action: 'user.updated', subject_id: id, before: { role: 'editor' }, after: { role: 'operator' } },
    { action: 'password.changed', subject_id: id, before: null, after: null },
    { action: 'user.updated', before: { is_disabled: false }, after: { is_disabled: true } },
    { action: 'user.deleted', before: { email: 'luca@salone.it', role: 'operator' } },
    { action: 'user.restored', after: { email: 'luca@salone.it' } },
  ])
  expect(JSON.stringify(later)).not.toMatch(/argon|2026!/)
})

test('a change that fails or changes nothing leaves no entry', async () => {
  expect((await admin.post('/users', { ...luca, email: 'ada@salone.it' })).statusCode).toBe(422)
  expect((await admin.delete(`/users/${admin.id}`)).statusCode).toBe(409)
  const own = { name: 'Ada', surname: 'Bianchi', email: 'ada@salone.it', phone: '' }
  expect((await admin.put('/user/update', own)).statusCode).toBe(200)

  expect(await entries()).toEqual([])
})

test('failed log-ins are recorded by account and in powers of ten, without the typed address', async () => {
  const fail = (email: string) => here.post('/login', { email, password: 'sbagliata' })
  for (let i = 0; i < 3; i += 1) await fail('ada@salone.it')
  for (let i = 0; i < 12; i += 1) await fail(`nessuno${i}@example.it`)

  const failure = {
    user_id: null,
    actor: 'Senza accesso',
    action: 'session.log_in_failed',
    client_address: '127.0.0.1',
  }
  const recorded = await entries()
  expect(recorded).toMatchObject([
    { ...failure, subject_type: 'user', subject_id: admin.id, after: { attempts: 1 } },
    { ...failure, subject_id: null, after: { attempts: 1 } },
    { ...failure, subject_id: null, after: { attempts: 10 } },
  ])
  expect(JSON.stringify(recorded)).not.toMatch(/@/)
})

test('at most a hundred failed log-ins of a business in an hour are recorded', async () => {
  await server.owner.query(
    `insert into system.rate_limits (key, points, expire)
     values ($1, 99, (extract(epoch from clock_timestamp()) * 1000 + 3600000)::bigint)`,
    [`log-in-failure:${here.id}/`],
  )
  await here.post('/login', { email: 'ada@salone.it', password: 'sbagliata' })
  await here.post('/login', { email: 'nessuno@example.it', password: 'sbagliata' })

  expect(await entries()).toHaveLength(1)
})
