import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDatabase } from '@prenoto/test-support/database/test-database.ts'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { book, HOST, newAttempt, offeredSlots } from '@prenoto/test-support/server/booking-load.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnerPool, type Pool } from '../connection.ts'

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

let database: Awaited<ReturnType<typeof newDatabase>>
let owner: Pool
let folder: string
let server: ServerProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-last-release-'))
  database = await newDatabase()
  owner = openOwnerPool(database.url)
})
afterAll(async () => {
  await server?.end('SIGINT')
  await owner.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const payload = { email: 'admin@demo.it', password: 'Prenota-2026!' }

test('the server of the last release works on the schema of this version', async ({ skip }) => {
  if (isShallow()) skip('`git fetch --unshallow` brings the last release.')
  // Throws if a rebase left the commit behind: no clone has it then.
  git('merge-base', '--is-ancestor', LAST_RELEASE, 'HEAD')
  await checkOut(folder)
  server = spawnServer(
    // Compiled modules of a temporary folder would fill the cache.
    { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), DEMO: 'on', NODE_DISABLE_COMPILE_CACHE: '1' },
    { entry: join(folder, 'server/src/main.ts') },
  )
  await server.ready()

  const { body } = await server.callUntilServed({ host: HOST, method: 'POST', path: '/login', payload })
  const headers = { authorization: `Bearer ${JSON.parse(body).access_token}` }
  const { paths } = JSON.parse((await server.callUntilServed({ host: HOST, path: '/openapi.json' })).body)
  const reads = Object.keys(paths).filter((path) => paths[path].get && !path.includes('{'))
  expect(reads.length).toBeGreaterThan(30)
  for (const path of reads.filter((path) => !path.endsWith('/stream'))) {
    const { status } = await server.callUntilServed({ host: HOST, path: path.replace(/^\/api/, ''), headers })
    expect([200, 404, 422], path).toContain(status)
  }

  const [first, second] = await offeredSlots(server)
  const attempt = newAttempt(first!, 'first')
  await book(server, attempt)
  expect(attempt.status).toBe(201)
  const { status } = await server.callUntilServed({
    host: HOST,
    method: 'POST',
    path: '/bookings/create',
    headers,
    payload: { ...newAttempt(second!, 'second').payload, service_id: second!.id },
  })
  expect(status).toBe(201)
  const cancel = { host: HOST, method: 'DELETE', path: `/client/bookings/delete/${attempt.hiddenId}` }
  expect((await server.callUntilServed(cancel)).status).toBeLessThan(300)
  const sent = () => owner.query(`select from messages where kind = 'cancellation' and sent_at is not null`)
  await expect.poll(async () => (await sent()).rowCount).toBe(1)
})
