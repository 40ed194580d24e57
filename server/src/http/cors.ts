import fastifyCors from '@fastify/cors'
import { sessionHeader } from '@portal/contract/call'
import { startCheckout } from '@portal/contract/checkout'
import type { FastifyInstance } from 'fastify'

/** The headers that our pages send and read, in addition to those that browsers always allow. */
const headers = {
  allowedHeaders: ['content-type', sessionHeader, ...Object.keys(startCheckout.headers?.shape ?? {})],
  exposedHeaders: ['content-disposition', 'retry-after', 'x-request-id'],
}

/**
 * Lets the pages of exactly these origins make calls with their visitors' cookies and read the replies (R28). Pages of
 * any other origin get no such header. With no origins set, no page does.
 */
export async function allowWebOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(fastifyCors, {
    origin: (origin, answer) => answer(null, origin !== undefined && origins.includes(origin) ? origin : false),
    credentials: true,
    methods: ['GET', 'POST'],
    ...headers,
    maxAge: 600,
    strictPreflight: false,
  })
}
