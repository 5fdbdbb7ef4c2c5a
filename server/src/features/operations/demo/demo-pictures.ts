import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_WIDTHS, pictureAddress } from '@prenoto/core/uploads/picture-address.ts'
import type { FileStore } from '../../uploads/file-store.ts'

const FOLDER = join(import.meta.dirname, 'pictures')
const WEBP = 'image/webp'

export type DemoPicture = { address: string; uploads: object[] }

/** Stores a drawing like an upload. All widths are the same small file. */
export async function storeDemoPicture(files: FileStore, tenantId: number, drawing: string): Promise<DemoPicture> {
  const content = await readFile(join(FOLDER, `${drawing}.webp`))
  const name = randomBytes(16).toString('base64url')
  const keys = Object.values(PICTURE_WIDTHS).map((width) => `${name}-${width}.webp`)
  for (const key of keys) await files.put(`${tenantId}/${key}`, content, WEBP)
  return {
    address: pictureAddress(name),
    uploads: keys.map((storage_key) => ({
      storage_key,
      purpose: 'picture',
      content_type: WEBP,
      bytes: content.length,
      is_stored: true,
    })),
  }
}
