import { describe, expect, test } from 'vitest'
import { accountRecords, billRecords, extractText } from '../format/testing/extract.ts'
import { type SkippedRecord, ExtractReader } from './extract-reader.ts'
import { readHeader } from './read-lines.ts'

/**
 * Reads an extract of these lines.
 * @returns how many rows went to each table, the bills, and what was left out
 */
function reading(body: readonly string[], text = extractText(body)) {
  const rows = new Map<string, number>()
  const bills: string[] = []
  const skipped: SkippedRecord[] = []
  const [header, ...lines] = text.trimEnd().split('\n')
  const reader = new ExtractReader(readHeader(header, { division: 'GWA', timeZone: 'Pacific/Guam' }), {
    row(table, row) {
      rows.set(table, (rows.get(table) ?? 0) + 1)
      if (table === 'bill') bills.push(row)
    },
    skip: (record) => skipped.push(record),
  })
  for (const [at, line] of lines.entries()) reader.read(line, at + 2)
  reader.end()
  return { rows: Object.fromEntries(rows), bills, skipped, records: reader.records }
}

const sound = accountRecords('1000000003')
const broken = (from: string | RegExp, to: string) => sound.join('\n').replace(from, to).split('\n')

describe('a faulty record is left out with the reason, and no other record is', () => {
  test.each<{ what: string; body: string[]; recordType: string; reason: string }>([
    {
      what: 'a field is missing',
      body: broken('|SFH|', '|'),
      recordType: '0040',
      reason: 'it has 7 fields instead of 8',
    },
    {
      what: 'a key is no number',
      body: broken(/0022\|\d/, '0022|x'),
      recordType: '0022',
      reason: 'person_id is not 10 digits',
    },
    {
      what: 'a required field is empty',
      body: broken('|Maria Cruz|', '||'),
      recordType: '0020',
      reason: 'full_name is empty',
    },
    {
      what: 'a field is too long',
      body: broken('|Maria Cruz|', `|${'x'.repeat(255)}|`),
      recordType: '0020',
      reason: 'full_name is too long',
    },
    {
      what: 'an escape is unknown',
      body: broken('|Maria Cruz|', '|Maria\\qCruz|'),
      recordType: '0020',
      reason: 'full_name has an unknown escape',
    },
    {
      what: 'a control character stands in it',
      body: broken('|Maria Cruz|', '|Maria\tCruz|'),
      recordType: '0020',
      reason: 'it has a control character',
    },
    {
      what: 'a code is unknown',
      body: broken('|MOBILE|', '|PAGER|'),
      recordType: '0022',
      reason: 'phone_type is not a known code',
    },
    {
      what: 'a flag is neither Y nor N',
      body: broken('|N|5000', '|X|5000'),
      recordType: '0030',
      reason: 'is_cash_only is neither Y nor N',
    },
    {
      what: 'a date does not exist',
      body: broken('|2026-02-05|', '|2026-02-30|'),
      recordType: '0100',
      reason: 'due_date is not a date',
    },
    {
      what: 'an amount has decimals',
      body: broken('|N|5000|', '|N|50.00|'),
      recordType: '0030',
      reason: 'balance_cents is not a number of cents',
    },
    {
      what: 'an account is of another division',
      body: broken('|GWA|RESID|', '|XYZ|RESID|'),
      recordType: '0030',
      reason: 'it belongs to another division',
    },
    {
      what: 'ages do not add up',
      body: broken('|5000|5000|5000|0', '|5000|5000|4000|0'),
      recordType: '0030',
      reason: 'the ages of the balance do not add up to it',
    },
    {
      what: 'an age is negative',
      body: broken('|5000|5000|5000|0', '|5000|5000|5001|-1'),
      recordType: '0030',
      reason: 'an age of the balance is negative',
    },
    {
      what: 'a bill does not add up',
      body: broken('|700|-700|', '|700|-600|'),
      recordType: '0100',
      reason: 'ending balance is not the sum of beginning, payments, adjustments, corrections and charges',
    },
    {
      what: 'a charge is not the sum of its lines',
      body: broken('|Base charge|4000|', '|Base charge|4001|'),
      recordType: '0100',
      reason: 'a calculation header is not the sum of its lines',
    },
    {
      what: 'segments are not the current charges',
      body: broken(/\|WRES\|5000\n1700\|Base charge\|4000/, '|WRES|6000\n1700|Base charge|5000'),
      recordType: '0100',
      reason: 'current charges are not the sum of the segments',
    },
    {
      what: 'a line of a bill is faulty',
      body: broken('|W1|10|', '|W1|ten|'),
      recordType: '0100',
      reason: 'record type 2100: multiplier is not a count',
    },
    {
      what: 'a bill lost a line',
      body: broken(/3900.*\n/, ''),
      recordType: '0100',
      reason: 'its end counts another number of lines',
    },
    {
      what: 'a bill has no routing',
      body: broken(/0120.*\n/, '')
        .join('\n')
        .replace(/(9999\|\d+)\|9/, '$1|8')
        .split('\n'),
      recordType: '0100',
      reason: 'it has no routing',
    },
    {
      what: 'a bill has two routings',
      body: broken(/(0120.*\n)/, '$1$1'),
      recordType: '0100',
      reason: 'it has two routings',
    },
    {
      what: 'a read stands above its segment',
      body: broken(/(1300[^]*)(2100.*\n)/, '$2$1'),
      recordType: '0100',
      reason: 'a read stands outside a segment',
    },
    {
      what: 'a charge stands above its segment',
      body: broken(/(1300.*\n)(1500.*\n)/, '$2$1'),
      recordType: '0100',
      reason: 'calculation header outside a segment (likewise 118, 125 and extract-reader:122)',
    },
    {
      what: 'a line of a charge stands above it',
      body: broken(/(1500.*\n)(1700.*\n)/, '$2$1'),
      recordType: '0100',
      reason: 'a calculation line stands outside a calculation header',
    },
    {
      what: 'the end of a bill is that of another',
      body: broken(/9999\|\d+/, '9999|100000000401'),
      recordType: '0100',
      reason: 'its end names another bill',
    },
    {
      what: 'a bill has no end and another one follows',
      body: [...billRecords('1000000003', 5000).slice(0, -1), ...billRecords('1000000004', 5000)],
      recordType: '0100',
      reason: 'it has no end',
    },
    {
      what: 'the end of a bill cannot be read',
      body: broken(/(9999\|\d+)\|9/, '$1|nine'),
      recordType: '0100',
      reason: 'record type 9999: lines is not a count',
    },
    {
      what: 'a bill has no end and nothing follows',
      body: billRecords('1000000003', 5000).slice(0, -1),
      recordType: '0100',
      reason: 'it has no end',
    },
    {
      what: 'the first line of a bill is faulty, and its sums with it',
      body: broken('|2026-02-05|700|-700|', '|2026-02-30|700|-600|'),
      recordType: '0100',
      reason: 'due_date is not a date',
    },
    {
      what: 'a line of a bill stands alone',
      body: [...sound, '3900|Lost'],
      recordType: '3900',
      reason: 'a line of a bill stands outside a bill',
    },
    {
      what: 'a record type is unknown',
      body: [...sound, '0555|1'],
      recordType: '0555',
      reason: 'unknown record type',
    },
    ...['CMSCQUES', 'CMSCAN', 'WPCOUNT'].map((kind) => ({
      what: `security data is sent: ${kind}`,
      body: [...sound, `0024|1000000003|${kind}|2020-01-01||fido`],
      recordType: '0024',
      reason: 'an extract must not contain security data',
    })),
  ])('$what', ({ body, recordType, reason }) => {
    const { skipped } = reading(body)
    expect(skipped).toMatchObject([{ recordType, reason }])
  })

  test('a record without faults is not', () => {
    expect(reading(sound)).toMatchObject({
      skipped: [],
      records: 8,
      rows: { person: 1, phone: 1, premise: 1, account: 1, account_person: 1, service_agreement: 1, bill: 1 },
    })
  })

  test('an account with debts of every age that add up is not', () => {
    const body = broken('|5000|5000|5000|0|0|0|0', '|5000|5000|3500|500|400|300|300')
    expect(reading(body).skipped).toEqual([])
  })

  test('a line of a bill outside a bill counts as a record', () => {
    expect(reading([...sound, '3900|Lost']).records).toBe(9)
  })

  test.each([
    ['1234567890', '1234567890'],
    ['12345678901234', '12345678901234'],
    ['123456789', null],
    ['123456789012345', null],
    ['x1234567890', null],
    ['1234567890x', null],
  ])('what cannot be a key is not named: %s', (written, key) => {
    expect(reading([`0555|${written}`]).skipped).toMatchObject([{ key }])
  })

  test('the report has the line and the key, and nothing else of the record', () => {
    const [record] = reading(broken('|700|-700|', '|700|-600|')).skipped
    expect(record).toEqual({ lineNumber: 8, recordType: '0100', key: '100000000301', reason: expect.any(String) })
    const [unknown] = reading(broken('0020|1000000003', '0020|4111 1111 1111')).skipped
    expect(unknown).toMatchObject({ lineNumber: 2, key: null })
  })
})

