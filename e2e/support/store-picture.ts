import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `PICTURES=docs/emails` saves the screenshots of e-mails; see the README there. */
export async function storePicture(kind: string, width: number, take: () => Promise<Buffer>) {
  const folder = process.env.PICTURES
  if (!folder) return
  const path = join(import.meta.dirname, '../..', folder)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, `${kind}-${width}.png`), await take())
}
