import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { access, constants, open, stat } from 'node:fs/promises'
import { type Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { header } from '../format/extract-records.ts'
import { faultOf } from '../format/fields.ts'
import { unescapeField } from '../format/lines.ts'

/** The message is a sentence for the person who sent the extract. */
export class RefusedExtract extends Error {
  override readonly name = 'RefusedExtract'
}

interface ExtractFile {
  bytes: Readable
  /** On disk. */
  size: number
  /** Of `size`. */
  bytesRead(): number
}

const chunkBytes = 64 * 1024
const longestLine = 64 * 1024

/** Gzip is recognized by its first two bytes. @throws RefusedExtract when there is no such file, or it may not be read */
export async function openExtract(path: string): Promise<ExtractFile> {
  const { size } = await sizeOf(path)
  const file = createReadStream(path, { highWaterMark: chunkBytes })
  const bytesRead = () => file.bytesRead
  if (!(await isGzip(path))) return { bytes: file, size, bytesRead }
  // A failure of either stream destroys the gunzip stream, so that its reader gets the error.
  const bytes = pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => undefined)
  return { bytes, size, bytesRead }
}

async function sizeOf(path: string): Promise<{ size: number }> {
  try {
    await access(path, constants.R_OK)
    return await stat(path)
  } catch (error) {
    throw new RefusedExtract(`The file cannot be read. ${String(error)}`)
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** In batches, without newlines. @throws RefusedExtract: not UTF-8, a line that never ends, a file cut off */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0)
  let lineNumber = 1
  for await (const chunk of whole(bytes)) {
    const end = chunk.lastIndexOf(0x0a)
    if (rest.length + (end < 0 ? chunk.length : chunk.indexOf(0x0a)) > longestLine)
      throw new RefusedExtract(`Line ${lineNumber} is longer than ${longestLine} bytes`)
    if (end < 0) {
      rest = Buffer.concat([rest, chunk])
      continue
    }
    const complete = Buffer.concat([rest, chunk.subarray(0, end)])
    rest = chunk.subarray(end + 1)
    if (!isUtf8(complete))
      throw new RefusedExtract(`The file is not UTF-8: line ${lineNumber + linesBeforeFault(complete)}`)
    const lines = complete.toString('utf8').split('\n')
    lineNumber += lines.length
    yield lines
  }
  if (rest.length > 0) throw new RefusedExtract(`The file was cut off in line ${lineNumber}`)
}

/** @throws RefusedExtract when the gzip file is cut off or damaged */
export async function* whole(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'Z_BUF_ERROR') throw new RefusedExtract('The gzip file was cut off')
    if (error.code === 'Z_DATA_ERROR') throw new RefusedExtract('The gzip file is damaged')
    throw error
  }
}

function linesBeforeFault(complete: Buffer): number {
  let lines = 0
  for (let from = 0; from < complete.length; lines++) {
    const newline = complete.indexOf(0x0a, from)
    const end = newline < 0 ? complete.length : newline
    if (!isUtf8(complete.subarray(from, end))) break
    from = end + 1
  }
  return lines
}

export interface ExtractHeader {
  runId: string
  division: string
  asOf: CalendarDate
  extractedAt: Instant
  timeZone: string
}

/** @throws RefusedExtract when it is no header of this format, or of another division or time zone */
export function readHeader(
  line: string | undefined,
  { division, timeZone }: Pick<ExtractHeader, 'division' | 'timeZone'>,
): ExtractHeader {
  // Both are invisible, so the file looks right.
  if (line?.startsWith('\uFEFF')) throw new RefusedExtract('The file begins with a byte order mark')
  if (line?.endsWith('\r')) throw new RefusedExtract('The lines end with a carriage return before the newline')
  if (!line?.startsWith(`${header.type}|`)) throw new RefusedExtract('Not an extract: the first line is not a header')
  const fields = line.slice(5).split('|')
  if (fields.length !== header.fields.length)
    throw new RefusedExtract(`The header has ${fields.length} fields instead of ${header.fields.length}`)
  for (const [at, field] of header.fields.entries()) {
    const fault = faultOf(field, fields[at] ?? '')
    if (fault) throw new RefusedExtract(`The header cannot be used: ${fault}`)
  }
  const [, runId = '', ofDivision = '', asOf, extractedAt, ofZone = ''] = fields.map(unescapeField)
  if (ofDivision !== division)
    throw new RefusedExtract(`The extract is for division ${ofDivision}. This portal serves ${division}`)
  if (ofZone !== timeZone)
    throw new RefusedExtract(`The dates of the extract are of ${ofZone}. The profile’s time zone is ${timeZone}`)
  return {
    runId,
    division,
    asOf: CalendarDate.parse(asOf),
    extractedAt: Instant.parse(extractedAt),
    timeZone,
  }
}
