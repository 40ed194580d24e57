import type { Readable } from 'node:stream'
import type { Call } from '@portal/contract/call'
import { requestTexts } from '@portal/contract/input-texts'
import type { Problem } from '@portal/contract/problem'
import { isStorableText } from '@portal/contract/text'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal, refuseCommonly } from '../refusal.ts'

type Form = NonNullable<Call['form']>

/** Texts of a form and boundaries, in addition to its file. */
const largestTexts = 256 * 1024

/** Anything beyond is refused while it arrives. */
const limits = { files: 1, fields: 10, parts: 11, fieldSize: 128 * 1024, fieldNameSize: 100, headerPairs: 20 }

/** `multipart/form-data`, never on disk. @throws Refusal when it is no form, or as soon as it is too large */
export async function readForm(request: FastifyRequest, { largestFile }: Form): Promise<Record<string, string | File>> {
  if (Number(request.headers['content-length']) > largestFile + largestTexts) {
    throw refuseCommonly('too-large', { detail: requestTexts.fileTooLarge })
  }
  // The sender has gone: the parser would wait forever for the end of a body that has ended.
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

/** Only for much more, or unknown lengths: a browser cut off while sending does not see the reply. */
export function hangUpOnExcess(request: FastifyRequest, reply: FastifyReply, { largestFile }: Form): void {
  const isBearable = Number(request.headers['content-length']) <= 4 * (largestFile + largestTexts)
  if (!isBearable) reply.header('connection', 'close')
}

/** Of our own and of Fastify; any other error is the parser's, for a body that is no form. */
function isRefused(error: unknown): boolean {
  if (error instanceof Refusal) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}

/** Does not fit the contract. */
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

/** One for each field, in the contract's words, never with what was entered. */
function fieldErrors(error: z.ZodError): NonNullable<Problem['errors']> {
  const messages = new Map<string, string>()
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    if (!messages.has(field)) messages.set(field, issue.message)
  }
  return [...messages].map(([field, message]) => ({ field, message }))
}

/** Far deeper than any call needs, and shallow enough for recursion. */
const deepest = 50

/** Neither NUL, half of a surrogate pair nor deep nesting. @param sent as parsed from JSON or a query */
export function isStorable(sent: unknown): boolean {
  let level = [sent]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest || level.some((value) => typeof value === 'string' && !isStorableText(value))) return false
    level = level.flatMap(inside)
  }
  return true
}

function inside(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).flat() : []
}
