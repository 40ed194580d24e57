import { decimalCents } from '@portal/contract/money'
import type { FindResult, FoundTransaction } from '../../adapters/card-gateway/port.ts'
import { scrub } from '../../database/long-digits.ts'
import type { Finding, GatewayAnswer, StoredCheckout } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { type Judgement, judgeLook } from '../inquiry/evaluate-inquiry.ts'
import { type Sighting, findBesideCanary, transactionsOf } from '../inquiry/search-gateway.ts'

/** How long a person waits for the search with its canaries: the pages wait for half a minute. */
const longestAsking = 25_000

const noAnswer: Sighting = { found: { outcome: 'unavailable', reason: 'no answer in time' }, isAbsenceProven: false }

/**
 * Asks the gateway about an escalated payment before a person's word about it counts. A search that does not answer in
 * time says nothing. Never call it in a transaction.
 */
export async function askGateway(engine: Engine, checkout: StoredCheckout, finding: Finding): Promise<GatewayAnswer> {
  const now = engine.clock.now()
  const { found, isAbsenceProven } = await searchInTime(engine, checkout)
  const judgement = judgeLook({ checkout, found, isAbsenceProven, now, pace: engine.pace })
  const { verdict, said } = compareFinding(finding, judgement, found)
  return { verdict, said: scrub(said) }
}

async function searchInTime(engine: Engine, { attempt }: StoredCheckout): Promise<Sighting> {
  const isAnswered = new AbortController()
  const waited = engine.clock.sleep(longestAsking, isAnswered.signal).then(() => noAnswer)
  try {
    return await Promise.race([findBesideCanary(engine, attempt, attempt.id), waited])
  } finally {
    isAnswered.abort()
  }
}

/**
 * Compares what a person says with what the gateway says (docs/payments.md). Pure. A listing that the look-ups settle by
 * themselves, although neither of the two findings describes it, contradicts both. A search that works and does not list
 * the payment contradicts a charge after a single look, because an escalated payment is a day old.
 */
function compareFinding(finding: Finding, judgement: Judgement, found: FindResult): GatewayAnswer {
  const { to, transaction, reason } = judgement
  if (to === 'CHARGED' && transaction && judgement.surplus.length === 0) return compareCharge(finding, transaction)
  if (to === 'CHARGED' || to === 'REVERSED' || judgement.isSettling) {
    return { verdict: 'contradicts', said: `${listOf(found)} ${lookAgain}` }
  }
  if (to === 'DECLINED') return notCharged(finding, listOf(found))
  if (to === 'NOT_CHARGED' || judgement.isMiss) {
    return notCharged(finding, 'The gateway does not list it, though its search works.')
  }
  return { verdict: 'unclear', said: reason }
}

const lookAgain = 'Have the card network asked again: the portal then settles it by itself within some minutes.'

function notCharged({ outcome }: Finding, said: string): GatewayAnswer {
  return { verdict: outcome === 'notCharged' ? 'agrees' : 'contradicts', said }
}

function compareCharge(finding: Finding, charge: FoundTransaction): GatewayAnswer {
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

function listOf(found: FindResult): string {
  if (found.outcome !== 'found') return ''
  const { charges, reversals, refusals } = transactionsOf(found.transactions)
  return `The gateway lists ${[...charges, ...reversals, ...refusals].map(inWords).join('; ')}.`
}

const kinds = { purchase: 'a charge', void: 'a void', refund: 'a refund', other: 'something else' } as const
const statuses = { approved: 'approved', declined: 'declined', error: 'failed' } as const

function inWords({ kind, status, tag, authorization, amount }: FoundTransaction): string {
  return `${kinds[kind]} of $${decimalCents(amount)}, ${statuses[status]}, tag ${tag}, authorization ${authorization ?? 'not listed'}`
}
