import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { inject } from 'vitest'

const { mailFolder } = inject('site')

/** The e-mails of a kind that the server has written; a file whose name begins with a dot is still being written. */
export async function readMails(kind: string) {
  const names = await readdir(mailFolder).catch(() => [])
  const files = names.filter((name) => !name.startsWith('.') && name.includes(`Z-${kind}-`))
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(mailFolder, file)))))
}
