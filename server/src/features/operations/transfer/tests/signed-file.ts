import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { writeFile } from '../tenant-file.ts'

/** The lines of a file with a new end: its checksum, and the signature by a key. */
export async function signText(text: string, key: Buffer | undefined): Promise<string> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('["end",'))
  const sections = lines.map((line) => {
    const [, kind = '', value = ''] = /^\["([a-z_]+)",(.*)\]$/s.exec(line) ?? []
    return { kind, values: [value] }
  })
  return readText(writeFile(Readable.from(sections), key))
}
