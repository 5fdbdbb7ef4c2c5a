import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '..')

/** A digest of everything that a build reads. */
function digestOf(sources: string[]) {
  const paths = globSync([...sources, 'package-lock.json'], {
    cwd: REPOSITORY,
    exclude: (path) => /\.test\.tsx?$/.test(path),
  })
  const digest = createHash('sha256').update(process.version)
  for (const path of paths.sort()) digest.update(`\n${path}\n`).update(readFileSync(join(REPOSITORY, path)))
  return digest.digest('hex')
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Builds a folder anew, unless it was built from the same sources; these are patterns from the repository's root. */
export async function buildOnce(dist: string, sources: string[], build: () => Promise<void>) {
  const stamp = join(dist, 'stamp')
  const digest = digestOf(sources)
  if (read(stamp) === digest) return

  const began = performance.now()
  // First, so that an interrupted build is never taken for a finished one.
  rmSync(stamp, { force: true })
  rmSync(dist, { recursive: true, force: true })
  // Under any other name libraries bring what only their developers need.
  process.env.NODE_ENV = 'production'
  await build()
  writeFileSync(stamp, digest)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`Built ${relative(process.cwd(), dist)} in ${seconds} s\n`)
}
