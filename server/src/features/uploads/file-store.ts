import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { S3mini } from 's3mini'
import type { Bucket } from '../../settings/settings.ts'

/** Storage of uploaded files. A key is 'tenant/name' and never contains user input. */
export type FileStore = {
  put(key: string, content: Buffer, contentType: string): Promise<void>
  /** Undefined for a missing file. */
  get(key: string): Promise<Buffer | undefined>
  /** Ignores a missing file. */
  remove(key: string): Promise<void>
  /** Removes every file of a tenant, including those without a database row. */
  removeAll(tenantId: number): Promise<void>
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
      await writeFile(`${path}.new`, content)
      await rename(`${path}.new`, path)
    },
    async get(key) {
      return readFile(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    removeAll: (tenantId) => rm(join(folder, String(tenantId)), { recursive: true, force: true }),
  }
}

/** A redirect would lead to a host that no setting names. */
const fetchFromBucket: typeof globalThis.fetch = (input, init) =>
  // biome-ignore lint/style/noRestrictedGlobals: the address of the bucket comes from the settings
  fetch(input, { ...init, redirect: 'error' })

/** Objects of an S3-compatible bucket; `timeout` of each call in milliseconds. */
export function bucketStore(bucket: Bucket, timeout = 5_000): FileStore {
  const s3 = new S3mini({ ...bucket, requestAbortTimeout: timeout, fetch: fetchFromBucket })
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
    async removeAll(tenantId) {
      const objects = (await s3.listObjects('/', `${tenantId}/`)) ?? []
      for (const { Key } of objects) await s3.deleteObject(Key)
    },
  }
}
