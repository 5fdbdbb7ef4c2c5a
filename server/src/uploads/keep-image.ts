import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { notFound } from '../errors.ts'
import type { FileStore } from './file-store.ts'
import { deleteUpload, findUpload, insertUpload } from './uploads.repository.ts'

const CONTENT_TYPE = 'image/webp'
const ADDRESS = '/api/uploads/'

const addressOf = (key: string) => `${ADDRESS}${key}`

/** The key in an upload's address; undefined for any other address. */
export const keyOf = (address: string) => (address.startsWith(ADDRESS) ? address.slice(ADDRESS.length) : undefined)

/** Each business has a folder of its own. */
const placeOf = (ctx: Context, key: string) => `${ctx.tenant.id}/${key}`

/** Keeps an image that has been drawn anew, under a name that nobody can guess. Returns its address. */
export async function keepImage(ctx: Context, files: FileStore, image: Buffer, purpose: Row<'uploads'>['purpose']) {
  const key = `${randomBytes(16).toString('base64url')}.webp`
  await files.put(placeOf(ctx, key), image, CONTENT_TYPE)
  await insertUpload(ctx, { storage_key: key, purpose, content_type: CONTENT_TYPE, bytes: image.length })
  return addressOf(key)
}

/** An image that only the staff may see. Throws 404. */
export async function readImage(ctx: Context, files: FileStore, key: string): Promise<Buffer> {
  const upload = await findUpload(ctx, key, ['photo', 'image'])
  const content = upload && (await files.get(placeOf(ctx, upload.storage_key)))
  if (!content) throw notFound('Il file richiesto non esiste.')
  return content
}

/** Throws an image away for good. */
export async function discardImage(ctx: Context, files: FileStore, key: string) {
  await deleteUpload(ctx, key)
  await files.remove(placeOf(ctx, key))
}
