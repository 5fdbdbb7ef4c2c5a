import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PageAssets, SiteAssets } from '@prenoto/core/pages/page-data.ts'
import type { Manifest } from 'vite'

const ROOT = import.meta.dirname
const DIST = join(ROOT, 'dist')
const CLIENT = join(DIST, 'client')
const STAMP = join(DIST, 'stamp')

/** Built apart, so that nothing of one half ever rides along in a file of the other. */
const ENTRIES = { public: 'src/site/entry-public.tsx', admin: 'src/admin/entry-admin.tsx' }
/** What the server renders with: pages in the one, e-mails in the other. */
const SERVER_ENTRIES = ['src/site/entry-server.tsx', 'src/email/entry-mail.tsx']
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/
/** Smaller files gain nothing, bytes. */
const WORTH_COMPRESSING = 1024

/** A digest of everything that the build reads. */
function digestOfSources() {
  const repository = join(ROOT, '..')
  const sources = globSync(['web/*.{ts,json}', 'web/{src,public}/**/*.*', 'core/src/**/*.ts', 'package-lock.json'], {
    cwd: repository,
    exclude: (path) => /\.test\.tsx?$/.test(path),
  })
  const digest = createHash('sha256').update(process.version)
  for (const path of sources.sort()) digest.update(`\n${path}\n`).update(readFileSync(join(repository, path)))
  return digest.digest('hex')
}

function stampOfLastBuild() {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}

const manifestOf = (half: string) => `.vite/${half}.json`

async function buildEverything() {
  // Under any other name libraries bring what only their developers need.
  process.env.NODE_ENV = 'production'
  // Loaded here, so that a start with nothing to build stays instant.
  const { build } = await import('vite')
  const common = { root: ROOT, logLevel: 'warn' } as const
  rmSync(CLIENT, { recursive: true, force: true })
  for (const [half, input] of Object.entries(ENTRIES))
    await build({
      ...common,
      build: {
        outDir: CLIENT,
        emptyOutDir: false,
        copyPublicDir: half === 'public',
        chunkSizeWarningLimit: 1_000,
        manifest: manifestOf(half),
        rolldownOptions: { input },
      },
    })
  await build({
    ...common,
    // Our own code and React: the server needs nothing from here but this.
    ssr: { noExternal: true },
    // Whatever the server runs as, React renders at full speed.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(DIST, 'server'),
      emptyOutDir: true,
      ssr: true,
      rolldownOptions: { input: SERVER_ENTRIES },
      copyPublicDir: false,
    },
  })
}

/** The files that a page loads first: its entry with all that this imports, one stylesheet, the typeface. */
function assetsOf(half: keyof typeof ENTRIES): PageAssets {
  const manifest: Manifest = JSON.parse(readFileSync(join(CLIENT, manifestOf(half)), 'utf8'))
  const entry = manifest[ENTRIES[half]]!
  const chunks = [entry, ...(entry.imports ?? []).map((name) => manifest[name]!)]
  const address = (file: string) => `/${file}`
  return {
    scripts: chunks.map((chunk) => address(chunk.file)),
    styles: chunks.flatMap((chunk) => chunk.css ?? []).map(address),
    preloads: chunks
      .flatMap((chunk) => chunk.assets ?? [])
      .filter((file) => file.endsWith('.woff2'))
      .map(address),
  }
}

/** Puts a .br and a .gz beside every file that is worth it; the server sends those as they are. */
function compressFiles() {
  for (const name of globSync('**/*.*', { cwd: CLIENT })) {
    const path = join(CLIENT, name)
    if (!COMPRESSIBLE.test(name)) continue
    const content = readFileSync(path)
    if (content.length <= WORTH_COMPRESSING) continue
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

const digest = digestOfSources()
if (stampOfLastBuild() === digest) process.exit()

const began = performance.now()
rmSync(STAMP, { force: true })
await buildEverything()
compressFiles()
const assets: SiteAssets = { public: assetsOf('public'), admin: assetsOf('admin') }
writeFileSync(join(DIST, 'assets.json'), JSON.stringify(assets, null, 2))
// Last, so that an interrupted build is never taken for a finished one.
writeFileSync(STAMP, digest)
process.stdout.write(`Built ${relative(process.cwd(), DIST)} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
