import { CalendarDate, Instant } from '@portal/contract/dates'
import { faultOf } from './extract-fields.ts'
import { unescapeField } from './extract-line.ts'
import { header } from './extract-records.ts'
import { RefusedExtract } from './read-lines.ts'

/** The first line of an extract. */
export interface ExtractHeader {
  runId: string
  division: string
  asOf: CalendarDate
  extractedAt: Instant
  timeZone: string
}

/** @throws RefusedExtract when the first line is not a header of this format, or of another division. */
export function readHeader(line: string | undefined, division: string): ExtractHeader {
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
  const [, runId = '', ofDivision = '', asOf, extractedAt, timeZone = ''] = fields.map(unescapeField)
  if (ofDivision !== division)
    throw new RefusedExtract(`The extract is for division ${ofDivision}. This portal serves ${division}`)
  return {
    runId,
    division,
    asOf: CalendarDate.parse(asOf),
    extractedAt: Instant.parse(extractedAt),
    timeZone,
  }
}
