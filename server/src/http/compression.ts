import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Only what is made for each request is compressed here. The files of the web app are compressed already, and downloads
 * must arrive row by row. No reply contains both a secret and words that another site can choose, so compression
 * reveals nothing.
 */
const compressible = /^(text\/html|application\/(problem\+)?json)(;|$)/
/** Compressing a text with fewer characters would save no packet. */
const smallest = 1024

const encodings = {
  // As small as gzip at its best, in half the time. The build can afford to try harder.
  br: async (text: string) =>
    await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: async (text: string) => await promisify(gzip)(text),
}

const offered: (keyof typeof encodings)[] = ['br', 'gzip']

/** Compresses pages and replies for browsers that accept it: an `onSend` hook. */
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
