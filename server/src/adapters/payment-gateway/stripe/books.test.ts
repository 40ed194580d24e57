import { later } from '@portal/contract/dates'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { stripePaymentGateway } from './gateway.ts'
import { inquiryTimeout } from './settings.ts'

class Answer extends Stripe.HttpClientResponse {
  override getRawResponse(): object {
    return {}
  }

  override async toJSON(): Promise<object> {
    const metadata = { reference: 'SREFERENCE' }
    return { id: 'pi_ANINTENT', object: 'payment_intent', status: 'requires_confirmation', metadata, created: 1 }
  }
}

test('given an intent that has to be canceled, then reading and canceling it share the time of one inquiry', async () => {
  const clock = testClock()
  const timeouts: number[] = []
  const httpClient: Stripe.HttpClient = {
    getClientName: () => 'slow',
    async makeRequest(...request) {
      timeouts.push(request[7])
      clock.advance(9_000)
      return new Answer(200, {})
    },
  }
  const keys = { secretKey: 'sk_test_slow', webhookSecrets: [] }
  const settings = { ...keys, url: 'https://stripe.example', timeZone: 'UTC', chargeTimeout: 1_000 }
  const gateway = stripePaymentGateway({ ...settings, httpClient }, clock)
  const sentAt = later(clock.now(), -60_000)
  await gateway.inquire({ subject: 'charge', reference: 'SREFERENCE', tag: 'pi_ANINTENT', sentAt })
  expect(timeouts).toEqual([inquiryTimeout, inquiryTimeout - 9_000])
})
