import { readFile } from 'node:fs/promises'
import { StartupError } from '@prenoto/core/startup-error.ts'
import { keyId } from '../../../lib/encryption.ts'
import { parseSecretKeys } from '../../../settings/secret-keys.ts'
import { type BackupPlace, listBackups, type Manifest, readManifest } from './manifest.ts'

const toFileName = (place: Pick<BackupPlace, 'prefix'>, ids: string[]) =>
  `${place.prefix}prenoto-secret-keys-${ids[0]}.txt`

const EXPLANATION = `# The secret keys of Prenoto, newest first. The backups beside this file are of little use without them: they decrypt
# health notes and documents, and the secrets of authenticator apps. Move this file to another place than the backups, such
# as a password manager, so that nobody who gets hold of a backup can read these. It is not written again.
`

/**
 * Writes the keys beside the backups. An earlier backup with the same keys means that their file was written with that one
 * and may have been moved since. Returns the name of a new file.
 */
export async function writeKeyFile(place: BackupPlace, keys: Buffer[]): Promise<string | undefined> {
  if (keys.length === 0) return undefined
  const ids = keys.map((key) => keyId(key).toString('hex'))
  const latest = (await listBackups(place)).at(-1)
  if (latest && (await readManifest(place.files, latest)).key_ids.join() === ids.join()) return undefined
  const name = toFileName(place, ids)
  const lines = keys.map((key) => key.toString('hex')).join('\n')
  await place.files.put(name, Buffer.from(`${EXPLANATION}${lines}\n`), 'text/plain')
  return name
}

/** The keys beside a backup, or in another file; undefined if there is none. Throws a StartupError for another file. */
export async function readKeyFile(
  place: BackupPlace,
  { key_ids }: Manifest,
  path?: string,
): Promise<Buffer[] | undefined> {
  const content = path
    ? await readFile(path).catch(explainPath(path))
    : await place.files.get(toFileName(place, key_ids))
  if (!content) return undefined
  const keys = parseSecretKeys(content.toString().replaceAll(/^#.*$/gm, ''))
  if (!keys) throw new StartupError('The file of the secret keys is damaged. Nothing was restored.')
  return keys
}

const explainPath = (path: string) => (error: NodeJS.ErrnoException) => {
  throw new StartupError(`${path} cannot be read (${error.code}). Nothing was restored.`)
}

/** The ids of keys that a backup needs and that are not among these. */
export function findMissingKeys({ key_ids }: Manifest, keys: Buffer[]): string[] {
  const present = keys.map((key) => keyId(key).toString('hex'))
  return key_ids.filter((id) => !present.includes(id))
}
