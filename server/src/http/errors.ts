import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { requestTexts } from '@portal/contract/input-texts'
import { type CommonProblemName, commonProblems } from '@portal/contract/problem'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuseCommonly } from '../refusal.ts'
import { InvalidInput } from './input.ts'

/** The only maker of error replies (R4). A fault of our own is worded generally and logged in full. */
export function sendProblem(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalFor(error, request)
  const problem = refusal.problemName
  const isExpected = error instanceof Refusal || refusal.text.status < 500
  if (isExpected)
    request.log.info({ problem, fields: refusal.extras.errors?.map((one) => one.field) }, 'Request rejected')
  else request.log.error({ err: error, problem }, 'Request failed')
  const { retryAfterSeconds } = refusal.extras
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.code(refusal.text.status).type('application/problem+json').send(refusal.problem(request.id))
}

function refusalFor(error: Error, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof InvalidInput) return refuseCommonly('invalid', { errors: error.errors })
  // The browser has gone away: nobody gets the reply.
  if (error === request.raw.errored || error === request.signal.reason) return refuseCommonly('invalid')
  return request.server.doors.refusalOf(error) ?? refusalForFramework(error)
}

/** A file of the build, by `If-Match` or `If-Unmodified-Since` (RFC 9110 §13.1). */
const preconditionFailed = new Refusal('invalid', { ...commonProblems.invalid, status: 412 }, {})

const frameworkTexts: ReadonlyMap<unknown, string> = new Map([
  ['FST_ERR_CTP_EMPTY_JSON_BODY', requestTexts.emptyBody],
  ['FST_ERR_CTP_INVALID_JSON_BODY', requestTexts.notJson],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', requestTexts.otherType],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', requestTexts.otherLength],
  ['FST_ERR_CTP_BODY_TOO_LARGE', requestTexts.bodyTooLarge],
  ['FST_INVALID_MULTIPART_CONTENT_TYPE', requestTexts.notForm],
  ['FST_PROTO_VIOLATION', requestTexts.formName],
  ['FST_MP_PREMATURE_CLOSE', requestTexts.formCut],
  ['FST_PARTS_LIMIT', requestTexts.formTooLong],
  ['FST_FIELDS_LIMIT', requestTexts.formTooLong],
  ['FST_FILES_LIMIT', requestTexts.formTooLong],
])

/** Fastify's and its file plugin's messages may quote the body, so they are not passed on. */
function refusalForFramework(error: Error & Partial<FastifyError>): Refusal {
  const { statusCode = 500 } = error
  if (statusCode === 412) return preconditionFailed
  if (!isOfFastify(error)) return refuseCommonly('fault')
  if (statusCode === 404) return refuseCommonly('not-found')
  if (statusCode >= 500) return refuseCommonly('fault')
  const detail = frameworkTexts.get(error.code)
  return refuseCommonly(statusCode === 413 ? 'too-large' : 'invalid', detail === undefined ? {} : { detail })
}

/** The code of a `DOMException`, such as that of a time limit, is a number. */
function isOfFastify({ code }: { readonly code?: unknown }): boolean {
  return typeof code === 'string' && code.startsWith('FST_')
}

const answers: Readonly<Record<string, readonly [status: number, problem: CommonProblemName]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid'],
  HPE_HEADER_OVERFLOW: [431, 'too-large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too-large'],
}

/** For log lines and the problem: 16 characters. */
export const newRequestId = (): string => randomBytes(12).toString('base64url')

/** For input that reaches no route. It is not logged: it may be half of a payment. */
export function handleClientError(headers: Readonly<Record<string, string>>, log: FastifyBaseLogger) {
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
