const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** The first bytes of each accepted type. */
const SIGNATURES: [type: string, matches: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['image/webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
  ['image/avif', (bytes) => startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4)],
]

/** The media type by the file's content, not by its name; undefined for types that are not accepted. */
export const detectImageType = (bytes: Buffer) => SIGNATURES.find(([, matches]) => matches(bytes))?.[0]

export const isPdf = (bytes: Buffer) => startsWith(bytes, '%PDF-')
