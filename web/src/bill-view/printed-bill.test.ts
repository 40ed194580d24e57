import { CalendarDate, instantOf } from '@portal/contract/dates'
import { sumCents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { testBill } from '#testing/bill.ts'
import { testStart } from '#testing/data.ts'
import { billFileName } from './bill-actions.tsx'
import { type PrintedBill, printedBill } from './printed-bill.ts'
import { centsOf } from './printed-segments.ts'

const print = (bill = testBill()): PrintedBill => printedBill(bill, testStart.profile)

/** `-$1,234.50` as cents. */
const read = (shown: string) => centsOf(shown.replaceAll(/[$,]/g, ''))

test('a bill names account, customer, service location, invoice number and the lines of its summary (C§2.7)', () => {
  const { facts, summary, totalDue, dueDate, mailing } = print()
  expect(facts).toEqual([
    { term: 'Account number', value: '0123456789' },
    { term: 'Invoice number', value: '012345678901' },
    { term: 'Bill date', value: '11/05/2026' },
    { term: 'Customer', value: 'María Cruz' },
    { term: 'Service location', value: '123 Marine Corps Dr, Tamuning, GU, 96913' },
  ])
  expect(summary.map(({ term, value }) => `${term} ${value}`)).toEqual([
    'Previous balance $80.53',
    'Payments -$80.53',
    'Adjustments $5.00',
    'Corrections -$1.50',
    'Current charges $91.20',
  ])
  expect([totalDue, dueDate]).toEqual(['$94.70', '11/26/2026'])
  expect(mailing).toEqual(['c/o Island Rentals', 'María Cruz', 'PO Box 55', 'Hagåtña, GU 96932'])
})

test('a bill is mailed to both lines of an address, and names every way to reach the utility', () => {
  const { billRouting } = testBill().billInfo1
  const { mailing, utility } = print(testBill({ billRouting: { ...billRouting, entityInfo: ' ', address2: 'Unit 4' } }))
  expect(mailing).toEqual(['María Cruz', 'PO Box 55', 'Unit 4', 'Hagåtña, GU 96932'])
  expect(utility.contact).toEqual(['Customer service: 671-555-0100', testStart.profile.customerServiceEmail])
})

test('the summary adds up to the total, the lines of each segment to its sum, and the segments to the charges', () => {
  const { summary, totalDue, segments } = print()
  expect(sumCents(summary.map((fact) => read(fact.value)))).toBe(read(totalDue))
  for (const { lines, total } of segments) expect(sumCents(lines.map((line) => read(line.amount)))).toBe(read(total))
  expect(sumCents(segments.map((segment) => read(segment.total)))).toBe(centsOf('91.20'))
})

test("a line of nothing is left out, and one that is not printed is included in 'Other charges'", () => {
  expect(print().segments[0]?.lines.map((line) => [line.description, line.detail, line.amount])).toEqual([
    ['Base charge', '', '$30.00'],
    ['First 5,000 gallons', '5,000 gallons at $4.00 per 1,000', '$20.00'],
    ['Other charges', '', '$1.20'],
  ])
  expect(print().segments[1]?.lines).toMatchObject([{ description: 'Flat charge', amount: '$40.00' }])
})

test('a service without charges says that there are none', () => {
  const [segment] = print(testBill({ bseg: [] })).segments
  expect(segment).toMatchObject({ title: 'Charges', lines: [], total: '$0.00' })
})

test('each segment has its billing period, the date applied, its place, and says when it is an estimate or the last', () => {
  const [water, sewer] = print().segments
  expect(water).toMatchObject({
    title: 'Water, residential 3/4"',
    period: '10/03/2026 – 11/03/2026',
    dateApplied: '11/05/2026',
    remarks: ['Estimated. We couldn’t read the meter.'],
  })
  expect(sewer).toMatchObject({ title: 'Sewer, residential', remarks: ['Final charges for this service.'] })
})

test('the meter table has number, read date, multiplier, days, readings, usage, unit and daily average', () => {
  expect(print().meters).toEqual([
    {
      key: '1 0',
      meterNumber: 'M-77001',
      readDate: '11/03/2026',
      multiplier: '10',
      days: '31',
      current: '539 (estimated)',
      previous: '99,950',
      usage: '5,890',
      unit: 'gallons',
      dailyAverage: '190',
    },
  ])
})

test('only the readings of a service that was estimated are marked', () => {
  const bill = testBill()
  const [water, sewer] = bill.billInfo2.bseg
  if (sewer && water) sewer.reads = water.reads
  expect(print(bill).meters.map(({ current }) => current)).toEqual(['539 (estimated)', '539'])
})

test('given a meter read twice on one day, then there is no daily average', () => {
  const bill = testBill()
  const [reading] = bill.billInfo2.bseg[0]?.reads ?? []
  if (reading) reading.startDate = reading.endDate
  expect(print(bill).meters[0]).toMatchObject({ days: '0', dailyAverage: '–' })
})

describe('how a bill stands', () => {
  const before = CalendarDate.parse('2026-11-26')
  const after = CalendarDate.parse('2026-11-27')
  test.each([
    ['unpaid until its due date', '94.70', true, before, 'waiting', 'Due 11/26/2026', '$94.70'],
    ['partly paid', '4.70', true, before, 'waiting', 'Due 11/26/2026', '$4.70'],
    ['unpaid after its due date', '94.70', true, after, 'bad', 'Past due 11/26/2026', '$94.70'],
    ['of an account that takes no cards', '94.70', false, before, 'waiting', 'Due 11/26/2026', null],
    ['paid', '0.00', true, after, 'good', 'Paid', null],
  ])('%s', (_, unpaid, takesCards, today, tone, words, toPay) => {
    const standing = { unpaid, takesCards, isSubmitted: false }
    const { state } = printedBill(testBill({ standing }), testStart.profile, today)
    expect(state).toEqual({ tone, words, toPay })
  })

  test('it is not paid before the bank of its payment has confirmed', () => {
    const standing = { unpaid: '0.00', takesCards: true, isSubmitted: true }
    expect(print(testBill({ standing })).state).toEqual({ tone: 'waiting', words: 'Submitted', toPay: null })
  })

  test('of a credit nothing was ever due', () => {
    const credit = testBill({
      endingBalance: '-12.50',
      standing: { unpaid: '0.00', takesCards: true, isSubmitted: false },
    })
    expect(print(credit).state).toEqual({ tone: 'good', words: 'Nothing due', toPay: null })
  })
})

describe('totals that are not to be paid', () => {
  test.each([
    ['-12.50', '-$12.50', 'You have a credit. Do not pay this bill.'],
    ['0.00', '$0.00', 'Nothing to pay.'],
    ['0.99', '$0.99', 'Payments start at $1.00.'],
    ['1.00', '$1.00', ''],
  ])('given %s, then %s %s', (endingBalance, totalDue, totalNote) => {
    expect(print(testBill({ endingBalance }))).toMatchObject({ totalDue, totalNote })
  })
})

test('given several locations, then the head names the first, and each segment its own', () => {
  const [first, second] = testBill().billInfo1.billSegments
  if (!first || !second) throw new Error('No segments')
  const bill = testBill({ billSegments: [first, { ...second, serviceAddress: '9 Other Rd' }] })
  expect(print(bill).facts.at(-1)?.value).toBe('123 Marine Corps Dr, Tamuning, GU, 96913 and 1 more')
  expect(print(bill).segments[1]?.serviceLocation).toBe('9 Other Rd')
})

test('a message that the billing system repeats is printed once', () => {
  const [message] = testBill().billInfo1.billMessages
  if (!message) throw new Error('No message')
  expect(print(testBill({ billMessages: [message, message] })).messages).toEqual([message.billMessageDesc])
})

test('the usage history is ordered by read date, oldest first; readings of one day are one bar', () => {
  const [early, middle, late] = testBill().billInfo3
  if (!early || !middle || !late) throw new Error('No usage')
  const { usage } = print(testBill({ usage: [late, early, { ...late, measuredQuantity: 10 }, middle] }))
  expect(usage.map(({ label, value }) => [label.full, label.short, label.year, value])).toEqual([
    ['09/03/2026', 'Sep', '2026', 5200],
    ['10/03/2026', 'Oct', '2026', 6100],
    ['11/03/2026', 'Nov', '2026', 5900],
  ])
})

test("the file name has the time in the utility's time zone (C§9)", () => {
  expect(billFileName(testStart.profile, instantOf(Date.UTC(2026, 10, 20, 22, 0, 5)))).toBe(
    'IW-Bill-2026-11-21-080005.pdf',
  )
})
