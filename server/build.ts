import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { buildOnce } from '../scripts/build-once.ts'

const ROOT = import.meta.dirname
const DIST = join(ROOT, 'dist')

/** They bring files of their own, are loaded by other processes alone, or never where the product runs. */
const APART = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  'sharp',
  'date-holidays',
  '@zxcvbn-ts/language-common',
  'pg-native',
  'vite',
]

/** Whatever our code finds beside itself it still finds there: migrations, pictures, programs of their own. */
const ownFolders: Plugin = {
  name: 'own-folders',
  transform(code, file) {
    if (!code.includes('import.meta.dirname')) return
    const folder = relative(DIST, dirname(file)).replaceAll('\\', '/')
    return code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
  },
}

/** All that a serving process loads, as one file: 1,500 of them take twice as long to start, and somewhat more memory. */
async function bundle() {
  // Loaded here, so that a start with nothing to build stays instant.
  const { build } = await import('vite')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: APART },
    plugins: [ownFolders],
    build: {
      ssr: true,
      outDir: DIST,
      target: 'node26',
      rolldownOptions: {
        input: join(ROOT, 'src/main.ts'),
        // What V8 keeps of a file is as long as the file, and twice that with a single letter beyond Latin-1.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', charset: 'ascii', comments: false },
      },
    },
  })
}

await buildOnce(
  DIST,
  ['{core,postgres,server}/{package.json,src/**/*.ts}', 'server/build.ts', 'scripts/build-once.ts'],
  bundle,
)
