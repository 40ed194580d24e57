import { Instant } from '@portal/contract/dates'
import { evaluateInquiry as original } from '@portal/server/payments/inquiry/evaluate-inquiry.ts'

export * from '@portal/server/payments/inquiry/evaluate-inquiry.ts'

const longAgo = Instant.parse('2020-01-01T00:00:00.000Z')

export const evaluateInquiry: typeof original = (inquiry) => {
  if (inquiry.found.outcome !== 'found') return original(inquiry)
  const { attempt } = inquiry.checkout
  return original({ ...inquiry, checkout: { ...inquiry.checkout, attempt: { ...attempt, listedAt: longAgo } } })
}
