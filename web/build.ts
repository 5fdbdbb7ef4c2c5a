import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PageAssets, SiteAssets } from '@prenoto/core/pages/page-data.ts'
import type { Manifest, ManifestChunk } from 'vite'
import { buildOnce } from '../scripts/build-once.ts'
import { writeTypeface } from './typeface.ts'

const ROOT = import.meta.dirname
const DIST = join(ROOT, 'dist')
const TYPEFACE = join(DIST, 'inter.woff2')
const CLIENT = join(DIST, 'client')

/** Built apart, so that nothing of one half ever rides along in a file of the other. */
const ENTRIES = { public: 'src/site/entry-public.tsx', admin: 'src/admin/entry-admin.tsx' }
/** What the server renders with: pages in the one, e-mails in the other. */
const SERVER_ENTRIES = { public: 'src/site/entry-server.tsx', mail: 'src/email/entry-mail.tsx' }
/** On the public site Preact stands in for React, on the server and in browsers alike. */
const PREACT = [
  { find: /^react-dom\/(client|server)$/, replacement: 'preact/compat/$1' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]
const SUBSET_OF_TYPEFACE = { find: /^@fontsource-variable\/inter\/.+\.woff2$/, replacement: TYPEFACE }
/** What every page of the back office runs after its first sight. */
const LATER = ['src/admin/notifications/notifications-panel.tsx', 'src/admin/customers/customer-search.tsx']
/** What other sites load to show a page of ours within theirs. */
const EMBED = 'src/embed/entry-embed.ts'
const PAGES = 'src/site/pages/'
/** What the manifest calls the styles of a half that has one file of them. */
const ALL_STYLES = 'style.css'
/**
 * Of the site, what several pages have in common comes in one file, kept from page to page; what has to do with visits comes to
 * those who ask for one. Of the back office, what nearly all screens have in common does: each screen more would cut it into more
 * and smaller files, which compress worse. What fields, dialogs and schemas need comes with the first of them. With a
 * lower count that file and the entry would import each other.
 */
const SHARED: Record<string, { name: string; minShareCount: number; test: RegExp }[]> = {
  public: [{ name: 'site', minShareCount: 2, test: /^(?!.*\/site\/bookings\/)/ }],
  admin: [{ name: 'shared', minShareCount: 13, test: /^(?!.*(react-(aria|stately|hook-form)|\/zod\/))/ }],
}
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/
/** Smaller files gain nothing, bytes. */
const WORTH_COMPRESSING = 1024

const manifestOf = (half: string) => `.vite/${half}.json`

async function buildEverything() {
  // Loaded here, so that a start with nothing to build stays instant.
  const { build } = await import('vite')
  await writeTypeface(TYPEFACE)
  for (const [half, input] of Object.entries(ENTRIES))
    await build({
      ...commonTo(half),
      build: {
        outDir: CLIENT,
        emptyOutDir: false,
        copyPublicDir: half === 'public',
        chunkSizeWarningLimit: 1_000,
        manifest: manifestOf(half),
        // Visitors wait for one file of styles, and find it kept on every page.
        cssCodeSplit: half === 'admin',
        // A page's document names all that it loads.
        modulePreload: half === 'admin' && { polyfill: false },
        rolldownOptions: {
          input,
          preserveEntrySignatures: 'allow-extension',
          // What is shared brings along only what it needs itself at once.
          output: { codeSplitting: { groups: SHARED[half]!, includeDependenciesRecursively: half === 'public' } },
        },
      },
    })
  await build({
    ...commonTo('embed'),
    build: {
      outDir: CLIENT,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: EMBED, output: { format: 'iife', entryFileNames: 'embed.js' } },
    },
  })
  for (const [half, input] of Object.entries(SERVER_ENTRIES))
    await build({
      ...commonTo(half),
      // Our own code and what it renders with: the server needs nothing from here but this.
      ssr: { noExternal: true },
      // Whatever the server runs as, they render at full speed.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: join(DIST, 'server'),
        emptyOutDir: false,
        ssr: true,
        // A single letter beyond ASCII or Latin-1 would have V8 keep all of a file at twice its size.
        rolldownOptions: { input, output: { charset: 'ascii', comments: false } },
        copyPublicDir: false,
      },
    })
}

const commonTo = (half: string) =>
  ({
    root: ROOT,
    logLevel: 'warn',
    resolve: { alias: half === 'public' ? [...PREACT, SUBSET_OF_TYPEFACE] : [SUBSET_OF_TYPEFACE] },
  }) as const

function readManifest(half: keyof typeof ENTRIES) {
  const manifest: Manifest = JSON.parse(readFileSync(join(CLIENT, manifestOf(half)), 'utf8'))
  /** A file, and all that it imports. */
  const withImports = (name: string): ManifestChunk[] => {
    const chunk = manifest[name]!
    return [...new Set([chunk, ...(chunk.imports ?? []).flatMap(withImports)])]
  }
  return { manifest, withImports }
}

const address = (file: string) => `/${file}`
const scriptsOf = (chunks: ManifestChunk[]) => chunks.map((chunk) => address(chunk.file))

/** The files that every page loads: its entry with all that this imports, one stylesheet, the typeface. */
function assetsOf(half: keyof typeof ENTRIES): PageAssets {
  const { manifest, withImports } = readManifest(half)
  const chunks = withImports(ENTRIES[half])
  const styles = manifest[ALL_STYLES] ? [manifest[ALL_STYLES].file] : chunks.flatMap(({ css = [] }) => css)
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  const filesOf = (all: ManifestChunk[]) => all.flatMap(({ file, css = [] }) => [file, ...css])
  const first = filesOf(chunks)
  const later = half === 'admin' ? filesOf(LATER.flatMap(withImports)).filter((file) => !first.includes(file)) : []
  return {
    scripts: scriptsOf(chunks),
    styles: styles.map(address),
    preloads: fonts.map(({ file }) => address(file)),
    later: [...new Set(later)].map(address),
  }
}

/** The scripts of each public page, by its name, but those that every page loads. */
function pagesOf(shared: string[]): SiteAssets['pages'] {
  const { manifest, withImports } = readManifest('public')
  const pages = Object.keys(manifest).filter((name) => name.startsWith(PAGES))
  return Object.fromEntries(
    pages.map((page) => [
      basename(page, '.tsx'),
      scriptsOf(withImports(page)).filter((script) => !shared.includes(script)),
    ]),
  )
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

const SOURCES = ['web/*.{ts,json}', 'web/{src,public}/**/*.*', 'core/{package.json,src/**/*.ts}']

await buildOnce(DIST, SOURCES, async () => {
  await buildEverything()
  compressFiles()
  const ofPublic = assetsOf('public')
  const assets: SiteAssets = { public: ofPublic, admin: assetsOf('admin'), pages: pagesOf(ofPublic.scripts) }
  writeFileSync(join(DIST, 'assets.json'), JSON.stringify(assets, null, 2))
})
