import type { Readable } from 'node:stream'
import type { Call } from '@portal/contract/call'
import { requestTexts } from '@portal/contract/input-texts'
import type { Problem } from '@portal/contract/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal, refuseCommonly } from '../refusal.ts'

type Form = NonNullable<Call['form']>

/** Room for the texts of a form and the boundaries between its parts, in addition to its file. */
const largestTexts = 256 * 1024

/** Limits of a form. Anything beyond them is refused while it arrives. */
const limits = { files: 1, fields: 10, parts: 11, fieldSize: 128 * 1024, fieldNameSize: 100, headerPairs: 20 }

/**
 * Reads a form (`multipart/form-data`): texts as strings, a file as a `File`. Nothing touches the disk.
 * @throws Refusal when the body is not a form, or as soon as it is too large
 */
export async function readForm(request: FastifyRequest, { largestFile }: Form): Promise<Record<string, string | File>> {
  if (Number(request.headers['content-length']) > largestFile + largestTexts) {
    throw refuseCommonly('too-large', { detail: requestTexts.fileTooLarge })
  }
  // The sender has gone away meanwhile: the parser would wait forever for the end of a body that has ended.
  if (request.raw.errored) throw refuseCommonly('invalid')
  const form: Record<string, string | File> = {}
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: largestFile } })) {
      if (part.type === 'file') form[part.fieldname] = await readFile(part)
      else if (part.valueTruncated || part.fieldnameTruncated) {
        throw refuseCommonly('too-large', { detail: requestTexts.formTooLong })
      } else if (typeof part.value === 'string') form[part.fieldname] = part.value
    }
  } catch (error) {
    throw isRefused(error) ? error : refuseCommonly('invalid', { detail: requestTexts.notForm })
  }
  return form
}

interface FilePart {
  readonly file: AsyncIterable<Buffer<ArrayBuffer>> & Pick<Readable, 'once' | 'destroy'>
  readonly filename: string
  readonly mimetype: string
}

/** The plugin's own `toBuffer` would read even a file that is too large to its end. */
async function readFile({ file, filename, mimetype }: FilePart): Promise<File> {
  file.once('limit', () => file.destroy(refuseCommonly('too-large', { detail: requestTexts.fileTooLarge })))
  const chunks: Buffer<ArrayBuffer>[] = []
  for await (const chunk of file) chunks.push(chunk)
  return new File(chunks, filename, { type: mimetype })
}

/**
 * Closes the connection after the reply when the client has much more to send than the call accepts, or does not say
 * how much. Otherwise the rest is received and dropped, because a browser that is cut off while sending does not see
 * the reply.
 */
export function hangUpOnExcess(request: FastifyRequest, reply: FastifyReply, { largestFile }: Form): void {
  const isBearable = Number(request.headers['content-length']) <= 4 * (largestFile + largestTexts)
  if (!isBearable) reply.header('connection', 'close')
}

/** Refusals of our own and of Fastify. Any other error is the parser's, for a body that is not a form. */
function isRefused(error: unknown): boolean {
  if (error instanceof Refusal) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}

/** A part of a request that does not fit the contract. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'
  readonly part: 'params' | 'query' | 'headers' | 'body'
  readonly errors: NonNullable<Problem['errors']>

  constructor(part: InvalidInput['part'], error: z.ZodError) {
    super(`The ${part} of the request did not fit the contract`)
    this.part = part
    this.errors = fieldErrors(error)
  }
}

/** One message for each wrong field, in the contract's words. They never repeat what was entered. */
function fieldErrors(error: z.ZodError): NonNullable<Problem['errors']> {
  const messages = new Map<string, string>()
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    if (!messages.has(field)) messages.set(field, issue.message)
  }
  return [...messages].map(([field, message]) => ({ field, message }))
}

/** How deep a body may nest: far deeper than any call of the contract needs, and shallow enough for recursion. */
const deepest = 50

/**
 * Whether everything that was sent can be stored. The database cannot store NUL or half of a surrogate pair (no
 * keyboard makes either), and nothing may nest so deep that reading it overflows the stack.
 * @param sent as parsed from JSON or a query
 */
export function isStorable(sent: unknown): boolean {
  let level = [sent]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest || level.some((value) => typeof value === 'string' && !isText(value))) return false
    level = level.flatMap(inside)
  }
  return true
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function inside(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).flat() : []
}
