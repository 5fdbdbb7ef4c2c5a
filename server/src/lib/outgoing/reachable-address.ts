import ipaddr from 'ipaddr.js'

/** Blocks of IP addresses, such as 10.0.0.0/8 or ::1/128. */
export type AddressBlocks = string[]

/** Global unicast addresses (RFC 4291, 2.4); `range` does not name every block outside them. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Whether a server may send to this IP address: a public one, or one of the allowed blocks. */
export function isReachableAddress(text: string, allow: AddressBlocks): boolean {
  // Turns ::ffff:10.0.0.1 into 10.0.0.1.
  const address = ipaddr.process(text)
  if (address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6))) return true
  return allow.some((block) => {
    const [network, bits] = ipaddr.parseCIDR(block)
    return network.kind() === address.kind() && address.match(network, bits)
  })
}
