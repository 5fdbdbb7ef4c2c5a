const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** What each kind of image that is taken begins with. */
const SIGNATURES: [type: string, matches: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['image/webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
  ['image/avif', (bytes) => startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4)],
]

/** What an image is by its own bytes, whatever its name or sender say; undefined for all that is not taken. */
export const imageTypeOf = (bytes: Buffer) => SIGNATURES.find(([, matches]) => matches(bytes))?.[0]
