import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '@prenoto/core/startup-error.ts'

const FILE = 'secret-keys'
const KEY = /^[0-9a-f]{64}$/i

/** Keys of 32 bytes in hexadecimal, separated by commas or lines; undefined if one is invalid. */
export function parseSecretKeys(text: string): Buffer[] | undefined {
  const keys = text.trim().split(/[\s,]+/)
  return keys.every((key) => KEY.test(key)) ? keys.map((key) => Buffer.from(key, 'hex')) : undefined
}

type KeySettings = { secretKeys: Buffer[]; databaseUrl?: string; dataDir: string }

/**
 * The installation's secret keys, newest first: SECRET_KEYS or, with the embedded database, a file in the data folder that the
 * first start creates. Empty with an external database and no SECRET_KEYS, since its servers must share the keys.
 */
export async function readSecretKeys({ secretKeys, databaseUrl, dataDir }: KeySettings): Promise<Buffer[]> {
  if (secretKeys.length > 0 || databaseUrl) return secretKeys
  const path = join(dataDir, FILE)
  const text = (await readIfThere(path)) ?? (await createKeyFile(dataDir, path))
  const keys = parseSecretKeys(text)
  if (!keys) throw new StartupError(`${path} is damaged: restore it from a backup, since it decrypts stored secrets.`)
  return keys
}

/** Stores keys that a restored backup needs, before those that are there. */
export async function addSecretKeys({ dataDir }: Pick<KeySettings, 'dataDir'>, keys: Buffer[]) {
  const path = join(dataDir, FILE)
  const lines = [...keys.map((key) => key.toString('hex')), (await readIfThere(path))?.trim() ?? '']
  await mkdir(dataDir, { recursive: true })
  await writeFile(`${path}.new`, `${lines.join('\n').trim()}\n`, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}

const readIfThere = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Linking a finished file is atomic, so of two starting processes one creates the file and both read it. */
async function createKeyFile(dataDir: string, path: string) {
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
