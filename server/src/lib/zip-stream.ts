import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipEntry = { path: string; content: Readable; isCompressed?: boolean }

/**
 * Streams a ZIP of entries, each of which is read when the output is. A failure of one destroys the output; when the output is
 * destroyed, so is the entry that is being read.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  output.once('close', () => current?.destroy())

  async function addEntries() {
    for await (const { path, content, isCompressed = true } of entries) {
      current = content
      if (output.destroyed) content.destroy()
      zip.addReadStream(content, path, { compress: isCompressed })
      await finished(content)
    }
    zip.end()
  }
  addEntries().catch((error) => output.destroy(error))
  return output
}
