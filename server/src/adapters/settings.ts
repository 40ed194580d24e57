import { z } from 'zod'

// What settings of partners are made of. Each refusal says in words what is expected.

/** The address to which card numbers are sent. */
export const gatewayUrl = z.string().refine((text) => {
  const { protocol, hostname } = URL.parse(text) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && hostname !== undefined && isThisMachine(hostname))
}, 'an address such as https://gateway.example, with https unless it is on this machine')

/** Comma-separated values. */
export function listOf<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item))
}

/** Browsers consider these hosts as safe as https. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}
