import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PageAssets, SiteAssets } from '@prenoto/core/pages/page-data.ts'
import type { Manifest, ManifestChunk, Rolldown } from 'vite'
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
/** What the manifest calls the styles of a half. */
const ALL_STYLES = 'style.css'
/** Modules of the back office that several screens share and that bring nothing large along: alone, each would be a file of its own. */
const SMALL =
  /^(?!.*(schema|zod|react-aria)).*(lucide|core\/src\/time\/|endpoints|tanstack|(session|bookings|customers)\.queries|lib\/(history|drafts)|side-panel|skeletons|badge|outcome|use-today|load-more|booking-attempts|despite|month-(grid|days)|closed-hours|first-field)/
/** What LATER needs and some screens do, too. */
const NEEDED_LATER =
  /use-live-updates|notifications\/(shared-event|event-conn|read-changed)|admin\/lib\/leader|eventsource|customer-lookup|switch-field|\/dialog\.tsx|openings\.queries|ui\/field\./
/**
 * Of the site, what several pages have in common comes in one file, kept from page to page; what has to do with visits comes to
 * those who ask for one. Of the back office, all that its entry needs comes in one file, in another what is small, in a
 * third what comes after the first sight. What fields, dialogs and schemas need comes with the first of them.
 */
const SHARED: Record<string, Rolldown.CodeSplittingGroup[]> = {
  public: [{ name: 'site', minShareCount: 2, test: /^(?!.*\/site\/bookings\/)/ }],
  admin: [
    { name: 'initial', tags: ['$initial'], priority: 2 },
    { name: 'small', minShareCount: 3, test: SMALL, priority: 1 },
    { name: 'later', minShareCount: 2, test: NEEDED_LATER },
  ],
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
        // One file of styles, which is kept from page to page.
        cssCodeSplit: false,
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
        rolldownOptions: { input },
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
  /** A file, and all that it imports. Two that imported each other could run before what they need: SMALL says what goes together. */
  const withImports = (name: string, ...importers: string[]): ManifestChunk[] => {
    const chunk = manifest[name]!
    if (importers.includes(name)) throw new Error(`${chunk.file} imports itself, by way of ${importers[0]}`)
    return [...new Set([chunk, ...(chunk.imports ?? []).flatMap((file) => withImports(file, name, ...importers))])]
  }
  return { manifest, withImports }
}

const address = (file: string) => `/${file}`
const scriptsOf = (chunks: ManifestChunk[]) => chunks.map((chunk) => address(chunk.file))

/** The files that every page loads: its entry with all that this imports, one stylesheet, the typeface. */
function assetsOf(half: keyof typeof ENTRIES): PageAssets {
  const { manifest, withImports } = readManifest(half)
  const chunks = withImports(ENTRIES[half])
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  const scripts = scriptsOf(chunks)
  const later =
    half === 'admin'
      ? scriptsOf(LATER.flatMap((entry) => withImports(entry))).filter((file) => !scripts.includes(file))
      : []
  return {
    scripts,
    styles: [address(manifest[ALL_STYLES]!.file)],
    preloads: fonts.map(({ file }) => address(file)),
    later: [...new Set(later)],
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
