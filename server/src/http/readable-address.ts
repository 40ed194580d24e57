/** The path of an address, without its query. */
export function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? ''
}

/**
 * The address with a path that can be decoded: in one that cannot, each percent sign stands for itself. Fastify would
 * refuse such an address before any hook, where nobody could show Page Not Found.
 */
export function readableAddress(address: string): string {
  const path = pathOf(address)
  try {
    decodeURIComponent(path)
    return address
  } catch {
    return path.replaceAll('%', '%25') + address.slice(path.length)
  }
}
