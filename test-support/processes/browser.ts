import { mkdir, statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/prenoto/chromium')

// Pages live for seconds here: what they never call is not compiled, what they call is not optimised, and they are drawn
// without the emulation of a graphics card.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--font-render-hinting=none',
  '--js-flags=--max-lazy --no-opt --no-maglev --single-threaded',
]
/** For all tests at once, bytes. */
const ENOUGH_SHARED = 2 ** 30

const env = { ...process.env, LD_LIBRARY_PATH: join(CACHE, 'al2023/lib') }

/** Starts the Chromium that came with its npm package; the returned server is connected to by its `wsEndpoint()`. */
export async function launchBrowser() {
  const executablePath = await unpack()
  return chromium.launchServer({ executablePath, args: ARGS, env, ignoreDefaultArgs: await unneededArgs() })
}

/** Where a container leaves little memory for files, Playwright has Chromium share its memory in files of the disk, at some cost. */
async function unneededArgs() {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > ENOUGH_SHARED ? ['--disable-dev-shm-usage'] : []
}

/** Unpacks Chromium, and the libraries that a bare machine may lack, below the folder that the package takes for /tmp. */
async function unpack() {
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
