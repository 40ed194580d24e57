import { isIPv6 } from 'node:net'

/**
 * What an address is counted as. Whoever holds one IPv6 address usually holds its whole /64 network, so all of it
 * counts as one. An IPv4 address counts as itself, also when written as IPv6. Anything that is no address is returned
 * unchanged.
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
