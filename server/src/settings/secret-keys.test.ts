import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSecretKeys } from './secret-keys.ts'
import { readSettings } from './settings.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-keys-'))
  folders.push(folder)
  return folder
}

test('the first start creates a key that only its user reads, and later ones read it', async () => {
  const DATA_DIR = await newFolder()
  const settings = readSettings({ DATA_DIR })

  const starts = await Promise.all(Array.from({ length: 5 }, () => readSecretKeys(settings)))

  expect(starts[0]).toHaveLength(1)
  expect(starts[0]![0]).toHaveLength(32)
  for (const keys of starts) expect(keys).toEqual(starts[0])
  expect(await readSecretKeys(settings)).toEqual(starts[0])
  expect(await readdir(DATA_DIR)).toEqual(['secret-keys'])
  expect((await stat(join(DATA_DIR, 'secret-keys'))).mode & 0o777).toBe(0o600)
})

test('a damaged key file stops the start instead of being replaced', async () => {
  const DATA_DIR = await newFolder()
  await writeFile(join(DATA_DIR, 'secret-keys'), 'abc')

  await expect(readSecretKeys(readSettings({ DATA_DIR }))).rejects.toThrow('restore it from a backup')
})

test('SECRET_KEYS lists the keys, newest first, and an external database has no others', async () => {
  const DATABASE_URL = 'postgres://user@db.example/prenoto'
  const SECRET_KEYS = `${'ab'.repeat(32)},${'cd'.repeat(32)}`
  const settings = readSettings({ DATABASE_URL, SECRET_KEYS })

  expect(await readSecretKeys(settings)).toEqual([Buffer.alloc(32, 0xab), Buffer.alloc(32, 0xcd)])
  expect(await readSecretKeys(readSettings({ DATABASE_URL }))).toEqual([])
  expect(() => readSettings({ SECRET_KEYS: 'short' })).toThrow('SECRET_KEYS: ')
})
