import { describe, expect, test } from 'vitest'
import { billSearch, readBillLink } from './bill-link.ts'

const now = 1_795_000_000_000
const good = { 'bill-id': '012345678901', user: '0000012345', id: String(now - 60_000) }

test('numbers in an address are read as the text they were', () => {
  expect(billSearch({ 'bill-id': 947972718402, user: '0000012345', id: 1_795_000_000_000, else: 'x' })).toMatchObject({
    'bill-id': '947972718402',
    user: '0000012345',
    id: '1795000000000',
  })
})

describe('an address of the portal (C§5)', () => {
  test.each([0, 1000, 15 * 60_000])('is good %j ms after it was made', (age) => {
    expect(readBillLink({ ...good, id: String(now - age) }, now)).toMatchObject({
      billId: '012345678901',
      signature: null,
    })
  })

  test.each([
    ['without bill-id', { 'bill-id': undefined }],
    ['without user', { user: undefined }],
    ['without id', { id: undefined }],
    ['older than 15 minutes', { id: String(now - 15 * 60_000 - 1) }],
    ['of a time to come', { id: String(now + 16 * 60_000) }],
    ['with a time that is none', { id: 'yesterday' }],
    ['with something before the time', { id: `0${good.id}` }],
    ['with something after the time', { id: `${good.id} ` }],
    ['with a bill that is none', { 'bill-id': '1' }],
    ['with a digit too many in the bill', { 'bill-id': '0123456789012' }],
    ['with a person that is none', { user: '1' }],
    ['with a digit too many in the person', { user: '00000123456' }],
  ])('%s has expired', (_, differences) => {
    expect(readBillLink({ ...good, ...differences }, now)).toBeNull()
  })
})

test('the age of a signed address is left to the server (R7)', () => {
  const old = { ...good, id: '1700000000000', frm: 'm', signature: 'abc' }
  expect(readBillLink(old, now)).toMatchObject({ id: '1700000000000', signature: 'abc' })
  expect(readBillLink({ ...old, user: undefined }, now)).toBeNull()
})
