import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { S3mini } from 's3mini'
import type { Bucket } from '../../settings/settings.ts'

/** Storage of uploaded files and backups. A key is a path such as 'tenant/name' and never contains user input. */
export type FileStore = {
  put(key: string, content: Buffer, contentType: string): Promise<void>
  /** Undefined for a missing file. */
  get(key: string): Promise<Buffer | undefined>
  /** Ignores a missing file. */
  remove(key: string): Promise<void>
  /** Removes every file of a folder: of a tenant, including those without a database row, or of a backup. */
  removeAll(folder: number | string): Promise<void>
  /** Stores a file, which never changes, under another key, too. */
  copy(key: string, newKey: string, contentType: string): Promise<void>
  /** The keys of all files in a folder and below it, and on a disk the folders there, which end with a slash. */
  list(folder: string): Promise<string[]>
}

/** The bucket if one is set, else a folder of the data directory. */
export const openFileStore = ({ bucket, dataDir }: { bucket?: Bucket; dataDir: string }) =>
  bucket ? bucketStore(bucket) : diskStore(join(dataDir, 'uploads'))

/** Files below a folder, written atomically. */
export function diskStore(folder: string): FileStore {
  return {
    async put(key, content) {
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.new`, content, { flush: true })
      await rename(`${path}.new`, path)
    },
    async get(key) {
      return readFile(join(folder, key)).catch(ignoreMissing)
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    removeAll: (name) => rm(join(folder, String(name)), { recursive: true, force: true }),
    async copy(key, newKey) {
      const [path, newPath] = [join(folder, key), join(folder, newKey)]
      await mkdir(dirname(newPath), { recursive: true })
      // Not every file system has hard links.
      await link(path, newPath).catch(() => copyFile(path, newPath, constants.COPYFILE_FICLONE))
    },
    async list(name) {
      const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(ignoreMissing)
      return (entries ?? []).map((entry) => {
        const key = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
        return entry.isDirectory() ? `${key}/` : key
      })
    },
  }
}

const ignoreMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** A redirect would lead to a host that no setting names. */
const fetchFromBucket: typeof globalThis.fetch = (input, init) =>
  // biome-ignore lint/style/noRestrictedGlobals: the address of the bucket comes from the settings
  fetch(input, { ...init, redirect: 'error' })

/** Objects of an S3-compatible bucket; `timeout` of each call in milliseconds. */
export function bucketStore(bucket: Bucket, timeout = 5_000): FileStore {
  const s3 = new S3mini({ ...bucket, requestAbortTimeout: timeout, fetch: fetchFromBucket })
  const list = async (folder: string) => ((await s3.listObjects('/', `${folder}/`)) ?? []).map(({ Key }) => Key)
  return {
    async put(key, content, contentType) {
      await s3.putObject(key, content, contentType)
    },
    async get(key) {
      const content = await s3.getObjectArrayBuffer(key)
      return content ? Buffer.from(content) : undefined
    },
    async remove(key) {
      await s3.deleteObject(key)
    },
    async removeAll(folder) {
      for (const key of await list(String(folder))) await s3.deleteObject(key)
    },
    async copy(key, newKey, contentType) {
      // Not every server of S3 decodes the slashes in the header of a copy.
      const content = await s3.getObjectArrayBuffer(key)
      if (!content) throw new Error(`The file ${key} is missing`)
      await s3.putObject(newKey, Buffer.from(content), contentType)
    },
    list,
  }
}
