import { readFileSync } from 'node:fs'
import { CalendarDate } from '@portal/contract/dates'
import { cents, sumCents } from '@portal/contract/money'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { describe, expect, test } from 'vitest'
import { type LayoutPayment, layoutFileName, layoutFileText, verifyLayoutFile } from './payment-layout-file.ts'

const example = (name: string) =>
  PaymentLayout.parse(
    JSON.parse(
      readFileSync(new URL(`../../../../../docs/examples/payment-files/${name}.json`, import.meta.url), 'utf8'),
    ),
  )
const layoutOf = (layout: object) => PaymentLayout.parse({ name: '{number}', ...layout })

const day = CalendarDate.parse('2026-06-01')
const payment = (more: Partial<LayoutPayment> = {}): LayoutPayment => ({
  accountId: '101-0101-01',
  amount: cents(8053),
  payDate: day,
  paymentNumber: 71,
  receipt: 'W-1234-5678',
  method: 'CARD',
  ...more,
})
const written = (layout: PaymentLayout, payments: readonly LayoutPayment[]) => {
  const sum = sumCents(payments.map(({ amount }) => amount))
  const madeOn = CalendarDate.parse('2026-06-02')
  const file = { number: 1_780_000_000, madeOn, payDate: day, method: 'CARD', count: payments.length, sum }
  return { name: layoutFileName(layout, file), text: layoutFileText(layout, file, payments) }
}

describe('an example has these bytes:', () => {
  const two = [payment(), payment({ accountId: '007-0420-12', amount: cents(100_005), paymentNumber: 72 })]

  test('the reference CSV, with count and sum in its name', () => {
    expect(written(example('reference-csv'), two)).toEqual({
      name: 'receipts-20260601-1780000000-2-1080.58.csv',
      text: '101-0101-01,80.53,06/01/2026\r\n007-0420-12,1000.05,06/01/2026\r\n',
    })
  })

  test('the lockbox of 80 columns', () => {
    const gap = ' '.repeat(20)
    expect(written(example('lockbox-80'), two)).toEqual({
      name: 'lockbox-260602-1780000000.txt',
      text: [
        `${gap}00000101010101       00000080532606010601260000000000071    \r\n`,
        `${gap}00000007042012       00001000052606010601260000000000072    \r\n`,
      ].join(''),
    })
  })

  test('the CSV with its total first, and a refund below zero', () => {
    expect(written(example('total-first'), [...two, payment({ amount: cents(-8053) })])).toEqual({
      name: 'payments-1780000000.csv',
      text: [
        '1000.05\r\n101-0101-01,CARD,71,80.53,20260601\r\n007-0420-12,CARD,72,1000.05,20260601\r\n',
        '101-0101-01,CARD,71,-80.53,20260601\r\n',
      ].join(''),
    })
  })
})

const lockbox = {
  width: 24,
  lineEnd: 'LF',
  header: [
    [
      { text: '1BANK', from: 1, width: 6 },
      { value: 'madeOn', form: 'MM/DD/YY', from: 8, width: 8 },
    ],
  ],
  payment: [
    { text: '6', from: 1, width: 1 },
    { value: 'item', from: 2, width: 3, fill: '0' },
    { value: 'account', from: 5, width: 11, side: 'right' },
    { value: 'amount', form: 'cents', from: 16, width: 9, fill: '0' },
  ],
  trailer: [
    [
      { text: '8', from: 1, width: 1 },
      { value: 'count', from: 2, width: 5, fill: '0' },
      { value: 'sum', form: 'cents', from: 7, width: 10, fill: '0' },
    ],
    [
      { text: '9', from: 1, width: 1 },
      { value: 'lines', from: 2, width: 5, fill: '0' },
    ],
  ],
}

test('record types, constants, fill and trailers stand in their columns; a sign stands before its zeros', () => {
  const { text } = written(layoutOf(lockbox), [payment({ accountId: '42-7' }), payment({ amount: cents(-5) })])
  expect(text.split('\n')).toEqual([
    '1BANK  06/02/26         ',
    '6001       42-7000008053',
    '6002101-0101-01-00000005',
    '8000020000008048        ',
    '900005                  ',
    '',
  ])
})

describe('what does not fit is named, and never cut:', () => {
  const csv = (field: object) => ({ delimiter: ',', payment: [{ value: 'account' }, { value: 'amount' }, field] })
  test.each([
    [
      'an account',
      lockbox,
      { accountId: '101-0101-012' },
      /Account 101-0101-012 of payment 71 has 12 characters, and its field 11\./,
    ],
    [
      'an amount',
      lockbox,
      { amount: cents(1_234_567_890) },
      /The field amount: 1234567890 of payment 71 has 10 characters/,
    ],
    [
      'a reference',
      csv({ value: 'reference', width: 3 }),
      { paymentNumber: 1234 },
      /Reference 1234 has 4 characters, and its field 3\./,
    ],
    ['a receipt', csv({ value: 'receipt', width: 10 }), {}, /Receipt W-1234-5678 of payment 71 has 11 characters/],
    [
      'a letter among digits',
      csv({ value: 'account', digitsOnly: true }),
      { accountId: 'FH-101' },
      /Account FH-101 of payment 71 has characters that are no digits/,
    ],
    [
      'the delimiter',
      csv({ value: 'account' }),
      { accountId: '1,2' },
      /Account 1,2 of payment 71 has a character that the file cannot have/,
    ],
  ] as const)('%s', (_, layout, more, sentence) => {
    expect(() => written(layoutOf(layout), [payment(more)])).toThrow(sentence)
  })
})

describe('a file is read again after it was written:', () => {
  const layout = layoutOf(lockbox)
  const { text } = written(layout, [payment(), payment({ amount: cents(-5) })])

  test('its count and sum are those of its payments', () => {
    expect(verifyLayoutFile(layout, text)).toEqual({ count: 2, sum: 8048 })
  })

  test.each([
    ['an amount', '000008053', '000008054', 'The sum in the payment file is wrong'],
    ['the sum', '0000008048', '0000008049', 'The sum in the payment file is wrong'],
    ['the count', '800002', '800003', 'The count in the payment file is wrong'],
    ['an amount that is none', '000008053', '00000805O', 'The payment file has an amount that cannot be read'],
    ['the length of a line', '1BANK ', '1BANK', 'The payment file has a line that is not 24 characters long'],
    ['the last line', /\n$/, '', 'The payment file does not end with its line end'],
  ])('one that was changed in %s does not verify', (_, from, to, fault) => {
    expect(() => verifyLayoutFile(layout, text.replace(from, to))).toThrow(fault)
  })
})
