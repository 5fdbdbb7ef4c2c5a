import { isAscii } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, START, spawnServer } from '../test/server-process.ts'
import { environmentAt, newDatabase, type TestDatabase } from '../test/test-database.ts'
import { WEB_ROOT } from './pages/page-renderer.ts'

let database: TestDatabase
let server: ServerProcess
beforeAll(async () => {
  database = await newDatabase()
  server = spawnServer(environmentAt(database.url), ['--max-old-space-size=100'])
  await server.ready()
})
afterAll(async () => {
  await server.end('SIGTERM')
  await database.drop()
})

const wordsOf = async (name: string) => (await readFile(`/proc/${server.pid}/${name}`, 'utf8')).split('\0')

test.runIf(process.platform === 'linux')(
  'a server begins with what keeps its memory small, under the number and the options it was started with',
  async () => {
    expect(await wordsOf('environ')).toContain('MALLOC_ARENA_MAX=1')
    expect(await wordsOf('environ')).toContainEqual(expect.stringMatching(/^NODE_COMPILE_CACHE=\/.*prenoto$/))
    expect(await wordsOf('cmdline')).toContain('--max-old-space-size=100')
  },
)

test('what a server loads is one file, and in none that V8 keeps the text of does a letter take two bytes', async () => {
  const built = join(START.file, '..')
  const rendering = join(WEB_ROOT, 'dist/server')
  const files = [
    ...['main.js', 'process.js'].map((name) => join(built, name)),
    ...['entry-server.js', 'entry-mail.js'].map((name) => join(rendering, name)),
  ]

  for (const file of files) expect(isAscii(await readFile(file)), file).toBe(true)
  const { length } = await readdir(built)
  expect(length).toBeLessThan(6)
})
