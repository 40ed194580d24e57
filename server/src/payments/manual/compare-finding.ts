import { decimalCents } from '@portal/contract/money'
import type { InquiryAnswer, FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import { scrub } from '../../database/long-digits.ts'
import type { Engine } from '../engine.ts'
import { type InquiryResult, evaluateInquiry } from '../inquiry/evaluate-inquiry.ts'
import { type SearchResult, inquiryAbout, searchBesideCanary, listedTransactions } from '../inquiry/search-gateway.ts'
import { readById } from '../records/checkouts.ts'
import { readResolution } from '../records/hand-resolutions.ts'
import { findExternalRefund } from '../records/refused-reversals.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'

/** A person's finding about a charge for which the gateway's search gave no clear answer for a day. */
export type ManualFinding =
  /** With the gateway's tag and authorization, the charge can be reversed later. */
  { outcome: 'charged'; tag: string; authorization: string } | { outcome: 'notCharged' }

/** `contradicts`: it must not be resolved so. `unclear`: the gateway proves nothing, so it takes a second person. */
export interface FindingCheck {
  verdict: 'agrees' | 'contradicts' | 'unclear'
  said: string
}

/** The pages wait for half a minute. */
const longestAsking = 25_000

const noAnswer: SearchResult = {
  found: { outcome: 'unavailable', reason: 'no answer in time' },
  isAbsenceProven: false,
}

/** Takes up to half a minute: never in a transaction. Null when the payment is not escalated. */
export async function checkFinding(
  engine: Engine,
  checkoutId: number,
  finding: ManualFinding,
): Promise<FindingCheck | null> {
  const checkout = await readById(engine.db, checkoutId)
  if (checkout?.attempt.state !== 'ESCALATED') return null
  const now = engine.clock.now()
  const { found, isAbsenceProven } = await searchInTime(engine, checkout)
  const result = evaluateInquiry({ checkout, found, isAbsenceProven, now, pace: engine.pace })
  const { verdict, said } = compareFinding(finding, result, found)
  return { verdict, said: scrub(said) }
}

async function searchInTime(engine: Engine, { attempt }: StoredCheckout): Promise<SearchResult> {
  const isAnswered = new AbortController()
  const waited = engine.clock.sleep(longestAsking, isAnswered.signal).then(() => noAnswer)
  try {
    return await Promise.race([searchBesideCanary(engine, inquiryAbout(attempt), attempt.id), waited])
  } finally {
    isAnswered.abort()
  }
}

/** What the gateway says later of a payment that people resolved as charged. `truth`: how it lists the charge. */
export type ResolutionCheck =
  | { verdict: 'agrees' | 'unclear' | 'doubtful'; said: string }
  | { verdict: 'contradicts'; said: string; truth: FoundTransaction | null }

/** As long as `checkFinding`. Null when the payment no longer stands as people resolved it. */
export async function checkResolution(engine: Engine, checkoutId: number): Promise<ResolutionCheck | null> {
  const checkout = await readById(engine.db, checkoutId)
  const resolution = await readResolution(engine.db, checkoutId)
  if (checkout?.attempt.state !== 'CHARGED' || !resolution) return null
  const now = engine.clock.now()
  const undecided = { ...checkout.attempt, state: 'ESCALATED', transactionTag: resolution.tagBefore } as const
  const { found, isAbsenceProven } = await searchInTime(engine, { ...checkout, attempt: undecided })
  // A charge that is listed a day after it was sent is not taken back by the gateway itself anymore.
  const listedAt = found.outcome === 'found' ? undecided.sentAt : undecided.listedAt
  const asked = { ...checkout, attempt: { ...undecided, listedAt } }
  const result = evaluateInquiry({ checkout: asked, found, isAbsenceProven, now, pace: engine.pace })
  const answer = compareResolution(checkout, result, found)
  return { ...answer, said: scrub(answer.said) }
}

function compareResolution(
  { attempt }: StoredCheckout,
  { to, transaction, surplus, isMiss, reason, alarm }: InquiryResult,
  found: InquiryAnswer,
): ResolutionCheck {
  if (to === 'CHARGED' && transaction && surplus.length === 0) {
    const finding = {
      outcome: 'charged',
      tag: attempt.transactionTag ?? '',
      authorization: attempt.authorizationNumber ?? '',
    } as const
    const { verdict, said } = compareCharge(finding, transaction)
    return verdict === 'contradicts' ? { verdict, said, truth: transaction } : { verdict: 'agrees', said }
  }
  if (to === 'DECLINED' || to === 'REVERSED') return { verdict: 'contradicts', said: listOf(found), truth: null }
  if (to === 'NOT_CHARGED' || isMiss) return { verdict: 'contradicts', said: notListed, truth: null }
  return found.outcome === 'found' && alarm
    ? { verdict: 'doubtful', said: listOf(found) }
    : { verdict: 'unclear', said: reason }
}

/** What the gateway says of a refund that people recorded as made in its console. Null where none is recorded. */
export async function checkExternalRefund(engine: Engine, checkoutId: number): Promise<RefundCheck | null> {
  const checkout = await readById(engine.db, checkoutId)
  const refund = await findExternalRefund(engine.db, checkoutId)
  if (!checkout || !refund) return null
  const { found } = await searchInTime(engine, checkout)
  if (found.outcome !== 'found') return { verdict: 'unclear', said: scrub(reasonOf(found)) }
  const { charges, reversals } = listedTransactions(found.transactions)
  const said = scrub(listOf(found))
  if (reversals.length >= refund.madeInAll) return { verdict: 'agrees', said }
  return charges.length > 0 ? { verdict: 'contradicts', said, refund } : { verdict: 'doubtful', said }
}

export type RefundCheck =
  | { verdict: 'agrees' | 'unclear' | 'doubtful'; said: string }
  | { verdict: 'contradicts'; said: string; refund: { id: number; reference: string } }

function reasonOf(found: InquiryAnswer): string {
  return found.outcome === 'unavailable' ? found.reason : 'The gateway does not list the charge.'
}

const notListed = 'The gateway does not list it, though its search works.'

/** Pure (docs/payments.md). A single miss contradicts a charge, because an escalated payment is a day old. */
function compareFinding(finding: ManualFinding, result: InquiryResult, found: InquiryAnswer): FindingCheck {
  const { to, transaction, reason } = result
  if (to === 'CHARGED' && transaction && result.surplus.length === 0) return compareCharge(finding, transaction)
  if (to === 'CHARGED' || to === 'REVERSED' || result.isSettling) {
    return { verdict: 'contradicts', said: `${listOf(found)} ${lookAgain}` }
  }
  if (to === 'DECLINED') return notCharged(finding, listOf(found))
  if (to === 'NOT_CHARGED' || result.isMiss) {
    return notCharged(finding, notListed)
  }
  return { verdict: 'unclear', said: reason }
}

const lookAgain = 'Choose Check gateway now. The portal then resolves it within a few minutes.'

function notCharged({ outcome }: ManualFinding, said: string): FindingCheck {
  return { verdict: outcome === 'notCharged' ? 'agrees' : 'contradicts', said }
}

function compareCharge(finding: ManualFinding, charge: FoundTransaction): FindingCheck {
  const said = `The gateway lists ${inWords(charge)}.`
  if (finding.outcome === 'notCharged') return { verdict: 'contradicts', said }
  const { tag, authorization } = finding
  const isSame = charge.tag === tag && (charge.authorization ?? authorization) === authorization
  if (!isSame) {
    return { verdict: 'contradicts', said: `${said} You have entered tag ${tag}, authorization ${authorization}.` }
  }
  return charge.authorization === null
    ? { verdict: 'unclear', said: `${inWords(charge)}, which cannot be compared` }
    : { verdict: 'agrees', said }
}

function listOf(found: InquiryAnswer): string {
  if (found.outcome !== 'found') return ''
  const { charges, reversals, refusals } = listedTransactions(found.transactions)
  return `The gateway lists ${[...charges, ...reversals, ...refusals].map(inWords).join('; ')}.`
}

const kinds = { purchase: 'a charge', void: 'a void', refund: 'a refund', other: 'something else' } as const
const statuses = {
  approved: 'approved',
  declined: 'declined',
  error: 'failed',
  pending: 'pending',
  returned: 'returned',
} as const

function inWords({ kind, status, tag, authorization, amount }: FoundTransaction): string {
  return `${kinds[kind]} of $${decimalCents(amount)}, ${statuses[status]}, tag ${tag}, authorization ${authorization ?? 'not listed'}`
}
