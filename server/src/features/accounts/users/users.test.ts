import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  // Deletes the first admin of the business, so that the caller is its only user.
  await here.db.deleteFrom('users').where('tenant_id', '=', here.id).execute()
  admin = await here.as('admin', { email: 'capo@salone.it' })
})

const luca = { name: 'Luca', surname: 'Gallo', email: 'luca@salone.it', role: 'editor', password: 'Salone-2026!' }

async function invite() {
  const messages = await here.db.selectFrom('messages').select('record_id').where('kind', '=', 'invitation').execute()
  return messages.map(({ record_id }) => record_id)
}

const logIn = (email: string, password: string) => here.post('/login', { email, password })

describe('a new user', () => {
  test('logs in with the assigned password', { tags: ['3.1', '3.2', '7.9'] }, async () => {
    const response = await admin.post('/users', luca)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      id: expect.any(Number),
      name: 'Luca',
      surname: 'Gallo',
      email: 'luca@salone.it',
      role: 'editor',
      photo_url: '',
      phone: '',
      is_disabled: false,
      calendar_id: null,
      version: 1,
      is_invited: false,
    })
    expect((await logIn('luca@salone.it', 'Salone-2026!')).statusCode).toBe(200)
  })

  test('without a password gets an invitation and cannot log in yet', { tags: ['10.5'] }, async () => {
    const response = await admin.post('/users', { ...luca, password: '' })
    expect(response.statusCode).toBe(201)
    expect(await invite()).toEqual([response.json().id])
    expect((await logIn('luca@salone.it', '')).statusCode).toBe(422)
  })

  test('gets the invitation again, at most once an hour, until they choose a password', async () => {
    const { id, is_invited } = (await admin.post('/users', { ...luca, password: '' })).json()
    expect(is_invited).toBe(true)
    for (const _ of [1, 2]) expect((await admin.post(`/users/${id}/invitation`, {})).statusCode).toBe(204)
    expect(await invite()).toEqual([id, id])
    expect((await admin.put(`/users/${id}`, luca)).json().is_invited).toBe(false)
    expect((await admin.post(`/users/${id}/invitation`, {})).statusCode).toBe(409)
  })

  test('gets no invitation with a password, while disabled, or after an error', {
    tags: ['10.5'],
  }, async () => {
    await admin.post('/users', luca)
    await admin.post('/users', { ...luca, email: 'off@salone.it', password: '', is_disabled: true })
    expect((await admin.post('/users', { ...luca, password: '' })).statusCode).toBe(422)
    expect(await invite()).toEqual([])
  })

  test.each([
    'corta1!',
    'tuttominuscole1!',
    'TUTTOMAIUSCOLE1!',
    'SenzaNumeri!!',
    'SenzaSpeciali1',
    'P@ssw0rd',
    'Prenota-2026!',
  ])('cannot have a weak password: %s', { tags: ['5.5', '5.15', '9.17', '12.9'] }, async (password) => {
    const answer = await admin.post('/users', { ...luca, password })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ path: 'password' }])
  })

  test('needs an e-mail address that is unique regardless of case; a deleted user’s can be reused', async () => {
    const { id } = (await admin.post('/users', luca)).json()
    const twice = await admin.post('/users', { ...luca, email: 'LUCA@salone.it' })
    await admin.delete(`/users/${id}`)
    const again = await admin.post('/users', luca)
    const elsewhere = await server.newTenant()
    const there = await (await elsewhere.as('admin')).post('/users', luca)

    expect(twice.statusCode).toBe(422)
    expect(twice.json().errors).toEqual([{ path: 'email', message: 'Esiste già un utente con questa email.' }])
    expect(again.statusCode).toBe(201)
    expect(there.statusCode).toBe(201)
  })

  test('cannot be an administrator', { tags: ['3.3'] }, async () => {
    const answer = await admin.post('/users', { ...luca, role: 'admin' })
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: 'role' }] })
  })

  test('is validated with the specified messages', { tags: ['5.15'] }, async () => {
    expect((await admin.post('/users', {})).json().errors).toEqual([
      { path: 'name', message: 'Il nome è obbligatorio.' },
      { path: 'surname', message: 'Il cognome è obbligatorio.' },
      { path: 'email', message: "L'email è obbligatoria." },
      { path: 'role', message: 'Il ruolo è obbligatorio.' },
    ])
  })
})

describe('a new administrator', () => {
  test('is appointed by an administrator, and every present one is told', async () => {
    const editor = await here.as('editor', { name: 'Lia', surname: 'Riva', password_hash: 'x' })
    const other = await here.as('admin')
    const appoint = () => admin.post(`/users/${editor.id}/administrator`, undefined)
    expect((await editor.post(`/users/${editor.id}/administrator`, undefined)).statusCode).toBe(404)

    expect((await appoint()).json()).toMatchObject({ id: editor.id, role: 'admin' })
    expect((await appoint()).statusCode).toBe(200)

    expect((await editor.get('/users')).statusCode).toBe(200)
    const told = here.db.selectFrom('messages').select('record_id').where('kind', '=', 'administrator-appointed')
    expect((await told.execute()).map(({ record_id }) => record_id).sort()).toEqual([admin.id, other.id].sort())
  })

  test.each([{ is_disabled: true, password_hash: 'x' }, { password_hash: null }])(
    'is not one with %j',
    async (user) => {
      const { id } = await here.newUser({ role: 'editor', ...user })
      expect((await admin.post(`/users/${id}/administrator`, undefined)).statusCode).toBe(409)
    },
  )
})

