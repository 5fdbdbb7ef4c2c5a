import { randomBytes } from 'node:crypto'
import type { Row } from '../../database/schema.ts'
import { invalid, notFound, unavailable } from '../../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import type { Uploads } from './open-uploads.ts'
import {
  deleteUploads,
  findUpload,
  insertUploads,
  listKept,
  listLeftovers,
  lockQuota,
  markAsKept,
  markAsUnkept,
  releaseUnusedPictures,
  sumOfBytes,
} from './uploads.repository.ts'

/** Seconds after which a store that was away is asked again. */
const COME_BACK = 10

type Purpose = Row<'uploads'>['purpose']
type NewImage = { key: string; content: Buffer; purpose: Purpose }

const ADDRESS = '/api/uploads/'

/** The address of an image that only the staff may see. */
export const addressOf = (key: string) => `${ADDRESS}${key}`

/** The key in such an address; undefined for any other. */
const keyOf = (address: string) => (address.startsWith(ADDRESS) ? address.slice(ADDRESS.length) : undefined)

/** 128 random bits: a name that nobody can guess. */
export const newName = () => randomBytes(16).toString('base64url')

const typeOf = (key: string) => (key.endsWith('.png') ? 'image/png' : 'image/webp')

/** Each business has a folder of its own. */
const placeOf = (ctx: Context, key: string) => `${ctx.tenant.id}/${key}`

/** Throws away what nobody needs any more. Throws 422 when the business keeps so much that nothing more will fit. */
export async function requireRoom(ctx: Context, uploads: Uploads, field: string) {
  await transaction(ctx, async (ctx) => {
    await lockQuota(ctx)
    await releaseUnusedPictures(ctx)
  })
  await discardImages(ctx, uploads, await listLeftovers(ctx))
  if ((await sumOfBytes(ctx)) >= quotaOf(uploads)) throw noRoom(uploads, field)
}

const quotaOf = ({ limits }: Uploads) => limits.quotaMb * 1024 * 1024

const noRoom = ({ provider }: Uploads, field: string) =>
  invalid(field, `Lo spazio per le immagini è esaurito: per averne altro scrivi a ${provider.email}.`)

type Keeping<T> = {
  images: NewImage[]
  /** The field in which the file came. */
  field: string
  /** Writes what refers to the images, in the transaction from which on they are kept. */
  refer?: (ctx: StaffContext) => Promise<T>
}

/**
 * Keeps images that have been drawn anew. Their rows come first: they count against the quota before the files take room,
 * and a crash leaves no file that nobody knows of. Throws 422 without room, 503 when the files cannot be written.
 */
export async function keepImages<T>(ctx: StaffContext, uploads: Uploads, { images, field, refer }: Keeping<T>) {
  await transaction(ctx, async (ctx) => {
    await lockQuota(ctx)
    await insertUploads(ctx, images.map(rowOf))
    if ((await sumOfBytes(ctx)) > quotaOf(uploads)) throw noRoom(uploads, field)
  })

  const keys = images.map(({ key }) => key)
  try {
    for (const { key, content } of images)
      await uploads.files.put(placeOf(ctx, key), content, typeOf(key)).catch(asUnavailable)
    return await transaction(ctx, async (ctx) => {
      if ((await markAsKept(ctx, keys)) < keys.length)
        throw new Error('a file took longer than leftovers are left alone')
      return refer?.(ctx) as T
    })
  } catch (error) {
    await discardImages(ctx, uploads, keys)
    throw error
  }
}

const rowOf = ({ key, content, purpose }: NewImage) => ({
  storage_key: key,
  purpose,
  content_type: typeOf(key),
  bytes: content.length,
})

/** The image kept under a key for one of the purposes. Throws 404, and 503 when it cannot be read. */
export async function readImage(
  ctx: Context,
  { files }: Uploads,
  { key, purposes }: { key: string; purposes: Purpose[] },
) {
  const upload = await findUpload(ctx, key, purposes)
  const content = upload && (await files.get(placeOf(ctx, upload.storage_key)).catch(asUnavailable))
  if (!content) throw notFound('Il file richiesto non esiste.')
  return content
}

function asUnavailable(cause: unknown): never {
  throw unavailable('Le immagini non sono al momento raggiungibili. Riprova tra poco.', COME_BACK, cause)
}

/** Within a transaction: an image of the staff is kept no longer. Returns what is to be discarded after it. */
export async function releaseImage(ctx: Context, address: string): Promise<string[]> {
  const key = keyOf(address)
  if (!key) return []
  await markAsUnkept(ctx, [key])
  return [key]
}

/** Throws those images away that are not kept, or no longer. What cannot be done now is left to a later upload. */
export async function discardImages(ctx: Context, { files, log }: Pick<Uploads, 'files' | 'log'>, keys: string[]) {
  if (keys.length === 0) return
  try {
    const kept = await listKept(ctx, keys)
    const unkept = keys.filter((key) => !kept.has(key))
    for (const key of unkept) await files.remove(placeOf(ctx, key))
    await deleteUploads(ctx, unkept)
  } catch (err) {
    log.warn({ err, tenant: ctx.tenant.id }, 'images were not thrown away, a later upload will try again')
  }
}
