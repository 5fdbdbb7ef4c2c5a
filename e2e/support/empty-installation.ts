import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOwnerPool } from '../../server/src/database/connection.ts'
import { prenoto, startServerProcess } from './server-process.ts'

/** Starts a server on an empty database, which the test fills with the command line. */
export async function openEmptyInstallation(serverUrl: string) {
  const name = `installation_${randomBytes(5).toString('hex')}`
  const owner = openOwnerPool(serverUrl)
  await owner.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-installation-'))
  const server = await startServerProcess(folder, { databaseUrl: url.href })

  return {
    run: (...args: string[]) => prenoto(url.href, ...args),
    at: (domain: string, path: string) => `http://${domain}:${server.port}${path}`,
    async close() {
      await server.stop()
      await owner.query(`drop database ${name} with (force)`)
      await owner.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
