import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Not files (compressed) or downloads (row by row). No reply has both a secret and words another site chooses. */
const compressible = /^(text\/html|application\/(problem\+)?json)(;|$)/
/** Fewer characters would save no packet. */
const smallest = 1024

const encodings = {
  // As small as gzip at its best, in half the time. The build can afford to try harder.
  br: async (text: string) =>
    await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: async (text: string) => await promisify(gzip)(text),
}

const offered: (keyof typeof encodings)[] = ['br', 'gzip']

/** An `onSend` hook, for browsers that accept it. */
export async function compressReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < smallest) return payload
  if (!compressible.test(String(reply.getHeader('content-type')))) return payload
  const varies = reply.getHeader('vary')
  reply.header('vary', varies ? `${String(varies)}, accept-encoding` : 'accept-encoding')
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', offered)
  if (encoding === null) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return await encodings[encoding](payload)
}
