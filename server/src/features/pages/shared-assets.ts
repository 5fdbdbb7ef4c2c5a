import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'

const HOUR = 3600_000
/** Files that no server has renewed for this long are deleted, in milliseconds. */
const MAX_AGE = 26 * HOUR

type SharedAssetsOptions = { dataDir: string; built: string; log: Logger }

export const sharedAssetsFolder = (dataDir: string) => join(dataDir, 'assets')

/**
 * Copies the built assets of this release (the folder `built`) to DATA_DIR and renews them every hour, so that servers of
 * another release can answer for them, for a day after the last server of this release has stopped. Files of different
 * releases never collide, since their names contain a hash of their content. Returns a function that stops the renewal.
 * Failures are logged: the server can serve its own assets without the copies.
 */
export async function shareAssets({ dataDir, built, log }: SharedAssetsOptions): Promise<() => void> {
  const folder = sharedAssetsFolder(dataDir)
  const renew = () => renewAssets(folder, built).catch((err) => log.warn({ err }, 'assets not shared'))
  await renew()
  const timer = setInterval(renew, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}

async function renewAssets(folder: string, built: string) {
  await mkdir(folder, { recursive: true })
  const present = new Set(await readdir(folder))
  const now = new Date()
  for (const name of await readdir(built)) {
    const path = join(folder, name)
    if (!present.delete(name)) await copyWhole(join(built, name), path)
    await utimes(path, now, now)
  }
  for (const name of present) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && now.getTime() - stats.mtimeMs > MAX_AGE) await rm(path, { force: true })
  }
}

/** Copies under another name first, so that a file is never found half-written. The copy is private, like all of DATA_DIR. */
async function copyWhole(from: string, to: string) {
  const temporary = `${to}.${randomUUID()}.tmp`
  await writeFile(temporary, await readFile(from))
  await rename(temporary, to)
}
