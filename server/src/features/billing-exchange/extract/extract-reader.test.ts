import { describe, expect, test } from 'vitest'
import { readHeader } from './extract-header.ts'
import { ExtractReader, type LeftOutRecord } from './extract-reader.ts'
import { accountRecords, extractText } from './testing/extract.ts'

/** Reads an extract of these lines; answers how many rows went to each table and what was left out. */
function reading(body: readonly string[]) {
  const rows = new Map<string, number>()
  const leftOut: LeftOutRecord[] = []
  const [header, ...lines] = extractText(body).trimEnd().split('\n')
  const reader = new ExtractReader(readHeader(header, 'GWA'), {
    row: (table) => rows.set(table, (rows.get(table) ?? 0) + 1),
    leaveOut: (record) => leftOut.push(record),
  })
  for (const [at, line] of lines.entries()) reader.read(line, at + 2)
  reader.end()
  return { rows: Object.fromEntries(rows), leftOut, records: reader.records }
}

const sound = accountRecords('1000000003')
const broken = (from: string | RegExp, to: string) => sound.join('\n').replace(from, to).split('\n')

describe('a record that is faulty by itself is left out with the reason, and no other', () => {
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
      body: broken(/0120.*\n/, ''),
      recordType: '0100',
      reason: 'its end counts another number of lines',
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
    {
      what: 'security data is sent',
      body: [...sound, '0024|1000000003|CMSCAN|2020-01-01||fido'],
      recordType: '0024',
      reason: 'security data does not belong into an extract',
    },
  ])('$what', ({ body, recordType, reason }) => {
    const { leftOut } = reading(body)
    expect(leftOut).toMatchObject([{ recordType, reason }])
  })

  test('a sound one is not', () => {
    expect(reading(sound)).toMatchObject({
      leftOut: [],
      records: 8,
      rows: { person: 1, phone: 1, premise: 1, account: 1, account_person: 1, service_agreement: 1, bill: 1 },
    })
  })

  test('the line and the key are named, and nothing else of the record', () => {
    const [record] = reading(broken('|700|-700|', '|700|-600|')).leftOut
    expect(record).toEqual({ lineNumber: 8, recordType: '0100', key: '100000000301', reason: expect.any(String) })
    const [unknown] = reading(broken('0020|1000000003', '0020|4111 1111 1111')).leftOut
    expect(unknown).toMatchObject({ lineNumber: 2, key: null })
  })
})
