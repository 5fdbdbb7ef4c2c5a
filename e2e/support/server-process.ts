import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SERVER_ENTRY } from '@prenoto/test-support/processes/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Ours, less what tells libraries that they are being tested. */
const environment = { ...process.env, NODE_ENV: undefined }

/** Builds and starts the product as `npm start` does, on a free port. Resolves when it says that it is ready. */
export async function startServerProcess(dataDir: string, databaseUrl = '') {
  execFileSync(process.execPath, ['web/build.ts'], { cwd: ROOT, env: environment, stdio: 'inherit' })
  const child = spawn(process.execPath, [SERVER_ENTRY], {
    cwd: ROOT,
    env: {
      ...environment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stopToo = () => child.kill('SIGTERM')
  process.on('exit', stopToo)

  const { promise: port, resolve, reject } = Promise.withResolvers<number>()
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (/"level":[56]0/.test(text)) process.stderr.write(text)
    said += text
    const ready = /ready on http:\/\/localhost:(\d+)/.exec(said)
    if (ready) resolve(Number(ready[1]))
  })
  exited.then(() => reject(new Error(`The server stopped before it was ready:\n${said}`)))

  return {
    port: await port,
    async stop() {
      // As SIGTERM, without waiting for balancers.
      child.kill('SIGINT')
      await exited
      process.off('exit', stopToo)
    },
  }
}

/** Runs a command of the provider's on a database. Returns what it prints. */
export async function prenoto(databaseUrl: string, ...words: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/src/cli.ts', ...words], {
    cwd: ROOT,
    env: { ...environment, DATABASE_URL: databaseUrl },
  })
  return stdout
}
