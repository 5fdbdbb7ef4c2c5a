import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { notFound } from '../errors.ts'
import type { FileStore } from './file-store.ts'
import { deleteUpload, findUpload, insertUpload } from './uploads.repository.ts'

type Purpose = Row<'uploads'>['purpose']
type Image = { key: string; content: Buffer; purpose: Purpose }

const ADDRESS = '/api/uploads/'

/** The key in the address of an image that only the staff may see; undefined for any other address. */
export const keyOf = (address: string) => (address.startsWith(ADDRESS) ? address.slice(ADDRESS.length) : undefined)

/** 128 random bits: a name that nobody can guess. */
export const newName = () => randomBytes(16).toString('base64url')

const typeOf = (key: string) => (key.endsWith('.png') ? 'image/png' : 'image/webp')

/** Each business has a folder of its own. */
const placeOf = (ctx: Context, key: string) => `${ctx.tenant.id}/${key}`

/** Keeps an image that has been drawn anew. */
export async function keepImage(ctx: Context, files: FileStore, { key, content, purpose }: Image) {
  await files.put(placeOf(ctx, key), content, typeOf(key))
  await insertUpload(ctx, { storage_key: key, purpose, content_type: typeOf(key), bytes: content.length })
}

/** Keeps an image that only the staff may see. Returns its address. */
export async function keepStaffImage(ctx: Context, files: FileStore, content: Buffer, purpose: 'photo' | 'image') {
  const key = `${newName()}.webp`
  await keepImage(ctx, files, { key, content, purpose })
  return `${ADDRESS}${key}`
}

/** The image kept under a key for one of the purposes. Throws 404. */
export async function readImage(ctx: Context, files: FileStore, key: string, purposes: Purpose[]): Promise<Buffer> {
  const upload = await findUpload(ctx, key, purposes)
  const content = upload && (await files.get(placeOf(ctx, upload.storage_key)))
  if (!content) throw notFound('Il file richiesto non esiste.')
  return content
}

/** Throws an image away for good. */
export async function discardImage(ctx: Context, files: FileStore, key: string) {
  await deleteUpload(ctx, key)
  await files.remove(placeOf(ctx, key))
}
