import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { freeDnsPort } from '@prenoto/test-support/dns/dns-server.ts'
import { fakeServer } from '@prenoto/test-support/http/fake-text-channels.ts'
import { freePushPort } from '@prenoto/test-support/http/push-service.ts'
import { unpackBrowser } from '@prenoto/test-support/processes/browser.ts'
import type { TestProject } from 'vitest/node'
import { buildWeb, startServerProcess } from './server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Port of the server, database URL of the superuser, folder of the written e-mails, URL of the SMS gateway, and the
     * ports at which the server looks for a name server and a push service.
     */
    site: {
      port: number
      databaseUrl: string
      mailFolder: string
      gatewayUrl: string
      dnsPort: number
      pushPort: number
    }
  }
}

/** Starts one server with the demo for all browser tests, and unpacks the browser before the workers start it. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'prenoto-e2e-'))
  // PostgreSQL refuses to run as root, so another user must be able to enter the folder.
  await chmod(dataDir, 0o755)

  const dnsPort = await freeDnsPort()
  const gateway = await fakeServer({ status: 202 })
  const pushPort = await freePushPort()
  buildWeb()
  // A slow disk must not delay the tests.
  const postgres = await startEmbeddedPostgres(dataDir, { durable: false })
  const server = await startServerProcess(dataDir, {
    databaseUrl: postgres.url,
    DEMO: 'on',
    SECRET_KEYS: randomBytes(32).toString('hex'),
    SMS_REQUEST: JSON.stringify({ url: `${gateway.url}/send`, json: { to: '{to}', text: '{text}' } }),
    SMS_PRICE_CENTS: '6',
    PUBLIC_ADDRESSES: '203.0.113.7,2001:db8::7',
    PUBLIC_HOST: 'proxy.fornitore.example',
    PUBLIC_SIGNUP: 'on',
    PROVIDER_DOMAIN: 'apri.localhost',
    PUSH_SERVICES: `http://127.0.0.1:${pushPort}`,
    OUTGOING_ALLOW: '127.0.0.0/8',
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
  })
  await unpackBrowser()
  const mailFolder = join(dataDir, 'mail')
  project.provide('site', {
    port: server.port,
    databaseUrl: postgres.url,
    mailFolder,
    gatewayUrl: gateway.url,
    dnsPort,
    pushPort,
  })

  return async () => {
    await server.stop()
    await postgres.stop()
    gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
