import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOwnerPool } from '../../server/src/database/connection.ts'
import { prenoto, startServerProcess } from './server-process.ts'

/** A server of its own on an empty database, as a provider has it: nothing in it but what the command line puts there. */
export async function openExternalSite(serverUrl: string) {
  const name = `external_${randomBytes(5).toString('hex')}`
  const owner = openOwnerPool(serverUrl)
  await owner.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-external-'))
  const server = await startServerProcess(folder, url.href)

  return {
    run: (...words: string[]) => prenoto(url.href, ...words),
    at: (domain: string, path: string) => `http://${domain}:${server.port}${path}`,
    async close() {
      await server.stop()
      await owner.query(`drop database ${name} with (force)`)
      await owner.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
