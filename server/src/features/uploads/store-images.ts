import { randomBytes } from 'node:crypto'
import type { Row } from '../../database/schema.ts'
import { unavailable } from '../../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { FileNotFound, UploadQuotaReached } from './errors.ts'
import type { Uploads } from './open-uploads.ts'
import {
  deleteUploads,
  findUpload,
  insertUploads,
  listAbandoned,
  listStored,
  lockQuota,
  markAsDiscarded,
  markAsStored,
  releaseUnusedPictures,
  sumUploadBytes,
} from './uploads.repository.ts'

/** Seconds. */
const RETRY_AFTER = 10

type Purpose = Row<'uploads'>['purpose']
type NewImage = { key: string; content: Buffer; purpose: Purpose }

const ADDRESS = '/api/uploads/'

/** The address of an image for staff only. */
export const imageAddress = (key: string) => `${ADDRESS}${key}`

/** The key in an address of `imageAddress`; undefined for other addresses. */
const parseKey = (address: string) => (address.startsWith(ADDRESS) ? address.slice(ADDRESS.length) : undefined)

/** 128 random bits, so names cannot be guessed. */
export const randomName = () => randomBytes(16).toString('base64url')

const contentType = (key: string) => (key.endsWith('.png') ? 'image/png' : 'image/webp')

/** Headers of images for anybody: cached for ever, since a name is never reused, and embeddable by other sites. */
export const PUBLIC_IMAGE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': 'inline; filename="immagine.webp"',
}

/** Each tenant has its own folder. */
const toStoreKey = (ctx: Context, key: string) => `${ctx.tenant.id}/${key}`

/** Deletes unused images, then throws 422 if the quota is used up. */
export async function requireQuota(ctx: Context, uploads: Uploads, field: string) {
  await releaseUnused(ctx)
  await discardImages(ctx, uploads, await listAbandoned(ctx))
  if ((await sumUploadBytes(ctx)) >= quotaBytes(uploads)) throw quotaExceeded(uploads, field)
}

const releaseUnused = (ctx: Context) =>
  transaction(ctx, async (ctx) => {
    await lockQuota(ctx)
    await releaseUnusedPictures(ctx)
  })

/** Deletes all images that no record references and those left by a crash. Returns their number. */
export async function deleteUnusedImages(ctx: Context, uploads: Pick<Uploads, 'files' | 'log'>): Promise<number> {
  await releaseUnused(ctx)
  let deleted = 0
  for (;;) {
    const keys = await listAbandoned(ctx)
    await discardImages(ctx, uploads, keys)
    // Files that could not be deleted keep their rows for the next run.
    const abandonedKeys = new Set(await listAbandoned(ctx))
    deleted += keys.filter((key) => !abandonedKeys.has(key)).length
    if (keys.length === 0 || keys.some((key) => abandonedKeys.has(key))) return deleted
  }
}

/** Throws 422 if the files of the business, with those added in this transaction, exceed the quota. */
export async function requireSpace(ctx: Context, uploads: Uploads, field: string) {
  await lockQuota(ctx)
  if ((await sumUploadBytes(ctx)) > quotaBytes(uploads)) throw quotaExceeded(uploads, field)
}

const quotaBytes = ({ limits }: Uploads) => limits.quotaMb * 1024 * 1024

const quotaExceeded = ({ provider }: Uploads, field: string) => new UploadQuotaReached(field, { email: provider.email })

type StoreOptions<T> = {
  images: NewImage[]
  /** The form field of the file. */
  field: string
  /** Writes the references to the images in the transaction that marks them as stored. */
  saveReference?: (ctx: StaffContext) => Promise<T>
}

/**
 * Stores resized images. Inserts their rows first, so that they count towards the quota and a crash leaves no unknown file.
 * Throws 422 if the quota is exceeded, 503 when the files cannot be written.
 */
export async function storeImages<T>(
  ctx: StaffContext,
  uploads: Uploads,
  { images, field, saveReference }: StoreOptions<T>,
) {
  await transaction(ctx, async (ctx) => {
    await insertUploads(ctx, images.map(toRow))
    await requireSpace(ctx, uploads, field)
  })

  const keys = images.map(({ key }) => key)
  try {
    for (const { key, content } of images)
      await uploads.files.put(toStoreKey(ctx, key), content, contentType(key)).catch(asUnavailable)
    return await transaction(ctx, async (ctx) => {
      if ((await markAsStored(ctx, keys)) < keys.length)
        throw new Error('a concurrent upload deleted the files as abandoned before they were stored')
      return saveReference?.(ctx) as T
    })
  } catch (error) {
    await discardImages(ctx, uploads, keys)
    throw error
  }
}

const toRow = ({ key, content, purpose }: NewImage) => ({
  storage_key: key,
  purpose,
  content_type: contentType(key),
  bytes: content.length,
})

/** The image with this key and one of the purposes. Throws 404, or 503 when the file cannot be read. */
export async function readImage(
  ctx: Context,
  { files }: Uploads,
  { key, purposes }: { key: string; purposes: Purpose[] },
) {
  const upload = await findUpload(ctx, key, purposes)
  const content = upload && (await files.get(toStoreKey(ctx, upload.storage_key)).catch(asUnavailable))
  if (!content) throw new FileNotFound()
  return content
}

function asUnavailable(cause: unknown): never {
  throw unavailable('Le immagini non sono al momento raggiungibili. Riprova tra poco.', RETRY_AFTER, cause)
}

/** Call within a transaction. Returns the keys to pass to `discardImages` after the commit. */
export async function releaseImage(ctx: Context, address: string): Promise<string[]> {
  const key = parseKey(address)
  if (!key) return []
  await markAsDiscarded(ctx, [key])
  return [key]
}

/** Deletes those of the images that are not marked as stored. After a failure a later upload tries again. */
export async function discardImages(ctx: Context, { files, log }: Pick<Uploads, 'files' | 'log'>, keys: string[]) {
  if (keys.length === 0) return
  try {
    const stored = await listStored(ctx, keys)
    const discarded = keys.filter((key) => !stored.has(key))
    for (const key of discarded) await files.remove(toStoreKey(ctx, key))
    await deleteUploads(ctx, discarded)
  } catch (err) {
    log.warn({ err, tenant: ctx.tenant.id }, 'images could not be deleted, a later upload will try again')
  }
}
