import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { newFullTenant } from '@prenoto/test-support/server/full-tenant.ts'
import { aBooking, nextMonday, type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptionWith } from '../../lib/encryption.ts'

/** The commit of the last release, whose processes go on serving while those of this version start. */
const LAST_RELEASE = '0d488b2f1e'

const ROOT = join(import.meta.dirname, '../../../..')
const git = (...words: string[]) => execFileSync('git', ['-C', ROOT, ...words], { maxBuffer: 1e9, stdio: 'pipe' })

/** Writes the files of the last release to the folder, with the packages of this version. */
async function checkOut(folder: string) {
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', LAST_RELEASE) })
  for (const modules of ['node_modules', ...globSync('*/node_modules', { cwd: ROOT })]) {
    await mkdir(join(folder, modules), { recursive: true })
    const packages = (await readdir(join(ROOT, modules))).filter((name) => name !== '@prenoto')
    for (const name of packages) await symlink(join(ROOT, modules, name), join(folder, modules, name))
  }
  await mkdir(join(folder, 'node_modules/@prenoto'))
  for (const workspace of ['core', 'postgres', 'server', 'web'])
    await symlink(join(folder, workspace), join(folder, 'node_modules/@prenoto', workspace))
  await symlink(join(ROOT, 'web/dist'), join(folder, 'web/dist'))
}

/** Whether this is a checkout without the project's history. */
function isShallow() {
  try {
    return git('rev-parse', '--is-shallow-repository').toString().trim() === 'true'
  } catch {
    // Not a Git repository.
    return true
  }
}

const KEY = randomBytes(32)

/** Creates the data, as a server of this version does. */
let present: TestServer
let folder: string
let server: ServerProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-last-release-'))
  present = await testServer({ encryption: encryptionWith([KEY]) })
})
afterAll(async () => {
  await server?.end('SIGINT')
  await present.close()
  await rm(folder, { recursive: true, force: true })
})

test('the server of the last release works on the schema of this version', async ({ skip }) => {
  if (isShallow()) skip('`git fetch --unshallow` brings the last release.')
  // Throws if a rebase left the commit behind: no clone has it then.
  git('merge-base', '--is-ancestor', LAST_RELEASE, 'HEAD')
  await checkOut(folder)
  server = spawnServer(
    {
      DATABASE_URL: present.url,
      DATA_DIR: join(folder, 'data'),
      SECRET_KEYS: KEY.toString('hex'),
      // Compiled modules of a temporary folder would fill the cache.
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
    { entry: join(folder, 'server/src/main.ts') },
  )
  const here = await newFullTenant(present, encryptionWith([KEY]))
  await present.owner.query(`update users set role = 'admin' where id = $1`, [here.userId])
  const other = await present.newTenant()
  await other.newUser({ email: 'ugo@example.it', password_hash: PASSWORD_HASH })
  await server.ready()

  const payload = { email: 'ugo@example.it', password: PASSWORD }
  const logIn = { host: other.domain, method: 'POST', path: '/login', payload }
  expect(await server.callUntilServed(logIn)).toMatchObject({ status: 200 })

  const host = here.domain
  const token = await here.newSession(here.userId, { created: Temporal.Now.instant() })
  const headers = { authorization: `Bearer ${token}` }
  const { paths } = JSON.parse((await server.callUntilServed({ host, path: '/openapi.json' })).body)
  const reads = Object.keys(paths).filter((path) => paths[path].get && !path.includes('{'))
  expect(reads.length).toBeGreaterThan(30)
  for (const path of reads.filter((path) => !path.endsWith('/stream'))) {
    const { status } = await server.callUntilServed({ host, path: path.replace(/^\/api/, ''), headers })
    expect([200, 404, 422], path).toContain(status)
  }

  // This telephone has not consented to text messages, which would replace e-mails.
  const visit = { ...aBooking, telephone: '3339876543', visit_day: nextMonday() }
  const post = (path: string, body: object, sent = {}) =>
    server!.callUntilServed({ host, method: 'POST', path, payload: body, headers: sent })
  const booked = await post(`/client/bookings/create/${here.serviceId}`, visit)
  expect(booked.status).toBe(201)
  const staffBooking = { ...visit, visit_hour: '15:00', service_id: here.serviceId }
  expect((await post('/bookings/create', staffBooking, headers)).status).toBe(201)
  const { hidden_id } = JSON.parse(booked.body)
  const cancel = { host, method: 'DELETE', path: `/client/bookings/delete/${hidden_id}` }
  expect((await server.callUntilServed(cancel)).status).toBeLessThan(300)
  const sent = () =>
    present.owner.query(
      `select from messages join bookings on bookings.id = record_id
       where hidden_id = $1 and kind = 'cancellation' and sent_at is not null`,
      [hidden_id],
    )
  await expect.poll(async () => (await sent()).rowCount).toBe(1)
})
