import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'

/** What has to be known before Node begins: it is too late for a process that runs. */
export const LEAN_ENVIRONMENT = {
  // With it from the first file on, Node takes what it has compiled before and never loads its compiler of TypeScript.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/prenoto'),
  // glibc keeps what each thread has freed in a heap of its own, up to eight a processor, where it serves no other.
  MALLOC_ARENA_MAX: '1',
  // It also gives less and less back, the larger the pieces that it has seen: here from 1 MB on, and the end of its heap.
  MALLOC_MMAP_THRESHOLD_: String(2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 17),
}

/** Set once everything has been compiled, so that nobody tries it again where nothing can be kept. */
const COMPILED = 'prenoto_compiled'

const COMPILER = 'NativeModule internal/deps/amaro/dist/index'

// Not on Windows. Whoever opened a channel to this process would lose it.
const canBeginAgain = process.execve !== undefined && process.channel === undefined

/** This process begins again, under the same number, with what keeps it small; where that cannot be, it goes on. */
export function beginLean() {
  const isLean = Object.keys(LEAN_ENVIRONMENT).every((name) => process.env[name] !== undefined)
  if (canBeginAgain && !isLean) beginAgain()
  keepCompiled()
}

/** What is loaded after this is compiled once, not by every process. */
export const keepCompiled = () => enableCompileCache(LEAN_ENVIRONMENT.NODE_COMPILE_CACHE)

/**
 * After all modules have been loaded: begins once more if any had to be compiled, since the compiler would keep its 17 MB
 * for as long as the process lives.
 */
export function dropCompiler() {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] }
  const isWorthIt = moduleLoadList.includes(COMPILER) && getCompileCacheDir() !== undefined
  if (!canBeginAgain || !isWorthIt || process.env[COMPILED]) return
  flushCompileCache()
  beginAgain({ [COMPILED]: '1' })
}

function beginAgain(more: NodeJS.ProcessEnv = {}) {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve!(process.execPath, command, { ...LEAN_ENVIRONMENT, ...process.env, ...more })
}
