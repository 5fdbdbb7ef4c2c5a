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

/** One chunk for all that every page needs. Not the entry: that of the site waits for a page, which imports this chunk. */
const initial = { name: 'initial', tags: ['$initial' as const], test: (id: string) => !id.includes('/entry-') }

/** One for the icons of several screens, since each file costs a request. */
const adminChunks = [initial, { name: 'icons', test: /\/lucide-react\//, minShareCount: 2 }]

/** One more for the modules that most pages of the site use. */
const siteChunks = [initial, { name: 'shared', test: (id: string) => !isOfFewPages(id), minShareCount: 3 }]

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
      rolldownOptions: { output: { codeSplitting: { groups: adminChunks } } },
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
        rolldownOptions: { input: ['src/site/entry-server.tsx', 'src/emails/entry-mail.tsx'] },
      },
    },
  },
  builder: {},
}))
