import { expect, test } from 'vitest'
import { secondTry } from './second-try.ts'

const silent = {
  declineCode: null,
  adviceCode: null,
  networkDeclineCode: null,
  networkAdviceCode: null,
  networkTransactionId: null,
}

test.each([
  ['without a reason', {}, { afterDays: 0 }],
  ['for want of funds', { declineCode: 'insufficient_funds' }, { afterDays: 0 }],
  ['that wants the payer', { declineCode: 'authentication_required' }, { never: 'payer_asked' }],
  ['of an expired card', { declineCode: 'expired_card' }, { never: 'card_details' }],
  ['with old card data', { adviceCode: 'confirm_card_data' }, { never: 'card_details' }],
  ['with the advice never to try', { adviceCode: 'do_not_try_again' }, { never: 'card_refused' }],
  ['of a stolen card', { declineCode: 'stolen_card' }, { never: 'card_refused' }],
  ['of Visa’s first category', { networkDeclineCode: '46' }, { never: 'card_refused' }],
  ['with Mastercard’s advice 03', { networkAdviceCode: '03' }, { never: 'card_refused' }],
  ['with Mastercard’s advice 24', { networkAdviceCode: '24' }, { afterDays: 1 }],
  ['with Mastercard’s advice 30', { networkAdviceCode: '30' }, { afterDays: 10 }],
])('a decline %s', (_, said, expected) => {
  expect(secondTry({ ...silent, ...said })).toEqual(expected)
})