describe('a changed user', () => {
  test('keeps the password if the field is empty', { tags: ['3.2'] }, async () => {
    const { id } = (await admin.post('/users', luca)).json()
    const changed = await admin.put(`/users/${id}`, { ...luca, surname: 'Galli', role: 'operator', password: '' })
    expect(changed.json()).toMatchObject({ id, surname: 'Galli', role: 'operator' })
    expect((await logIn('luca@salone.it', 'Salone-2026!')).statusCode).toBe(200)
  })

  test('is logged out by a new password or by disabling, and loses a role at once', {
    tags: ['4.16'],
  }, async () => {
    const editor = await here.as('editor', luca.email ? { email: luca.email } : {})
    const isIn = async (token: string) => (await here.withToken(token).get('/user/userInfo')).statusCode === 200

    await admin.put(`/users/${editor.id}`, { ...luca, role: 'operator', password: '' })
    expect(await isIn(editor.token)).toBe(true)
    expect((await editor.post('/calendars', {})).statusCode).toBe(404)

    await admin.put(`/users/${editor.id}`, { ...luca, password: 'Nuova-2026!' })
    expect(await isIn(editor.token)).toBe(false)

    const again = await here.newSession(editor.id)
    await admin.put(`/users/${editor.id}`, { ...luca, password: '', is_disabled: true })
    expect(await isIn(again)).toBe(false)
    expect((await logIn('luca@salone.it', 'Nuova-2026!')).statusCode).toBe(401)
    await admin.put(`/users/${editor.id}`, { ...luca, password: '', is_disabled: false })
    expect(await isIn(again)).toBe(false)
  })

  test('is logged out when deleted', { tags: ['7.9'] }, async () => {
    const editor = await here.as('editor')
    expect((await admin.delete(`/users/${editor.id}`)).statusCode).toBe(204)
    expect((await editor.get('/user/userInfo')).statusCode).toBe(401)
    expect((await admin.delete(`/users/${editor.id}`)).statusCode).toBe(404)
    expect((await admin.put(`/users/${editor.id}`, luca)).statusCode).toBe(404)
  })

  test('a user of another tenant is not found', async () => {
    const elsewhere = await server.newTenant()
    const there = await elsewhere.newUser({ role: 'editor' })
    expect((await admin.put(`/users/${there.id}`, luca)).statusCode).toBe(404)
    expect((await admin.delete(`/users/${there.id}`)).statusCode).toBe(404)
  })
})

describe('an administrator cannot lock out', () => {
  const self = { name: 'Ada', surname: 'Bianchi', email: 'capo@salone.it', role: 'admin', password: '' }

  test('themselves by disabling, demoting or deleting', { tags: ['6.6'] }, async () => {
    await here.as('admin')
    for (const change of [{ is_disabled: true }, { role: 'editor' }])
      expect((await admin.put(`/users/${admin.id}`, { ...self, ...change })).statusCode).toBe(409)
    expect((await admin.delete(`/users/${admin.id}`)).statusCode).toBe(409)
    expect((await admin.put(`/users/${admin.id}`, self)).statusCode).toBe(200)
  })

  test('another one, except by demoting', async () => {
    const other = await here.as('admin')
    const demoted = await admin.put(`/users/${other.id}`, { ...luca, password: '' })
    expect(demoted.json()).toMatchObject({ role: 'editor' })
  })

  test.each(['demote', 'disable', 'delete'])(
    'the last one when two administrators %s each other concurrently',
    { tags: ['6.6'] },
    async (what) => {
      for (let round = 0; round < 2; round++) {
        const [one, other] = [await here.as('admin'), await here.as('admin')]
        await here.db
          .updateTable('users')
          .set({ is_disabled: true })
          .where('id', 'not in', [one.id, other.id])
          .execute()
        const against = (who: typeof one, whom: number) =>
          what === 'delete'
            ? who.delete(`/users/${whom}`)
            : who.put(`/users/${whom}`, {
                ...luca,
                email: `u${whom}@salone.it`,
                password: '',
                role: what === 'demote' ? 'editor' : 'admin',
                is_disabled: what === 'disable',
              })

        await Promise.all([against(one, other.id), against(other, one.id)])

        const remainingAdmins = await here.db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'admin')
          .where('is_disabled', '=', false)
          .where('deleted_at', 'is', null)
          .execute()
        expect(remainingAdmins.length).toBeGreaterThanOrEqual(1)
      }
    },
  )
})
