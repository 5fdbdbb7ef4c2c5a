import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')

test('prints its options, and rejects a wrong one with one sentence', () => {
  const run = (...words: string[]) => spawnSync(process.execPath, [MAIN, ...words], { encoding: 'utf8' })

  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--seed <number>'), stderr: '' })
  expect(run('--second', '3')).toMatchObject({
    status: 1,
    stderr: "error: unknown option '--second'\n(Did you mean --seed?)\n",
  })
  expect(run('--minutes', 'ten')).toMatchObject({
    status: 1,
    stderr: "error: option '--minutes <number>' argument 'ten' is invalid. Use a number above 0.\n",
  })
})
