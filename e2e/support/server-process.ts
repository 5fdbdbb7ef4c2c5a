import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SERVER_ENTRY } from '@prenoto/test-support/processes/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Without NODE_ENV, which tells libraries that a test runs. */
const environment = { ...process.env, NODE_ENV: undefined }

/** Builds the pages as `npm start` does. */
export const buildWeb = () =>
  execFileSync(process.execPath, ['web/build.ts'], { cwd: ROOT, env: environment, stdio: 'inherit' })

/** Starts the built product on a free port. Resolves when it is ready and not overloaded by its start. */
export async function startServerProcess(
  dataDir: string,
  { databaseUrl = '', ...settings }: { databaseUrl?: string; [name: string]: string | undefined } = {},
) {
  const child = spawn(process.execPath, [SERVER_ENTRY], {
    cwd: ROOT,
    env: {
      ...environment,
      ...settings,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stopWithTests = () => child.kill('SIGTERM')
  process.on('exit', stopWithTests)

  const { promise: port, resolve, reject } = Promise.withResolvers<number>()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (/"level":[56]0/.test(text)) process.stderr.write(text)
    output += text
    const ready = /ready on http:\/\/localhost:(\d+)/.exec(output)
    if (ready) resolve(Number(ready[1]))
  })
  exited.then(() => reject(new Error(`The server stopped before it was ready:\n${output}`)))

  const servedPort = await port
  while ((await fetch(`http://127.0.0.1:${servedPort}/`)).status === 503) await sleep(200)

  return {
    port: servedPort,
    async stop() {
      // Ends like SIGTERM, without the delay for load balancers.
      child.kill('SIGINT')
      await exited
      process.off('exit', stopWithTests)
    },
  }
}

/** Runs the command line on a database. Returns its standard output. */
export async function prenoto(databaseUrl: string, ...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/src/cli.ts', ...args], {
    cwd: ROOT,
    env: { ...environment, DATABASE_URL: databaseUrl },
  })
  return stdout
}
