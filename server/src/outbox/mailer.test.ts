import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deleteOldMailFiles } from './mailer.ts'

test('deletes old e-mails from a folder; one that cannot be read is an error, a missing one is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-mail-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['old.eml', 'new.eml', 'old.txt']) await writeFile(join(folder, name), '')
  for (const name of ['old.eml', 'old.txt']) await utimes(join(folder, name), 1_000, 1_000)
  const before = Temporal.Instant.fromEpochMilliseconds(2_000_000)

  await deleteOldMailFiles(folder, before)

  expect((await readdir(folder)).sort()).toEqual(['new.eml', 'old.txt'])
  await deleteOldMailFiles(join(folder, 'missing'), before)
  await expect(deleteOldMailFiles(join(folder, 'new.eml'), before)).rejects.toThrow('ENOTDIR')
})
