/** A change to the text of one file. */
interface Edit {
  file: string
  find: string
  replace: string
}

/** A safeguard of the payment engine, and how to remove it. The simulation must notice. */
export interface Safeguard {
  name: string
  edits: Edit[]
}

const engine = 'server/src/payments'
const model = 'tools/simulate/model/transactions.ts'
const summaries = 'tools/simulate/model/summaries.ts'

/** A safeguard that is a constraint of the database is removed from the model of the database. */
export const safeguards: readonly Safeguard[] = [
  {
    name: 'hold: an account with an undecided payment takes no other one',
    edits: [{ file: model, find: 'intent.items.some((item) => records.holds.has(item.accountId))', replace: 'false' }],
  },
  {
    name: 'epoch: a worker that lost its lease cannot write',
    edits: [
      { file: model, find: 'posting.epoch !== result.epoch || ', replace: '' },
      { file: 'tools/simulate/model/looks.ts', find: ' || checkout.attempt.epoch !== look.epoch', replace: '' },
      { file: model, find: 'decision.epoch !== null && decision.epoch !== attempt.epoch', replace: 'false' },
      { file: 'tools/simulate/model/give-back.ts', find: 'reversal.epoch !== result.epoch', replace: 'false' },
      { file: 'tools/simulate/model/refunds.ts', find: 'posting.epoch !== result.epoch || ', replace: '' },
    ],
  },
  {
    name: 'lease: a row under work is not taken by another worker',
    edits: [{ file: model, find: '(leaseUntil === null || leaseUntil <= now)', replace: 'true' }],
  },
  {
    name: 'unique key: one idempotency key is one checkout',
    edits: [{ file: model, find: 'if (existing) return', replace: 'if (existing && records.nextId < 0) return' }],
  },
  {
    name: 'sight: an account that was paid since its payer last saw it is not charged',
    edits: [{ file: model, find: 'newestPaidOf(records, item.accountId) > item.newestPaid', replace: 'false' }],
  },
  {
    name: 'turn: what was refused does not begin any more',
    edits: [
      { file: `${engine}/checkout/final-refusal.ts`, find: 'await store.takeTurn(turn, clock.now())', replace: '' },
    ],
  },
  {
    name: 'compare-and-set: a settled attempt never moves again',
    edits: [
      { file: model, find: 'if (!attemptStatesBefore(decision.to).includes(before)) return false', replace: '' },
      { file: model, find: 'if (!decision.from.includes(before)) return false', replace: '' },
    ],
  },
  {
    name: 'look-up before repeat: the billing system is asked for the receipt first',
    edits: [{ file: `${engine}/posting/post-to-billing.ts`, find: 'posting.tries > 1', replace: 'posting.tries < 0' }],
  },
  {
    name: 'lease margin: no billing call begins late in a lease',
    edits: [
      {
        file: `${engine}/posting/post-to-billing.ts`,
        find: 'isLateInLease(posting.leaseUntil, engine.clock.now(), engine.pace)',
        replace: 'false',
      },
    ],
  },
  {
    name: 'intent before send: nothing is sent that is not recorded',
    edits: [
      {
        file: `${engine}/charge/take-payment.ts`,
        find: 'const begun = await beginSurely(engine, intent)',
        replace: `const verdict = await engine.gateway.charge({ ...intent, card, customerReference: '', countTag: '', clientAddress: null })
  const begun = await beginSurely(engine, intent)`,
      },
      {
        file: `${engine}/charge/take-payment.ts`,
        find: 'const verdict = await charge(engine, checkout, { intent, card, clientAddress: origin?.clientAddress ?? null })',
        replace: '',
      },
    ],
  },
  {
    name: 'stale intent: a process that stood still does not send any more',
    edits: [
      { file: `${engine}/charge/take-payment.ts`, find: 'engine.clock.now() >= intent.staleAt', replace: 'false' },
    ],
  },
  {
    name: 'late charge: what a process sends that stood still inside the request is given back',
    edits: [
      {
        file: `${engine}/charge/decide-surely.ts`,
        find: "if (verdict.outcome !== 'charged') return",
        replace: 'return',
      },
      {
        file: `${engine}/look-up/judge-late-look.ts`,
        find: "return { charges, reason: 'charged late'",
        replace: "return { charges: [], reason: 'charged late'",
      },
    ],
  },
  {
    name: 'late looks: they go on after the payer was told that nothing was charged',
    edits: [
      {
        file: `${engine}/schedule.ts`,
        find: 'const lateLooks = [hour, 6 * hour, day, 2 * day, 4 * day, 7 * day]',
        replace: 'const lateLooks: number[] = []',
      },
      { file: 'tools/simulate/nightly.ts', find: 'if (unexpected.length === 0) continue', replace: 'continue' },
    ],
  },
  {
    name: 'two ways: a transaction that is listed as approved and as declined decides nothing',
    edits: [
      {
        file: `${engine}/look-up/judge-look.ts`,
        find: 'if (isContradictory) return',
        replace: 'if (isContradictory && pace < 0) return',
      },
      {
        file: `${engine}/look-up/judge-late-look.ts`,
        find: 'if (isContradictory) return',
        replace: 'if (isContradictory && amount < 0) return',
      },
    ],
  },
  {
    name: 'two ways: a void that is listed as approved and as declined has not been made',
    edits: [
      {
        file: `${engine}/reversals/give-back.ts`,
        find: 'const alarm = isContradictory ?',
        replace: 'const alarm = isContradictory && reversal.tries < 0 ?',
      },
    ],
  },
  {
    name: 'search until now: what was sent late is listed on the day it arrived',
    edits: [
      {
        file: 'tools/simulate/model/gateway.ts',
        find: 'at >= epochOf(sentAt) - searchedBefore',
        replace: 'Math.abs(at - epochOf(sentAt)) <= searchedBefore',
      },
    ],
  },
  {
    name: 'draft: one that has expired or changed is not charged',
    edits: [
      {
        file: 'tools/simulate/model/drafts.ts',
        find: "if (draft?.state !== 'DRAFT' || draft.draft.amount !== intent.amount) return null",
        replace: 'if (!draft) return null',
      },
    ],
  },
  {
    name: 'unknown is not no: a charge without an answer is not taken for refused',
    edits: [{ file: `${engine}/charge/decisions.ts`, find: "unknown: 'UNKNOWN'", replace: "unknown: 'NOT_CHARGED'" }],
  },
  {
    name: 'canary: a search that finds nothing at all proves nothing',
    edits: [{ file: `${engine}/look-up/judge-look.ts`, find: 'if (!isAbsenceProven)', replace: 'if (false)' }],
  },
  {
    name: 'settled age: a young approval may still be reversed',
    edits: [
      {
        file: `${engine}/look-up/judge-look.ts`,
        find: 'if (listedAt === null || !hasAge(listedAt, now, settledAge, pace))',
        replace: 'if (false)',
      },
    ],
  },
  {
    name: 'one tag, one transaction: a row that is listed twice is no second charge',
    edits: [
      {
        file: 'server/src/payments/inquiry/search-gateway.ts',
        find: '[...byTag.values()].toSorted',
        replace: 'transactions.toSorted',
      },
    ],
  },
  {
    name: 'absence age: a young absence may be a delay',
    edits: [
      { file: `${engine}/schedule.ts`, find: 'absenceAge = 30 * minute', replace: 'absenceAge = 0' },
      { file: `${engine}/schedule.ts`, find: 'absenceMisses = 3', replace: 'absenceMisses = 1' },
    ],
  },
  {
    name: 'late summary: what became known after the summary of its day is in a later one',
    edits: [{ file: summaries, find: 'dayOf(entry.belongsAt) <= day', replace: 'dayOf(entry.belongsAt) === day' }],
  },
  {
    name: 'one summary: what a summary has counted is in no other one',
    edits: [{ file: summaries, find: 'entry.summary === null && ', replace: '' }],
  },
  {
    name: 'asked first: a person settles nothing that the gateway contradicts',
    edits: [
      {
        file: `${engine}/by-hand/ask-gateway.ts`,
        find: 'return compareCharge(finding, transaction)',
        replace: "return { verdict: 'agrees', said: '' }",
      },
      {
        file: `${engine}/by-hand/ask-gateway.ts`,
        find: "verdict: outcome === 'notCharged' ? 'agrees' : 'contradicts'",
        replace: "verdict: outcome === 'notCharged' ? 'agrees' : 'agrees'",
      },
    ],
  },
  {
    name: 'other numbers: a charge that is recorded with another tag or authorization is told',
    edits: [
      {
        file: 'server/src/features/reconciliation/judge-gateway.ts',
        find: "reversals.length > 0 || isSameCharge(recorded, charge) ? [] : ['recordedWithOtherNumbers']",
        replace: 'reversals.length > 0 || isSameCharge(recorded, charge) ? [] : []',
      },
    ],
  },
]
