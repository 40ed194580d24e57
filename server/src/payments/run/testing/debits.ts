import type { ReturnReason } from '@portal/contract/bank-accounts'
import { cents } from '@portal/contract/money'
import { type ChargeResult, emptyReply, type InquiryAnswer } from '../../../adapters/payment-gateway/port.ts'
import { cancellationLoop, postingLoop } from '../../posting/post-to-billing.ts'
import { makeInquiriesDueOf } from '../../records/attempts.ts'
import { resolveLoop } from '../../recovery/resolve-unknown.ts'
import { type AutopayWorld, goTo } from './autopay-world.ts'

const never = new AbortController().signal

export const tagOf = (nth: number) => `pi_AUTOPAYDEBIT${'ABCDE'[nth - 1]}`

/** The gateway takes the debit, and its bank answers in days. */
export function debiting(world: AutopayWorld): void {
  world.gateway.answer = async (): Promise<ChargeResult> => ({
    outcome: 'processing',
    reply: { ...emptyReply, tag: tagOf(world.gateway.charges.length) },
  })
}

/** At noon of that day, this has become of the newest debit. */
export async function bankSays(
  world: AutopayWorld,
  day: string,
  status: 'approved' | 'error' | ReturnReason,
): Promise<void> {
  goTo(world, day)
  await postingLoop(world.engine).run(never)
  const newest = world.gateway.charges.at(-1)
  const isReturned = status !== 'approved' && status !== 'error'
  world.gateway.books = {
    outcome: 'found',
    isFinal: true,
    transactions: [
      {
        tag: tagOf(world.gateway.charges.length),
        reference: newest?.reference ?? '',
        amount: newest?.amount ?? cents(0),
        kind: 'purchase',
        status: isReturned ? 'returned' : status,
        authorization: null,
        at: '',
        ...(isReturned && { bankReturn: { reason: status, code: null } }),
      },
    ],
  } satisfies InquiryAnswer
  // As an event of the gateway does.
  const { db, gateway, clock } = world.engine
  await makeInquiriesDueOf(db, { gateway: gateway.name, tag: tagOf(world.gateway.charges.length), now: clock.now() })
  await resolveLoop(world.engine).run(never)
  await cancellationLoop(world.engine).run(never)
}
