import { cents } from '@portal/contract/money'
import { expect, test } from 'vitest'
import type { ReversalRequest } from '../port.ts'
import { reversalBody } from './request-xml.ts'
import { exampleReversal, exampleSettings } from './testing/example-charge.ts'

function bodyOf(change: Partial<ReversalRequest>): string {
  return reversalBody({ ...exampleReversal, ...change }, exampleSettings)
}

test('a tagged void has the fields of the wire in their order, and no card', () => {
  expect(bodyOf({})).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>' +
      '<Transaction xmlns="http://secure2.e-xact.com/vplug-in/transaction/rpc-enc/encodedTypes">' +
      '<ExactID>A00000-01</ExactID><Password>terminal-password</Password><Transaction_Type>33</Transaction_Type>' +
      '<DollarAmount>120.50</DollarAmount><Currency>USD</Currency><Transaction_Tag>902006933</Transaction_Tag>' +
      '<Authorization_Num>ET181147</Authorization_Num><Reference_No>GREVERSAL0123456A</Reference_No></Transaction>',
  )
})

test('a refund differs only in its type', () => {
  expect(bodyOf({ kind: 'refund' })).toContain('<Transaction_Type>34</Transaction_Type>')
})

test.each([
  ['an amount of nothing', { amount: cents(0) }],
  ['a negative amount, which would be a charge', { amount: cents(-1) }],
  ['a reference the gateway would cut', { reference: 'G'.repeat(21) }],
  ['no reference', { reference: '' }],
  ['no tag', { tag: '' }],
  ['a tag that is no number', { tag: '9O2' }],
  ['no authorization', { authorization: '' }],
  ['markup for an authorization', { authorization: '<a/>' }],
])('%s is not sent', (_, change) => {
  expect(() => bodyOf(change)).toThrow(RangeError)
})
