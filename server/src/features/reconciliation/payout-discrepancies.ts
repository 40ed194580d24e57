import { type Cents, cents, formatCents, sumCents } from '@portal/contract/money'
import { payoutItemKinds } from '@portal/contract/payouts'
import type { Payout, PayoutPart } from '../../adapters/payment-gateway/port-payouts.ts'
import type { Discrepancy } from './books.ts'

/** What our records say of a charge or refund in a payout; null when they have none. */
export type Recorded = (part: PayoutPart) => Cents | null

/** For one payout. Pure. @param parts null while the gateway does not list them */
export function payoutDiscrepancies(
  payout: Payout,
  parts: readonly PayoutPart[] | null,
  recorded: Recorded,
): Discrepancy[] {
  return [
    ...wholeDiscrepancies(payout, parts),
    ...(parts ?? []).flatMap((part) => partDiscrepancies(payout, part, recorded(part))),
  ]
}

function wholeDiscrepancies(payout: Payout, parts: readonly PayoutPart[] | null): Discrepancy[] {
  const about = { ...nothing, subject: payout.id, gateway: payout.amount }
  const found: Discrepancy[] = []
  if (payout.status === 'failed') {
    const detail = `Gateway: ${payout.failure ?? 'no reason given'}.`
    found.push({ ...about, kind: 'payoutFailed', detail })
  }
  if (!parts && payout.parts === 'never' && payout.status !== 'canceled') {
    found.push({ ...about, kind: 'payoutDoesNotAddUp', detail: 'The gateway does not itemize this payout.' })
  }
  const sum = parts && sumCents(parts.map(({ amount, fee }) => cents(amount - fee)))
  if (sum !== null && sum !== payout.amount) {
    const detail = `Its items, less fees, add up to ${formatCents(sum)}.`
    found.push({ ...about, kind: 'payoutDoesNotAddUp', detail })
  }
  return found
}

/** Disputes, fees and the rest are the gateway's own. */
function partDiscrepancies({ id: payout }: Payout, part: PayoutPart, portal: Cents | null): Discrepancy[] {
  const { kind, id, reference, tag, amount } = part
  if (kind === 'dispute' || kind === 'fee' || kind === 'other') return []
  const gateway = cents(Math.abs(amount))
  if (gateway === portal) return []
  return [
    {
      ...nothing,
      kind: portal === null ? 'paidOutNotRecorded' : 'paidOutAmountDiffers',
      subject: id,
      reference,
      tag,
      gateway,
      portal,
      detail: `${payoutItemKinds[kind]} in payout ${payout}.`,
    },
  ]
}

const nothing = { reference: null, receipt: null, tag: null, gateway: null, portal: null, billing: null } as const
