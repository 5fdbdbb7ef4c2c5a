import { isIPv4 } from 'node:net'
import Bowser from 'bowser'
import { isPrivateAddress } from '../../../../lib/private-networks.ts'

/** Characters, since programs can call themselves anything. */
const MAX_NAME = 40

/** 'Firefox su Windows' */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Programma sconosciuto'
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name?.slice(0, MAX_NAME) || 'Programma sconosciuto'
  return os.name ? `${name} su ${os.name}` : name
}

/** The network address of a log-in, or a word for a private one. `address` as `clientAddress` returns it. */
export function describePlace(address: string): string {
  const host = address.replace(/\/64$/, '')
  if (host === '' || host === 'unknown') return 'Indirizzo sconosciuto'
  if (isIPv4(host) ? host.startsWith('127.') : host === '0:0:0:0::') return 'Questo computer'
  return isPrivateAddress(host) ? `Rete locale (${address})` : address
}
