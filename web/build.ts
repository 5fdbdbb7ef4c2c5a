import { globSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Builds the web into `web/dist`, unless the output is newer than its sources. */

const DIST = join(import.meta.dirname, 'dist')
/** Written last, so that an interrupted build is repeated. */
const STAMP = join(DIST, 'built')
const SOURCES = ['web/{public,src}/**', 'web/*.*', 'core/src/**', 'docs/guida/**', 'package*.json']
const COMPRESSIBLE = '**/*.{js,css,svg,json,txt}'
/** Bytes; compressing a smaller file saves nothing. */
const MIN_SIZE = 1024

const modifiedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
const sources = globSync(SOURCES, { cwd: join(import.meta.dirname, '..'), exclude: ['**/*.test.*', '**/testing/**'] })
const isCurrent = sources.every((path) => modifiedAt(join(import.meta.dirname, '..', path)) <= modifiedAt(STAMP))
if (!isCurrent) await build()

async function build() {
  const start = performance.now()
  rmSync(DIST, { recursive: true, force: true })
  process.env.NODE_ENV = 'production'
  // Imported here, so that a start without a build stays fast.
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ root: import.meta.dirname, logLevel: 'warn' })
  await builder.buildApp()
  await compressFiles(join(DIST, 'client'))
  writeFileSync(STAMP, '')
  process.stdout.write(`Built web/dist in ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

/** Writes a .br and a .gz beside each file. The server sends them as they are. */
async function compressFiles(folder: string) {
  const compress = async (name: string) => {
    const path = join(folder, name)
    const content = await readFile(path)
    if (content.length < MIN_SIZE) return
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
  await Promise.all(globSync(COMPRESSIBLE, { cwd: folder }).map(compress))
}