test('a bill keeps its segments, charges, reads, lines and messages apart', () => {
  const [head = '', routing = ''] = billRecords('1000000003', 9000)
  const segment = (id: string, flags: string) =>
    `1300|10000000030${id}|1000000003|${id} Water Lane|2025-12-13|2026-01-13|${flags}`
  const read = (quantity: number) => `2100|W1|1|2025-12-13|2026-01-13|100|500|${quantity}|GAL`
  const { bills, skipped } = reading([
    head.replace('|0|0|', '|30|-30|'),
    routing.replaceAll('"', ''),
    segment('1', 'Y|N'),
    '1500|Water|WRES|3000',
    '1700|Base|1000|Y',
    '1700|Rounding|2000|N',
    '1500|Fee|FEE|2000',
    '1700|Fee|2000|Y',
    read(300),
    read(100),
    segment('2', 'N|Y'),
    '1500|Sewer|SRES|4000',
    '1700|Sewer|4000|Y',
    '3900|One',
    '3900|Two',
    '9999|100000000301|16',
  ])
  expect(skipped).toEqual([])
  const [bill = ''] = bills
  expect(JSON.parse(bill.split('|').at(-1) ?? '')).toMatchObject({
    segments: [
      {
        serviceAddress: '1 Water Lane',
        isEstimated: true,
        isClosing: false,
        charges: [
          { description: 'Water', lines: [{ print: true }, { description: 'Rounding', print: false }] },
          { description: 'Fee', lines: [{ cents: 2000 }] },
        ],
        reads: [{ quantity: 300 }, { quantity: 100 }],
      },
      {
        serviceAddress: '2 Water Lane',
        isEstimated: false,
        isClosing: true,
        charges: [{ description: 'Sewer', lines: [{ cents: 4000 }] }],
        reads: [],
      },
    ],
    messages: ['One', 'Two'],
  })
})

