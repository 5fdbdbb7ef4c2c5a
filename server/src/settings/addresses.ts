import { isIP, SocketAddress } from 'node:net'

/** One spelling of an IP address: '2001:DB8:0:0::7' → '2001:db8::7'. */
export const plainAddress = (address: string) =>
  new SocketAddress({ address, family: isIP(address) === 6 ? 'ipv6' : 'ipv4' }).address
