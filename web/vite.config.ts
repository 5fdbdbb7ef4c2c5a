import { relative } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type EnvironmentOptions } from 'vite'

/** The site and the back office are separate builds, each with one stylesheet and a manifest that the server reads. */
const browser = (name: string, input: string, build: BuildEnvironmentOptions): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    cssCodeSplit: false,
    manifest: `.vite/${name}.json`,
    ...build,
    rolldownOptions: { input, ...build.rolldownOptions },
  },
})

/** Whether few pages of the site use a module. Ignores the folder of the repository, which may have one of these names. */
const isOfFewPages = (id: string) =>
  /\/(availability|bookings|pages|session|staff|users|visits|waiting-list)\/|service-names/.test(
    relative(import.meta.dirname, id),
  )

const isOfStaff = (id: string) => /\/(session|staff|users)\//.test(relative(import.meta.dirname, id))

/** The modules with one of these names or in a folder of that name. */
const named = (names: string) => (id: string) => new RegExp(`/(${names})[./]`).test(id)

/** One chunk for the modules that most pages of the site use, and some for small ones that a few pages share. */
const siteChunks = [
  { name: 'shared', test: (id: string) => !isOfFewPages(id), minShareCount: 4 },
  {
    name: 'services',
    test: named('business-facts|opening-hours|service-facts|service-picture'),
    minShareCount: 3,
  },
  {
    name: 'choice',
    test: named(
      'slot-choice|use-service|offered-visit|slot-groups|booking-window|use-hydrated|person-fields|chevron-left|chevron-right|calendar-days',
    ),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'change',
    test: named('call-button|change-deadline|stored-visit|visit-state|zone-notice'),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'visit',
    test: named('facts|hidden-id|service-names|status-page|visit-ticket'),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'frame', test: named('icon-button|info|page-title|skip-link|triangle-alert|x'), minShareCount: 2 },
  { name: 'staff', test: isOfStaff, minShareCount: 3 },
]

export default defineConfig(({ command }) => ({
  plugins: [react(), optimizeLocales.vite({ locales: ['it-IT'] })],
  // Lightning CSS supports @custom-media, which names the breakpoints.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    // The pages' content security policy allows no inline fonts or pictures.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
  },
  environments: {
    client: browser('site', 'src/site/entry-public.tsx', {
      // The HTML of a public page lists every script, so there is nothing to preload.
      modulePreload: false,
      rolldownOptions: { output: { codeSplitting: { groups: siteChunks } } },
    }),
    // A build of its own, so that no other public page grows by it.
    signUp: browser('sign-up', 'src/site/entry-sign-up.tsx', { copyPublicDir: false, modulePreload: false }),
    admin: browser('admin', 'src/admin/entry-admin.tsx', {
      copyPublicDir: false,
      modulePreload: { polyfill: false },
      // One chunk for all that every screen needs.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } } },
    }),
    embed: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/embed/entry-embed.ts', output: { format: 'iife', entryFileNames: 'embed.js' } },
      },
    },
    worker: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/worker/entry-worker.ts',
          output: { format: 'iife', entryFileNames: 'admin-worker.js' },
        },
      },
    },
    ssr: {
      // React's production build, even where the server runs without NODE_ENV.
      define: { 'process.env.NODE_ENV': '"production"' },
      // In development React's CommonJS modules load as they are.
      resolve: { noExternal: command === 'build' || undefined },
      build: {
        outDir: 'dist/server',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: ['src/site/entry-server.tsx', 'src/email/entry-mail.tsx'] },
      },
    },
  },
  builder: {},
}))
