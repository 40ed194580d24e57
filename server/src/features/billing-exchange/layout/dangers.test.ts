import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { RefusedExtract } from '../import/read-lines.ts'
import { type FileKind, fileColumns } from './columns.ts'
import { type LayoutFile, simpleLayout } from './layout-file.ts'
import { RowReader } from './row-reader.ts'
import { decodedLines } from './split-lines.ts'

const head = 'account,name,balance,zip,due_date\n'

/** What a file comes to: the values of its rows, those left out, or why the whole is refused. */
async function reading(bytes: Buffer, layout: Partial<LayoutFile> = {}, kind: FileKind = 'accounts') {
  const file: LayoutFile = { ...simpleLayout.files.accounts, ...layout }
  const rows: string[] = []
  const leftOut: string[] = []
  const shown = ['account', 'name', 'balance', 'zip', 'due_date'].map(
    (name) => fileColumns[kind].findIndex((column) => column.name === name) + 1,
  )
  const reader = new RowReader(kind, file, 2026, {
    row(row) {
      const values = row.split('|')
      rows.push(
        shown
          .map((at) => values[at])
          .join(' ')
          .trim(),
      )
    },
    skip: ({ lineNumber, key, reason }) => void leftOut.push(`line ${lineNumber}: ${reason}${key ?? ''}`),
  })
  try {
    let lineNumber = 0
    // In pieces, so that characters and lines are cut everywhere.
    for await (const lines of decodedLines(piecesOf(bytes), file))
      for (const line of lines) reader.read(line, ++lineNumber)
    reader.end()
    return { rows, leftOut }
  } catch (error) {
    if (error instanceof RefusedExtract) return { refused: error.message }
    throw error
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, 4)
  for (let at = 4; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}

const row = (values: string) => Buffer.from(`${head}${values}\n`)
const account = '1000000001'
const good = `${account} Ann 4510 96913 2026-07-15`

describe('values', () => {
  test.each([
    ['1000000001,Ann,45.10,96913,2026-07-15', good],
    ['="1000000001",Ann,45.10,="96913",2026-07-15', good],
    ['100-000-0001, Ann ,$45.10,96913,2026-07-15', good],
    ['1000000001,"Ann","45.10","96913","2026-07-15"', good],
    ['1000000001,"Cruz, ""Ann""","1,045.1",969131234,0000-00-00', `${account} Cruz, "Ann" 104510 96913-1234`],
    ['1000000001,Ann,(12.00),501,', `${account} Ann -1200 00501`],
    ['1000000001,Ann,12.00-,K1A 0B1,', `${account} Ann -1200 K1A 0B1`],
    ['1000000001,Ann,12CR,,', `${account} Ann -1200`],
    ['1000000001,Ann,-0.00,,', `${account} Ann 0`],
    ['1000000001,"Ann\nLee",1.00,,', 'line 2: name has a control character'],
    ['1000000001,Ann,1.005,,', 'line 2: balance has more than 2 decimals'],
    ['1000000001,Ann,-1.00-,,', 'line 2: balance has two signs'],
    ['1000000001,Ann,-1.00CR,,', 'line 2: balance has two signs'],
    ['1000000001,Ann,(1.00,,', 'line 2: balance has one parenthesis'],
    ['1000000001,Ann,"1,00.00",,', 'line 2: balance has a comma in the wrong place'],
    ['1000000001,Ann,"12,5O",,', 'line 2: balance is not an amount'],
    ['1000000001,Ann,99999999999999,,', 'line 2: balance is too large'],
    ['1000000001,Ann,,,', 'line 2: balance is empty'],
    ['1000000001,,1.00,,', 'line 2: name is empty'],
    ['1000000001,Ann,1.00,,2026-02-29', 'line 2: due_date is not a date in the form YYYY-MM-DD'],
    ['1000000001,Ann,1.00,,45853', 'line 2: due_date is not a date in the form YYYY-MM-DD'],
    ['100000001,Ann,1.00,,', 'line 2: account is not an account number'],
    ['1000000001,Lee, Ann,1.00,,', 'line 2: the line has 6 columns instead of 5'],
    ['1000000001,"Ann" Lee,1.00,,', 'line 2: the line has 0 columns instead of 5'],
    ['1000000001,Ann\u0007,1.00,,', 'line 2: name has a control character'],
    [`1000000001,${'A'.repeat(255)},1.00,,`, 'line 2: name is longer than 254 characters'],
  ])('%s', async (values, expected) => {
    const { rows = [], leftOut = [] } = await reading(row(values))
    expect([...rows, ...leftOut]).toEqual([expected])
  })

  test.each(['1E+09', '1.00000E+09', '1/2/2026', '10-05', '5-Jan', '46023', '1234567890123450'])(
    'given the account %s, the whole file has been through a spreadsheet',
    async (damaged) => {
      expect(await reading(row(`${damaged},Ann,1.00,,`))).toEqual({
        refused: expect.stringMatching(/^Line 2 of accounts has an account number as a spreadsheet writes it/),
      })
    },
  )
})

describe('files', () => {
  const text = `${head}1000000001,Renée,45.10,96913,2026-07-15\n`
  const read = { rows: [`${account} Renée 4510 96913 2026-07-15`], leftOut: [] }

  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-8', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['utf-8', Buffer.from(`${text}\x1a`)],
    ['utf-8', Buffer.from(text.replaceAll('\n', '\n\n'))],
    ['utf-16', iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['utf-16', iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['windows-1252', iconv.encode(text, 'windows-1252')],
    ['latin1', iconv.encode(text, 'latin1')],
    ['cp437', iconv.encode(text, 'cp437')],
  ] as const)('in %s is read', async (encoding, bytes) => {
    expect(await reading(bytes, { encoding })).toEqual(read)
  })

  test.each([
    ['in another encoding', iconv.encode(text, 'windows-1252'), {}, 'The file is not utf-8: line 2'],
    ['in utf-16', iconv.encode(text, 'utf-16le', { addBOM: true }), {}, 'The file is utf-16. The layout says utf-8'],
    [
      'in utf-16 without a mark',
      iconv.encode(text, 'utf-16le'),
      {},
      'Line 1 has a NUL byte: the file is damaged, or is not utf-8',
    ],
    [
      'with a mark of utf-8',
      Buffer.from(`\ufeff${text}`),
      { encoding: 'cp437' },
      'The file is utf-8. The layout says cp437',
    ],
    [
      'with NUL bytes',
      row('1000000001,A\0nn,1.00,,'),
      {},
      'Line 2 has a NUL byte: the file is damaged, or is not utf-8',
    ],
    ['cut off', Buffer.from(text.slice(0, -5)), {}, 'The file was cut off in line 2: its last line has no line end'],
    ['that is empty', Buffer.from(''), {}, 'The file of accounts is empty'],
    [
      'without a column',
      Buffer.from('account,name\n'),
      {},
      'The file of accounts has no column balance in its first line',
    ],
    ['with a column twice', Buffer.from(head.replace('zip', 'name')), {}, 'The file of accounts has two columns name'],
    [
      'with a quote that hides lines',
      row('1000000001,"Ann,1.00,,\n1000000002,Bob,1.00,,\n1000000003,"Eve",1.00,,'),
      {},
      'A quote that begins in line 2 of accounts does not end where its column does',
    ],
    [
      'with a quote that never ends',
      row('1000000001,"Ann,1.00,,\n1000000002,Bob,1.00,,'),
      {},
      'A quote that begins in line 2 of accounts does not end where its column does',
    ],
  ] as const)('%s is refused', async (_, bytes, layout, refused) => {
    expect(await reading(bytes, layout)).toEqual({ refused })
  })

  test('without a line end after the last line is read where the layout says so', async () => {
    expect(await reading(Buffer.from(text.trimEnd()), { lastLineEnds: false })).toEqual(read)
  })

  test('of fixed width leaves out a row whose amount is cut', async () => {
    const columns: LayoutFile['columns'] = { account: [1, 10], name: [11, 15], balance: [16, 24] }
    const amount: LayoutFile['amount'] = { decimals: 'implied2', negative: ['x-'] }
    const bytes = Buffer.from('1000000001Ann  000004510\n1000000002Bob  00000451\n1000000003Eve  000.04510\n')
    expect(await reading(bytes, { fixed: true, header: false, columns, amount })).toEqual({
      rows: [`${account} Ann 4510`],
      leftOut: ['line 2: balance ends before its last character', 'line 3: balance has a decimal point'],
    })
  })

  test('negative in a form the layout does not have leaves the row out', async () => {
    const amount: LayoutFile['amount'] = { decimals: 'point', negative: ['-x'] }
    expect(await reading(row('1000000001,Ann,1.00-,,'), { amount })).toEqual({
      rows: [],
      leftOut: ['line 2: balance is negative in a form the layout does not have'],
    })
  })
})
