import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/prenoto/chromium')

/** Starts the Chromium that came with its npm package; the returned server is connected to by its `wsEndpoint()`. */
export async function launchBrowser() {
  const { executablePath, libraries } = await unpack()
  return chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=none'],
    env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
  })
}

/** Unpacks Chromium below the folder that its package takes for /tmp, and the libraries that a bare machine lacks. */
async function unpack() {
  const { TMPDIR } = process.env
  await mkdir(CACHE, { recursive: true })
  process.env.TMPDIR = CACHE
  try {
    const { default: pack, inflate } = await import('@sparticuz/chromium')
    const executablePath = await pack.executablePath()
    const needed = spawnSync('ldd', [executablePath], { encoding: 'utf8' })
    if (!needed.stdout?.includes('not found')) return { executablePath }

    const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/al2023.tar.br')
    return { executablePath, libraries: join(await inflate(packed), 'lib') }
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
