import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/**
 * - `dropBefore`, `dropAfter`: the connection breaks, before or after the work is done.
 * - `hang`: no reply, and the connection stays open.
 * - `status`: this reply instead of the right one; `isDone` says whether the work is done all the same.
 * - `delay`: everything goes well, later.
 * - `html`: what a proxy in front of the partner answers.
 */
export const HttpFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dropBefore') }),
  z.object({ kind: z.literal('dropAfter') }),
  z.object({ kind: z.literal('hang'), isDone: z.boolean().default(true) }),
  z.object({ kind: z.literal('status'), status: z.number().int(), isDone: z.boolean().default(false) }),
  z.object({ kind: z.literal('delay'), milliseconds: z.number().int() }),
  z.object({ kind: z.literal('html'), status: z.number().int().default(502), isDone: z.boolean().default(false) }),
])
export type HttpFault = z.output<typeof HttpFault>

export interface FaultyCall {
  request: FastifyRequest
  reply: FastifyReply
  fault: HttpFault | null
  closing: AbortSignal
}

interface WorkReply {
  status: number
  headers?: Record<string, string>
  body: unknown
}

/** Does the work and answers, unless a fault is in the way. `refusal` is the body of a reply with another status. */
export async function serve(
  { request, reply, fault, closing }: FaultyCall,
  work: () => Promise<WorkReply>,
  refusal: (status: number) => unknown,
): Promise<unknown> {
  const isDone =
    fault === null || fault.kind === 'delay' || fault.kind === 'dropAfter' || ('isDone' in fault && fault.isDone)
  if (fault?.kind === 'delay') await wait(fault.milliseconds, undefined, { signal: closing }).catch(() => undefined)
  const result = isDone ? await work() : null
  if (fault === null || fault.kind === 'delay') {
    return reply
      .code(result?.status ?? 500)
      .headers(result?.headers ?? {})
      .send(result?.body)
  }
  switch (fault.kind) {
    case 'dropBefore':
    case 'dropAfter':
      request.raw.socket.destroy()
      return reply.hijack()
    case 'hang':
      return reply.hijack()
    case 'html':
      return reply.code(fault.status).type('text/html').send('<html><h1>Bad Gateway</h1></html>')
    case 'status':
      return reply.code(fault.status).send(refusal(fault.status))
  }
}
