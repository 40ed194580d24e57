import { cancelBankPayment as cancelCall, verifyBankAccount, verifyLimits } from '@portal/contract/bank-payments'
import { english } from '@portal/contract/language'
import type { Deposited } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import { refuse } from '../../refusal.ts'
import type { Engine } from '../engine.ts'
import { inquiryAbout } from '../inquiry/search-gateway.ts'
import { makeInquiryDue, restoreDepositTry, takeDepositTry } from '../records/attempts.ts'
import { readById } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { depositsEndAt } from '../schedule.ts'
import { isRunning, isUndecided } from '../states.ts'
import { inquireNow } from './inquire-now.ts'

/** With what the holder read on the statement. A second right answer changes nothing. @throws Refusal of the call */
export async function verifyAccount(
  engine: Engine,
  checkout: StoredCheckout,
  deposited: Deposited,
): Promise<StoredCheckout> {
  const { attempt } = checkout
  if (isSubmitted(checkout)) return checkout
  const { transactionTag: tag, bank } = attempt
  const { bankAccounts } = engine.gateway
  if (attempt.state !== 'VERIFYING' || !bankAccounts || tag === null || !bank?.deposits) {
    throw refuse(verifyBankAccount, 'not-verifying')
  }
  if (engine.clock.now() >= depositsEndAt(attempt.sentAt)) {
    throw refuse(verifyBankAccount, 'verification-over')
  }
  const most = verifyLimits.tries[bank.deposits.kind]
  const tries = await takeDepositTry(engine.db, attempt.id, most)
  if (tries === null) throw refuse(verifyBankAccount, 'no-tries-left')
  const said = await bankAccounts.verify(tag, deposited)
  if (said.outcome === 'unavailable') {
    await restoreDepositTry(engine.db, attempt.id)
    const latest = await readById(engine.db, checkout.id)
    if (latest && isSubmitted(latest)) return latest
    throw refuse(verifyBankAccount, 'bank-service-down')
  }
  if (said.outcome === 'wrong') {
    const left = most - tries
    const detail = english.plural(left, 'You have one try left.', 'You have {count} tries left.')
    if (left > 0) throw refuse(verifyBankAccount, 'wrong-deposit', { detail })
    // The gateway may allow more: what no one can verify here anymore must not wait for days.
    await bankAccounts.cancel(tag)
  }
  const latest = await inquireNow(engine, checkout)
  if (isSubmitted(latest)) return latest
  if (said.outcome === 'wrong') throw refuse(verifyBankAccount, 'no-tries-left')
  throw refuse(verifyBankAccount, said.outcome === 'failed' ? 'verification-over' : 'bank-service-down')
}

function isSubmitted({ attempt: { state } }: StoredCheckout): boolean {
  return state === 'PROCESSING' || state === 'CHARGED'
}

/** An attempt with an answer, never a promise. What is over already stays as it is. @throws Refusal of the call */
export async function cancelBankPayment(engine: Engine, checkout: StoredCheckout): Promise<StoredCheckout> {
  const { attempt } = checkout
  const { bankAccounts } = engine.gateway
  if (attempt.state === 'CHARGED') throw refuse(cancelCall, 'too-late')
  if (!isRunning(attempt.state) && !isUndecided(attempt.state)) return checkout
  if (!isRunning(attempt.state) || !bankAccounts || attempt.transactionTag === null) {
    throw refuse(cancelCall, 'bank-service-down')
  }
  const said = await bankAccounts.cancel(attempt.transactionTag)
  if (said.outcome === 'unknown') {
    await makeInquiryDue(engine.db, attempt.id, engine.clock.now())
    throw refuse(cancelCall, 'bank-service-down')
  }
  // What is over at the gateway can't be canceled either.
  const isTooLate = said.outcome === 'tooLate' && (await isAtBank(engine, checkout))
  if (isTooLate) throw refuse(cancelCall, 'too-late')
  const latest = await inquireNow(engine, checkout)
  if (latest.attempt.state === 'CHARGED') throw refuse(cancelCall, 'too-late')
  if (isRunning(latest.attempt.state)) throw refuse(cancelCall, 'bank-service-down')
  return latest
}

async function isAtBank(engine: Engine, { attempt }: StoredCheckout): Promise<boolean> {
  return (await engine.gateway.inquire(inquiryAbout(attempt))).outcome === 'processing'
}
