import { epochOf, instantOf } from '@portal/contract/dates'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

type Needed = Pick<Deps, 'clock' | 'profile' | 'config'>

const path = '/.well-known/security.txt'
const day = 24 * 60 * 60_000
/** Renewed with each request, so that it is never over; RFC 9116 advises less than a year. */
const goodFor = 180 * day

/** Tells those who found a weakness whom to write to (RFC 9116). */
export function securityTextRoute(app: FastifyInstance, { clock, profile, config }: Needed): void {
  if (!app.serves.has('pages')) return
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    const expires = instantOf(Math.ceil((epochOf(clock.now()) + goodFor) / day) * day)
    const lines = [
      `Contact: ${profile.securityContact ?? `mailto:${profile.customerServiceEmail}`}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${profile.locale.split('-')[0]}`,
      `Canonical: ${config.PUBLIC_URL}${path}`,
    ]
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400')
    return await reply.send(`${lines.join('\n')}\n`)
  })
}
