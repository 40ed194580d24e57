import { describe, expect, test } from 'vitest'
import { PaymentLayout } from './payment-layout.ts'

const account = { value: 'account' }
const amount = { value: 'amount' }
const csv = { name: 'pay-{number}.csv', delimiter: ',', payment: [account, amount] }
const fixed = {
  name: 'pay-{number}.txt',
  width: 20,
  payment: [
    { ...account, from: 1, width: 10 },
    { ...amount, from: 11, width: 10 },
  ],
}
/** Each as `path: message`. */
const faultsOf = (layout: object) =>
  PaymentLayout.safeParse(layout).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('a layout that cannot work is refused at start:', () => {
  test.each([
    ['no form', { ...csv, delimiter: undefined }, ': needs either a delimiter or a width'],
    ['another delimiter', { ...csv, delimiter: '"' }, 'delimiter: a comma, semicolon, bar or tab'],
    ['two forms', { ...csv, width: 80 }, ': needs either a delimiter or a width'],
    ['no account', { ...csv, payment: [amount] }, 'payment: needs an account and an amount'],
    ['no amount', { ...csv, payment: [account] }, 'payment: needs an account and an amount'],
    ['a name of several files', { ...csv, name: 'pay.csv' }, 'name: needs {number}, or files would replace each other'],
    [
      'an unknown field of the name',
      { ...csv, name: '{number}-{cuont}' },
      'name: {cuont}: unknown, see docs/payment-files.md',
    ],
    [
      'a day that a file has several of',
      { ...csv, name: '{number}-{payDate}' },
      'name: {payDate}: needs onePer with it',
    ],
    [
      'a folder in the name',
      { ...csv, name: '../{number}' },
      'name: letters, digits, dots, dashes and fields in braces',
    ],
    ['a payment in a header', { ...csv, header: [[account]] }, 'header.0.0: only for payments'],
    ['neither value nor text', { ...csv, payment: [account, amount, {}] }, 'payment.2: needs either a value or a text'],
    [
      'a date with two days',
      { ...csv, payment: [account, amount, { value: 'payDate', form: 'DDMMDD' }] },
      'payment.2: not in this form',
    ],
    [
      'an amount in a date’s form',
      { ...csv, payment: [account, { value: 'amount', form: 'YYMMDD' }] },
      'payment.1: not in this form',
    ],
    [
      'the delimiter in a text',
      { ...csv, header: [[{ text: 'a,b' }]] },
      'header.0.0: the text has the delimiter in it',
    ],
    [
      'columns in a delimited file',
      { ...csv, payment: [{ ...account, from: 1 }, amount] },
      'payment.0: from is for files of a width',
    ],
    [
      'fill without a width',
      { ...csv, payment: [{ ...account, fill: '0' }, amount] },
      'payment.0: what is filled up needs a width',
    ],
    [
      'zeros behind a value',
      { ...csv, payment: [{ ...account, width: 9, fill: '0', side: 'left' }, amount] },
      'payment.0: zeros after a value would change it',
    ],
    [
      'only the digits of an amount',
      { ...csv, payment: [account, { ...amount, digitsOnly: true }] },
      'payment.1: digitsOnly is for account and receipt',
    ],
    ['no columns', { ...fixed, payment: [account, fixed.payment[1]] }, 'payment.0: needs from and width'],
    ['columns past the end', { ...fixed, width: 19 }, 'payment.1: ends after the last column'],
    [
      'columns twice',
      { ...fixed, payment: [{ ...account, from: 2, width: 10 }, fixed.payment[1]] },
      'payment.1: overlaps another field',
    ],
    [
      'a text that is too long',
      { ...fixed, header: [[{ text: 'HEAD', from: 1, width: 3 }]] },
      'header.0.0: the text is longer than its field',
    ],
    [
      'a method that no file name can have',
      { ...csv, methods: { CCV: 'a/b' } },
      'methods.CCV: up to 20 letters, digits and dashes',
    ],
    ['text beyond ASCII', { ...csv, header: [[{ text: 'é' }]] }, 'header.0.0.text: only plain characters'],
  ])('%s', (_, layout, fault) => {
    expect(faultsOf(layout)).toEqual([fault])
  })
})

const dated = (form: string) => ({ ...csv, payment: [account, amount, { value: 'payDate', form }] })
test.each([csv, fixed, dated('MMDDYY'), dated('YYYY-MM-DD'), dated('DD.MM')])('one that can is taken', (layout) => {
  expect(faultsOf(layout)).toBeUndefined()
})
