import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { freeSharedMemory } from './shared-memory.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/prenoto/chromium')

// Pages live for seconds, so V8 neither compiles ahead nor optimises, and no graphics card is emulated. A request to a
// host that is not on this computer fails, which the console reports.
const ARGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--font-render-hinting=none',
  // The pages of a context share one process, since a process costs more than most pages.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  '--js-flags=--max-lazy --no-opt --no-maglev --single-threaded',
]
/** Shared memory that all tests need, bytes. */
const ENOUGH_SHARED = 2 ** 30

const env = { ...process.env, LD_LIBRARY_PATH: join(CACHE, 'al2023/lib') }

/** Starts the Chromium of the npm package. */
export async function launchBrowser() {
  const executablePath = await unpackBrowser()
  return chromium.launch({ executablePath, args: ARGS, env, ignoreDefaultArgs: await unneededArgs() })
}

/** Playwright disables /dev/shm, which is slower; that is unnecessary where /dev/shm is large enough. */
async function unneededArgs() {
  return (await freeSharedMemory()) > ENOUGH_SHARED ? ['--disable-dev-shm-usage'] : []
}

/** Unpacks Chromium and its libraries into CACHE once; the package unpacks into TMPDIR. Returns the program's path. */
export async function unpackBrowser() {
  const { TMPDIR } = process.env
  await mkdir(CACHE, { recursive: true })
  process.env.TMPDIR = CACHE
  try {
    const { default: pack, inflate } = await import('@sparticuz/chromium')
    const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
    await inflate(join(packed, 'al2023.tar.br'))
    return await pack.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
