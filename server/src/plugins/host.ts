import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isHostName, MAX_HOST_NAME } from '../tenants/domain-name.ts'

export type Host = {
  /** Lower case, without a final dot: 'www.salone.it'. IPv6 addresses are in brackets. */
  domain: string
  /** ':3000', or ''. */
  port: string
}

const MAX_HOST = `${'x'.repeat(MAX_HOST_NAME)}.:65535`.length

/** 'WWW.Salone.it.:443' → 'www.salone.it' and ':443'. Undefined for an invalid host or several Host headers. */
export function parseHost({ host, raw }: FastifyRequest): Host | undefined {
  if (host.length > MAX_HOST || hasSeveralHosts(raw)) return undefined
  const [, name, digits] = /^(\[.*\]|[^:]*)(?::(\d{0,5}))?$/.exec(host.toLowerCase()) ?? []
  if (name === undefined) return undefined
  const port = digits ? `:${digits}` : ''
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1)) ? { domain: name, port } : undefined
  const domain = name.replace(/\.$/, '')
  return isHostName(domain) ? { domain, port } : undefined
}

/** Node uses the first Host header, a proxy possibly the last. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage) {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

/** 'GET http://salone.it/login' requests '/login' of 'salone.it' and overrides the Host header (RFC 9112, 3.2.2). */
export function takePath({ url = '/', headers }: IncomingMessage) {
  const [, host, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  if (host === undefined || path === undefined) return url
  headers.host = host
  return path.startsWith('/') ? path : `/${path}`
}