describe('the control totals', () => {
  const text = extractText(sound)

  test.each([
    ['of a type', '9800|0040|1', '9800|0040|2', '1 lines of type 0040 were read, the file announces 2'],
    [
      'of a type that is not there',
      '9900|',
      '9800|0555|1\n9900|',
      '0 lines of type 0555 were read, the file announces 1',
    ],
    ['of a type that is not counted', '9800|0040|1\n', '', '1 lines of type 0040 were read, the file announces 0'],
    ['of all lines', /9900\|16/, '9900|17', '16 lines were read, the trailer says 17'],
  ])('refuse the file when the number %s is another one', (_, from, to, wrong) => {
    expect(() => reading([], text.replace(from, to))).toThrow(`Wrong total: ${wrong}`)
  })

  test.each([
    ['account balances', /(?<=9900\|\d+\|)5000/],
    ['ending balances of bills', /(?<=9900\|\d+\|5000\|)5000/],
    ['financial transactions', /(?<=9900\|\d+\|5000\|5000\|)5000/],
  ])('refuse the file when the sum of %s is another one', (name, sum) => {
    const wrong = `Wrong total: the sum of ${name} is 5000 cents, the trailer says 5001`
    expect(() => reading([], text.replace(sum, '5001'))).toThrow(wrong)
  })

  test('leave out the sum with an amount that cannot be read: its record is left out, but the file is not refused', () => {
    const { skipped } = reading([], text.replace('|N|5000|', '|N|50.00|'))
    expect(skipped).toMatchObject([{ recordType: '0030' }])
  })
})
