import { encryptionWith } from '../../lib/encryption.ts'
import type { FileStore } from '../uploads/file-store.ts'

/** Bytes of a part, about: the most of a file that is in memory, and that is encrypted in one turn of the event loop. */
const PART_SIZE = 2 ** 20

type Place = { files: FileStore; tenantId: number; folder: string; key: Buffer }

/** The folder with the copies of a business. No route reads it: those of uploads find their keys in a table. */
export const copiesFolder = (tenantId: number) => `${tenantId}/copies`

const toStoreKey = ({ tenantId, folder }: Place, part: number) => `${copiesFolder(tenantId)}/${folder}/${part}`

const toPurpose = (part: number) => `part ${part} of a data copy`

/** Stores the content in encrypted parts. */
export async function storeParts(content: AsyncIterable<Buffer>, place: Place) {
  const encryption = encryptionWith([place.key])
  let parts = 0
  let bytes = 0
  let chunks: Buffer[] = []
  let length = 0
  async function store() {
    const part = encryption.encrypt(toPurpose(parts), Buffer.concat(chunks))
    await place.files.put(toStoreKey(place, parts), part, 'application/octet-stream')
    parts += 1
    bytes += length
    chunks = []
    length = 0
  }
  for await (const chunk of content) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= PART_SIZE) await store()
  }
  await store()
  return { parts, bytes }
}

/** A part of the stored content; undefined if its file is missing. */
export async function readPart(place: Place, part: number): Promise<Buffer | undefined> {
  const content = await place.files.get(toStoreKey(place, part))
  return content && encryptionWith([place.key]).decrypt(toPurpose(part), content)
}
