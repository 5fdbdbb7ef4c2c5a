import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const WHOLE = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')

const charactersBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

/** Latin-1, so that neighbours' names are whole, too, and the punctuation and signs that our texts use. */
const CHARACTERS = `${charactersBetween(0x20, 0x7e)}${charactersBetween(0xa0, 0xff)}ŒœŸ‑–—‘’‚“”„†•…‹›€™←↑→↓−`

/** From plain text to the boldest of our styles. */
const WEIGHTS = { min: 400, max: 700 }

/** Writes as much of the typeface as Italian and our styles need: some 28 kB of 48. */
export async function writeTypeface(path: string) {
  const { default: subsetFont } = await import('subset-font')
  const subset = await subsetFont(await readFile(WHOLE), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
  })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, subset)
}
