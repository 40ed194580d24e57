import { isIPv6 } from 'node:net'

/**
 * What an address is counted as. One IPv6 address usually comes with its whole /64 network, so the network counts as
 * one. An IPv4 address counts as itself, even when written as IPv6. Any other text is returned unchanged.
 */
export function addressGroup(target: string): string {
  if (!isIPv6(target)) return target
  const address = target.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  return `${networkGroups(address).join(':')}::/64`
}

/** The first four of an IPv6 address's eight groups, without leading zeros. */
function networkGroups(address: string): string[] {
  const [before = '', after] = address.split('::')
  const front = groupsOf(before)
  if (after === undefined) return front.slice(0, 4)
  const back = groupsOf(after)
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back].slice(0, 4)
}

function groupsOf(text: string): string[] {
  return text
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16).toString(16))
}
