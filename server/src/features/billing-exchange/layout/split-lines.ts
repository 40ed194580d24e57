import iconv from 'iconv-lite'
import { RefusedExtract, whole } from '../import/read-lines.ts'
import type { encodings } from './layout-file.ts'

/** In characters, of a line, or of several that one column in quotes joins. */
export const longestRow = 64 * 1024

const marks: Readonly<Record<string, string>> = { efbbbf: 'utf-8', fffe: 'utf-16', feff: 'utf-16' }

/** In batches, without line ends. @throws RefusedExtract: another encoding, or cut off */
export async function* decodedLines(
  bytes: AsyncIterable<Buffer>,
  { encoding, lastLineEnds }: { encoding: (typeof encodings)[number]; lastLineEnds: boolean },
): AsyncGenerator<string[]> {
  const decoder = iconv.getDecoder(encoding)
  let lineNumber = 1
  let rest = ''
  let isFirst = true
  const linesIn = (text: string): string[] => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestRow) throw new RefusedExtract(`Line ${lineNumber + lines.length} is too long`)
    const fault = text.search(/[\0\ufffd]/)
    if (fault >= 0) throw notEncoded(text, fault, lineNumber, encoding)
    lineNumber += lines.length
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
  for await (const chunk of whole(bytes)) {
    if (isFirst) refuseOtherMark(chunk, encoding)
    isFirst = false
    yield linesIn(decoder.write(chunk))
  }
  yield linesIn(decoder.end() ?? '')
  // Old systems end a file with Ctrl-Z.
  const last = rest.endsWith('\u001a') ? rest.slice(0, -1) : rest
  if (last === '') return
  if (lastLineEnds)
    throw new RefusedExtract(`The file was cut off in line ${lineNumber}: its last line has no line end`)
  yield [last]
}

function refuseOtherMark(chunk: Buffer, encoding: string): void {
  const start = chunk.toString('hex', 0, 3)
  const mark = Object.keys(marks).find((each) => start.startsWith(each))
  const found = mark && marks[mark]
  if (found && found !== encoding) throw new RefusedExtract(`The file is ${found}. The layout says ${encoding}`)
}

function notEncoded(text: string, at: number, lineNumber: number, encoding: string): RefusedExtract {
  const line = lineNumber + text.slice(0, at).split('\n').length - 1
  return new RefusedExtract(
    text[at] === '\0'
      ? `Line ${line} has a NUL byte: the file is damaged, or is not ${encoding}`
      : `The file is not ${encoding}: line ${line}`,
  )
}

/** Splits at the delimiter; null while a column in quotes goes on in the next line. @throws SyntaxError: a quote elsewhere */
export function splitQuoted(line: string, delimiter: string): string[] | null {
  const fields: string[] = []
  for (let from = 0; ;) {
    if (line[from] !== '"') {
      const end = line.indexOf(delimiter, from)
      fields.push(line.slice(from, end < 0 ? undefined : end))
      if (end < 0) return fields
      from = end + 1
      continue
    }
    let end = from + 1
    for (end = line.indexOf('"', end); end >= 0 && line[end + 1] === '"'; end = line.indexOf('"', end + 2));
    if (end < 0) return null
    fields.push(line.slice(from + 1, end).replaceAll('""', '"'))
    if (end + 1 === line.length) return fields
    if (line[end + 1] !== delimiter) throw new SyntaxError('a quote ends before its column')
    from = end + 2
  }
}
