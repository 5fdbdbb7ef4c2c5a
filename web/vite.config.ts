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
  /\/(availability|bookings|pages|session|staff|users|visits|waiting-list)\//.test(relative(import.meta.dirname, id))

const isOfStaff = (id: string) => /\/(session|staff|users)\//.test(relative(import.meta.dirname, id))

/** The cards of services and the facts of the business, on the pages that offer services. */
const isOfServices = (id: string) =>
  /\/(business-facts|chevron-down|opening-hours|service-facts|service-picture)\./.test(id)

/** Small modules of every page, which would make a script each. */
const isSmall = (id: string) =>
  /\/(contact-icons|icon-button|icons\/(info|mail|triangle-alert|x)|page-title|skip-link)\./.test(id)

/** The choice of a slot, for booking and rescheduling. */
const isOfChoice = (id: string) => /\/(slot-choice\/|use-service|offered-visit|slot-groups|read-chosen-visit)/.test(id)

/** One chunk for the modules that most pages of the site use, and some for those of several pages. */
const siteChunks = [
  { name: 'shared', test: (id: string) => !isOfFewPages(id), minShareCount: 4 },
  { name: 'services', test: isOfServices, minShareCount: 3 },
  { name: 'choice', test: isOfChoice, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'small', test: isSmall, minShareCount: 2 },
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
