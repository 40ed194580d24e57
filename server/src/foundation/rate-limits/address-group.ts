import { SocketAddress, isIPv6 } from 'node:net'

/**
 * What an address is counted as, however it is spelt. One IPv6 address usually comes with its whole /64 network, so the
 * network counts as one. An IPv4 address counts as itself, even when written as IPv6. Any other text is returned
 * unchanged.
 */
export function addressGroup(target: string): string {
  if (!isIPv6(target)) return target
  const address = inOneSpelling(target)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (mapped?.[1]) return mapped[1]
  return `${networkGroups(address).join(':')}::/64`
}

/** An IPv6 address as RFC 5952 writes it: one spelling for each address, without a zone. */
function inOneSpelling(address: string): string {
  return new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address
}

/** The first four of the eight groups of an IPv6 address in that spelling. */
function networkGroups(address: string): string[] {
  const [before = '', after] = address.split('::')
  const front = groupsOf(before)
  if (after === undefined) return front.slice(0, 4)
  const back = groupsOf(after)
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back].slice(0, 4)
}

function groupsOf(text: string): string[] {
  return text.split(':').filter(Boolean)
}
