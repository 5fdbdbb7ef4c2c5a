import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, START, spawnServer } from '../test/server-process.ts'
import { environmentAt, newDatabase, type TestDatabase } from '../test/test-database.ts'

let database: TestDatabase
let server: ServerProcess
beforeAll(async () => {
  database = await newDatabase()
  server = spawnServer(environmentAt(database.url), { ...START, options: ['--max-old-space-size=100'] })
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
