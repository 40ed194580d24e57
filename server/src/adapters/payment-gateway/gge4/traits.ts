import type { PaymentGateway } from '../port.ts'
import { declineReason } from './decline-reasons.ts'

export const gge4Traits: Pick<
  PaymentGateway,
  'name' | 'reversalKinds' | 'newReference' | 'isTag' | 'hasReadableTags' | 'declineReason' | 'secondTry'
> = {
  name: 'gge4',
  // Until the batch is closed, a void; after that, only a refund.
  reversalKinds: ['void', 'refund'],
  newReference,
  isTag: (text) => tagPattern.test(text),
  hasReadableTags: true,
  declineReason,
  // It keeps no cards, so nothing is charged without its payer.
  secondTry: () => ({ afterDays: 0 }),
}

/** Tags are numbers that rise with time. */
export const tagPattern = /^[1-9]\d{0,9}$/
export const authorizationPattern = /^[A-Za-z0-9]{1,8}$/

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 bits of Crockford base 32. Of fixed length, so that none is part of another; no long run of digits. */
function newReference(random: (bytes: number) => Uint8Array): string {
  for (;;) {
    const text = [...random(16)].map((byte) => crockford[byte % 32]).join('')
    if (!/\d{9}/.test(text)) return `G${text}`
  }
}
