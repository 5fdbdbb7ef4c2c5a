import { BlockList, isIPv4 } from 'node:net'
import Bowser from 'bowser'

/** Networks that no address of the internet belongs to. */
const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Characters, since programs can call themselves anything. */
const MAX_NAME = 40

/** 'Firefox su Windows' */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return 'Programma sconosciuto'
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name?.slice(0, MAX_NAME) || 'Programma sconosciuto'
  return os.name ? `${name} su ${os.name}` : name
}

/** The network address of a log-in, or a word for a private one. `address` as `clientAddress` returns it. */
export function placeOf(address: string): string {
  const host = address.replace(/\/64$/, '')
  if (host === '' || host === 'unknown') return 'Indirizzo sconosciuto'
  const isVersion4 = isIPv4(host)
  if (isVersion4 ? host.startsWith('127.') : host === '0:0:0:0::') return 'Questo computer'
  return privateNetworks.check(host, isVersion4 ? 'ipv4' : 'ipv6') ? `Rete locale (${address})` : address
}
