import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type CommonProblemName, commonProblems } from '@portal/contract/problem'
import type { FastifyBaseLogger } from 'fastify'
import { refuseCommonly } from './problem.ts'

const answers: Readonly<Record<string, readonly [status: number, problem: CommonProblemName]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid'],
  HPE_HEADER_OVERFLOW: [431, 'too-large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too-large'],
}

/** A request's id, for its log lines and its problem: 16 characters. */
export const newRequestId = (): string => randomBytes(12).toString('base64url')

/**
 * Makes the handler for input that cannot reach a route: garbage, endless headers, a request that is never completed.
 * The reply has the form and headers of every other refusal. The input is not logged, because it may be half of a
 * payment.
 */
export function answerNoRequest(headers: Readonly<Record<string, string>>, log: FastifyBaseLogger) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const [status, name] = answers[error.code ?? ''] ?? [400, 'invalid']
    const requestId = newRequestId()
    log.info({ requestId, status, code: error.code }, 'The input is not a valid request')
    const text = { ...commonProblems[name], status }
    const body = JSON.stringify({ ...refuseCommonly(name).problem(requestId), ...text })
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'content-type': 'application/problem+json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([header, value]) => `${header}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroy(error)
  }
}
