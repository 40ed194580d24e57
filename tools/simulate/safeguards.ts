import { Instant } from '@portal/contract/dates'
import { attemptStates } from '@portal/server/database/tables/payments.ts'
import type * as discrepancies from '@portal/server/features/reconciliation/gateway-discrepancies.ts'
import type * as lateCharge from '@portal/server/payments/charge/late-charge.ts'
import type * as evaluate from '@portal/server/payments/inquiry/evaluate-inquiry.ts'
import type * as search from '@portal/server/payments/inquiry/search-gateway.ts'
import type * as compare from '@portal/server/payments/manual/compare-finding.ts'
import type * as checkouts from '@portal/server/payments/records/checkouts.ts'
import type * as schedule from '@portal/server/payments/schedule.ts'
import type * as states from '@portal/server/payments/states.ts'
import { changed } from './change-modules.ts'
import type { Worlds } from './plan.ts'
import { believedList, type Safeguard, trigger, worlds } from './safeguard.ts'
import { safeguardsOfAutopay } from './safeguards-of-autopay.ts'
import { safeguardsOfBanks } from './safeguards-of-banks.ts'
import { safeguardsOfStripe } from './safeguards-of-stripe.ts'

const longAgo = Instant.parse('2020-01-01T00:00:00.000Z')

export function safeguardsAt(kind: Worlds): readonly Safeguard[] {
  if (kind === 'autopay') return safeguardsOfAutopay
  return safeguards.filter((one) => !one.gateway || one.gateway === kind)
}

