import { isIP, isIPv4, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isPrivateAddress } from '../lib/private-networks.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * The client's address as rate limits count it: an IPv4 address or an IPv6 /64 network, which belongs to one customer.
 * Taken from trusted proxies' headers if it is a valid address.
 */
export function clientAddress({ ip, ips = [ip] }: FastifyRequest): string {
  const address = ips.findLast((one) => isIP(one) !== 0)
  return address === undefined ? 'unknown' : toNetwork(address)
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/

/** Whether the connection comes from this computer, perhaps from a proxy. */
export const isLoopback = ({ raw }: FastifyRequest) => LOOPBACK.test(raw.socket.remoteAddress ?? '')

/** '2001:db8::7' → '2001:db8:0:0::/64', '::ffff:203.0.113.7' → '203.0.113.7' */
function toNetwork(address: string): string {
  if (isIPv4(address)) return address
  const [unscoped = ''] = address.split('%', 1)
  const { address: written } = new SocketAddress({ address: unscoped, family: 'ipv6' })
  const mapped = /^::ffff:([\d.]+)$/.exec(written)
  if (mapped) return mapped[1]!

  const [head = [], tail = []] = written.split('::').map((groups) => (groups === '' ? [] : groups.split(':')))
  const zeros = Array(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

/** The block of a client's address: '203.0.113.7' → '203.0.113.0/24', '2001:db8:1:2::/64' → '2001:db8:1::/48' */
export function addressBlock(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '0/24')
  return `${address.split(':').slice(0, 3).join(':')}::/48`
}

/** The block of an address that tells clients apart; undefined for a private one, which may be a proxy's. */
export function publicBlock(address: string | undefined): string | undefined {
  const host = address?.replace(/\/64$/, '')
  return !address || !host || !isIP(host) || isPrivateAddress(host) ? undefined : addressBlock(address)
}

/** Fastify's `trustProxy`: the number of trusted hops, or trusted addresses and networks. */
export function trustProxyOption(proxies: Settings['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}