export const safeguards: readonly Safeguard[] = [
  ...safeguardsOfStripe,
  ...safeguardsOfBanks,
  ...safeguardsOfAutopay,
  {
    name: 'hold: an account with an undecided payment takes no other one',
    plan: worlds({ answerLost: 0.5 }, { payers: 3 }),
    sql: trigger('before insert on account_hold', 'delete from account_hold where account_id = new.account_id'),
  },
  {
    name: 'epoch: a worker that lost its lease cannot write',
    plan: worlds({ stall: 0.3, billingRejects: 0.5, billingSlow: 0.8 }),
    sql: ['charge_attempt', 'posting', 'reversal']
      .map((table) => trigger(`before update on ${table}`, 'new.epoch := 0'))
      .join(';'),
  },
  {
    name: 'lease: a row under work is not taken by another worker',
    plan: worlds({ billingSlow: 0.8 }),
    sql: ['charge_attempt', 'posting', 'reversal']
      .map((table) => trigger(`before update on ${table}`, 'new.lease_until := null'))
      .join(';'),
  },
  {
    name: 'unique key: one idempotency key is one checkout',
    plan: worlds({ doubleClick: 1, gatewayDeclines: 0.8, stall: 0.2 }),
    sql: trigger(
      'before insert on checkout',
      `update checkout set idempotency_key = md5(id::text)::uuid
       where session_id = new.session_id and idempotency_key = new.idempotency_key`,
    ),
  },
  {
    name: 'sight: an account that was paid since its payer last saw it is not charged',
    plan: worlds({ omitsBalance: 1 }),
    sql: trigger(
      'before insert or update on checkout_item',
      `new.status := case new.status when 'PAID' then 'saved' else new.status end`,
    ),
  },
  {
    name: 'turn: what was refused does not begin any more',
    plan: worlds({ doubleClick: 1, tooManyTries: 0.5, stall: 0.2 }),
    modules: [changed<typeof checkouts>('payments/records/checkouts.ts', { takeTurn: () => async () => undefined })],
  },
  {
    name: 'compare-and-set: a settled attempt never moves again',
    plan: worlds({ stall: 0.2, stallInClient: 0.3, gatewayDeclines: 0.4, answerLost: 0.3 }),
    modules: [
      changed<typeof states>('payments/states.ts', {
        attemptStatesBefore: () => () => [...attemptStates],
        undecidedStates: () => attemptStates,
      }),
    ],
  },
  {
    name: 'look-up before repeat: the billing system is asked for the receipt first',
    plan: worlds({ billingForgetsToAnswer: 0.4, billingFindsNothing: 1 }),
  },
  {
    name: 'lease margin: no billing call begins late in a lease',
    plan: worlds({ stall: 0.3, billingSlow: 0.8, billingAway: 0.5 }),
    modules: [changed<typeof schedule>('payments/schedule.ts', { isLateInLease: () => () => false })],
  },
  {
    name: 'intent before send: nothing is sent that is not recorded',
    gateway: 'gge4',
    plan: worlds({ commitLies: 0.3 }),
  },
  {
    name: 'stale intent: a process that stood still does not send any more',
    gateway: 'gge4',
    plan: worlds(
      { stall: 0.1, answerLost: 0.5, clockIsOld: 1 },
      { servers: 3, payers: 3, wishes: 3, stormyMinutes: 600 },
    ),
  },
  {
    name: 'late charge: what a process sends that stood still inside the request is given back',
    gateway: 'gge4',
    plan: worlds({ stallInClient: 0.5, suspendedInClient: 0.3 }),
    modules: [
      changed<typeof lateCharge>('payments/charge/late-charge.ts', { reverseLateCharge: () => async () => false }),
      changed<typeof evaluate>('payments/inquiry/evaluate-inquiry.ts', {
        evaluateRecheck: (original) => (checkout, found) => ({ ...original(checkout, found), charges: [] }),
      }),
    ],
  },
  {
    name: 'late looks: they go on after the payer was told that nothing was charged',
    gateway: 'gge4',
    plan: worlds({ suspendedInClient: 0.5 }),
    sql: trigger(
      'before insert or update on charge_attempt',
      `new.next_look_at := case when new.state in ('NOT_CHARGED', 'DECLINED') then null else new.next_look_at end`,
    ),
  },
  {
    name: 'two ways: a transaction that is listed as approved and as declined decides nothing',
    gateway: 'gge4',
    plan: worlds({ answerLost: 0.8, searchContradicts: 0.5 }),
    modules: [believedList('payments/inquiry/evaluate-inquiry.ts')],
  },
  {
    name: 'two ways: a void that is listed as approved and as declined has not been made',
    gateway: 'gge4',
    plan: worlds({ refund: 1, answerLost: 0.5, requestLost: 0.3, searchContradicts: 0.5 }),
    modules: [believedList('payments/reversals/send-reversals.ts')],
  },
  {
    name: 'search until now: what was sent late is listed on the day it arrived',
    gateway: 'gge4',
    plan: worlds({ suspendedInClient: 0.5, searchOfItsDays: 1 }),
  },
  {
    name: 'draft: one that has expired or changed is not charged',
    plan: worlds({ stall: 0.3 }, { payers: 3, wishes: 3 }),
    sql: trigger(
      'before update on checkout',
      `if new.state = 'EXPIRED' then
         new.state := 'DRAFT';
         new.created_at := new.created_at + interval '1 year';
       end if`,
    ),
  },
  {
    name: 'unknown is not no: a charge without an answer is not taken for refused',
    plan: worlds({ answerLost: 0.5, searchAway: 0.5, unknownIsNo: 1 }),
  },
  {
    name: 'canary: a search that finds nothing at all proves nothing',
    gateway: 'gge4',
    plan: worlds({ answerLost: 0.5, searchBlind: 0.5 }),
    modules: [
      changed<typeof search>('payments/inquiry/search-gateway.ts', {
        searchBesideCanary:
          () =>
          async ({ gateway }, { subject, reference, sentAt }) => {
            const found = await gateway.inquire({ subject, reference, tag: null, sentAt })
            return { found, isAbsenceProven: found.outcome === 'nothing' }
          },
      }),
    ],
  },
  {
    name: 'settled age: a young approval may still be reversed',
    gateway: 'gge4',
    plan: worlds({ answerLost: 0.8, autoReversal: 0.8 }),
    modules: [
      changed<typeof evaluate>('payments/inquiry/evaluate-inquiry.ts', {
        evaluateInquiry: (original) => (inquiry) => {
          if (inquiry.found.outcome !== 'found') return original(inquiry)
          const { attempt } = inquiry.checkout
          return original({ ...inquiry, checkout: { ...inquiry.checkout, attempt: { ...attempt, listedAt: longAgo } } })
        },
      }),
    ],
  },
  {
    name: 'one tag, one transaction: a row that is listed twice is no second charge',
    gateway: 'gge4',
    plan: worlds({ answerLost: 0.8 }),
    modules: [
      changed<typeof search>('payments/inquiry/search-gateway.ts', {
        listedTransactions: (original) => (transactions) => {
          const rows = transactions.map((transaction) => original([transaction]))
          return {
            charges: rows.flatMap(({ charges }) => charges),
            reversals: rows.flatMap(({ reversals }) => reversals),
            refusals: rows.flatMap(({ refusals }) => refusals),
            unknownKind: rows.flatMap(({ unknownKind }) => unknownKind),
            isContradictory: original(transactions).isContradictory,
          }
        },
      }),
    ],
  },
  {
    name: 'absence age: a young absence may be a delay',
    gateway: 'gge4',
    plan: worlds({ answerLost: 0.8, gatewayLate: 0.5 }),
    modules: [changed<typeof schedule>('payments/schedule.ts', { absenceAge: () => 0, absenceMisses: () => 1 })],
  },
  {
    name: 'late summary: what became known after the summary of its day is in a later one',
    plan: worlds({ refund: 0.5, answerLost: 0.5, searchAwayForDays: 0.5 }, { hasSummaries: true }),
    sql: trigger(
      'before update on finance_entry',
      `if new.summary <> (new.belongs_at at time zone 'Pacific/Guam')::date then return null; end if`,
    ),
  },
  {
    name: 'one summary: what a summary has counted is in no other one',
    plan: worlds({ refund: 0.8 }, { hasSummaries: true }),
    sql: `drop trigger finance_entry_stays_in_summary on finance_entry;
      ${trigger('before insert on finance_summary', 'update finance_entry set summary = null')}`,
  },
  {
    name: 'asked first: a person settles nothing that the gateway contradicts',
    plan: worlds({ answerLost: 0.8, searchAwayForDays: 0.5, searchContradicts: 0.5, inventedEvidence: 1 }),
    modules: [
      changed<typeof compare>('payments/manual/compare-finding.ts', {
        checkFinding: (original) => async (engine, checkoutId, finding) => {
          const answer = await original(engine, checkoutId, finding)
          return answer?.verdict === 'contradicts' ? { ...answer, verdict: 'agrees' } : answer
        },
      }),
    ],
  },
  {
    name: 'other numbers: a charge that is recorded with another tag or authorization is told',
    plan: worlds({ answerLost: 0.8, searchAwayForDays: 0.5, searchContradicts: 0.3, inventedEvidence: 1 }),
    modules: [
      changed<typeof discrepancies>('features/reconciliation/gateway-discrepancies.ts', {
        gatewayDiscrepancies: (original) => (match, moment) =>
          original(match, moment).filter(({ kind }) => kind !== 'recordedWithOtherNumbers'),
      }),
    ],
  },
  {
    name: 'checked later: a resolution that the gateway contradicts once it answers is an exception',
    plan: worlds({ answerLost: 0.8, searchAwayForDays: 0.5, inventedEvidence: 1 }),
    modules: [
      changed<typeof compare>('payments/manual/compare-finding.ts', { checkResolution: () => async () => null }),
    ],
  },
]
