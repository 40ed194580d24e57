import type * as pauses from '@portal/server/payments/agreements/pause-blocked.ts'
import type * as again from '@portal/server/payments/agreements/plan-again.ts'
import type * as planned from '@portal/server/payments/planned/charge.ts'
import type * as cards from '@portal/server/payments/planned/methods.ts'
import type * as moves from '@portal/server/payments/planned/moves.ts'
import type * as rules from '@portal/server/payments/planned/rules.ts'
import type * as standing from '@portal/server/payments/planned/standing.ts'
import type * as charges from '@portal/server/payments/run/move-charge.ts'
import type * as stands from '@portal/server/payments/run/still-stands.ts'
import type * as watch from '@portal/server/payments/run/watch.ts'
import { sql } from 'kysely'
import { changed } from './change-modules.ts'
import type { Chances } from './faults.ts'
import { type Safeguard, trigger, worlds } from './safeguard.ts'

const autopayDays = 40

/** Weeks of AutoPay with these faults. */
function weeks(faults: Chances, days = autopayDays): Safeguard['plan'] {
  return worlds(faults, { autopayDays: days, stormyMinutes: days * 1_440, payers: 1, wishes: 1 })
}

const rulesModule = 'payments/planned/rules.ts'

/** Those of AutoPay: what is charged when nobody is there. */
export const safeguardsOfAutopay: readonly Safeguard[] = [
  {
    name: 'autopay, standing: nothing is sent for an agreement that was paused',
    gateway: 'stripe',
    plan: weeks({ agreementPaused: 0.6 }),
    modules: [
      {
        ...changed<typeof standing>('payments/planned/standing.ts', {
          lockAgreement: (original) => async (tx, id) => {
            const found = await original(tx, id)
            return found && { ...found, state: 'ACTIVE' }
          },
        }),
        for: 'payments/charge/begin-planned.ts',
      },
      changed<typeof planned>('payments/planned/charge.ts', {
        leasePlanned: (original) => async (db, now, until, most) => {
          const leased = await original(db, now, until, most)
          return leased.map((charge) =>
            charge.of.kind === 'agreement' ? { ...charge, of: { ...charge.of, state: 'ACTIVE' } } : charge,
          )
        },
      }),
    ],
  },
  {
    name: 'autopay, notice: a debit card is charged ten days after the customer was told',
    gateway: 'stripe',
    plan: weeks({}),
    modules: [
      changed<typeof rules>(rulesModule, {
        daysOfNotice: (original) => (card, days) => original({ ...card, funding: 'credit' }, days),
      }),
    ],
  },
  {
    name: 'autopay, noticed amount: more than was told is told again',
    gateway: 'stripe',
    plan: weeks({ agreementPaused: 0.5, bankDisputes: 0.5, billReissued: 0.8, mailSlow: 0.5 }),
    sql: trigger(
      'before update on planned_charge',
      'if new.noticed_cents is not null then new.noticed_cents := 99999999; end if',
    ),
  },
  {
    name: 'autopay, in time: what an import changes is looked at right away',
    gateway: 'stripe',
    plan: weeks({ feeAdded: 0.5 }),
    modules: [changed<typeof rules>(rulesModule, { isCovered: () => () => true })],
  },
  {
    name: 'autopay, replaced: a notice says that it replaces another',
    gateway: 'stripe',
    plan: weeks({ feeAdded: 0.5 }),
    sql: trigger('before update on planned_charge', 'new.mailed_cents := null; new.mailed_on := null'),
  },
  {
    name: 'autopay, late: a notice says that its charge comes after the due date',
    gateway: 'stripe',
    plan: weeks({ feeAdded: 0.5, dueDateMoved: 0.3 }),
    modules: [changed<typeof rules>(rulesModule, { lateness: () => () => '' })],
  },
  {
    name: 'autopay, true: nothing is promised while AutoPay is paused',
    gateway: 'stripe',
    plan: weeks({ agreementPaused: 0.6, mailSlow: 0.8 }),
    modules: [
      changed<typeof stands>('payments/run/still-stands.ts', {
        stillStands: () => async () => await Promise.resolve(true),
      }),
    ],
  },
  {
    name: 'autopay, resumed: after a pause, a charge is noticed again',
    gateway: 'stripe',
    plan: weeks({ agreementPaused: 0.5 }),
    modules: [
      changed<typeof again>('payments/agreements/plan-again.ts', {
        planAgain: (original) => async (all, tx, id, why) => {
          if (why !== 'resumed') return await original(all, tx, id, why)
          const at = all.clock.now()
          const woken = tx.updateTable('planned_charge').set({ next_step_at: at }).where('agreement_id', '=', id)
          await woken.where('next_step_at', 'is not', null).execute()
        },
      }),
    ],
  },
  {
    name: 'autopay, exceptions: staff sees only what a person must do',
    gateway: 'stripe',
    plan: weeks({ agreementEnded: 0.4, runStopped: 0.8, mailSlow: 0.5 }),
    modules: [
      changed<typeof watch>('payments/run/watch.ts', {
        isHeldLate: () => (today) =>
          sql`subject.held_for is not null and subject.seen_at is null and subject.due_on < ${today}::date`,
      }),
    ],
  },
  {
    name: 'autopay, limit: a bill above what was agreed is not charged',
    gateway: 'stripe',
    plan: weeks({}),
    modules: [
      changed<typeof rules>(rulesModule, { amountToTake: (original) => (owed) => original({ ...owed, most: null }) }),
    ],
  },
  {
    name: 'autopay, for good: after some declines nobody asks again',
    gateway: 'stripe',
    plan: weeks({ bankDeclinesSaved: 0.8 }),
    modules: [
      changed<typeof rules>(rulesModule, {
        afterDecline: () => (_, tries) => (tries < 2 ? { retryDays: 3 } : { stop: 'declined_twice' }),
      }),
    ],
  },
  {
    name: 'autopay, three days: the second try is not made sooner',
    gateway: 'stripe',
    plan: weeks({ bankDeclinesSaved: 0.8 }),
    modules: [
      changed<typeof rules>(rulesModule, {
        afterDecline: (original) => (evidence, tries) => {
          const next = original(evidence, tries, 1)
          return 'stop' in next ? next : { retryDays: 1 }
        },
      }),
    ],
  },
  {
    name: 'autopay, share: no more charges in an hour than the utility allows',
    gateway: 'stripe',
    plan: weeks({ paymentScheduled: 0.8 }),
    sql: trigger('before insert or update on plan_hour', 'new.sent := 0'),
  },
  {
    name: 'autopay, issued again: a bill is not charged again under another number',
    gateway: 'stripe',
    plan: weeks({ billReissued: 1 }),
    sql: trigger('before insert on planned_charge', 'new.replaces := null; new.chain_id := null'),
  },
  {
    name: 'autopay, outcome: it is recorded with the outcome of its charge',
    gateway: 'stripe',
    plan: weeks({}),
    modules: [changed<typeof moves>('payments/planned/moves.ts', { settlePlanned: () => async () => undefined })],
  },
  {
    name: 'autopay, told: a decline has its email',
    gateway: 'stripe',
    plan: weeks({ bankDeclinesSaved: 0.8 }),
    modules: [
      changed<typeof charges>('payments/run/move-charge.ts', {
        moveCharge: (original) => async (all, charge, to, change) => {
          const { emails: _, ...rest } = change
          return await original(all, charge, to, charge.state === 'DECLINED' ? rest : change)
        },
      }),
    ],
  },
  {
    name: 'autopay, blocked: a bank account is not debited again after a return for good',
    gateway: 'stripe',
    plan: weeks({ bankReturns: 0.6, bankReturnsLate: 0.3 }, 60),
    modules: [changed<typeof cards>('payments/planned/methods.ts', { blockAccount: () => async () => undefined })],
  },
  {
    name: 'autopay, paused: every agreement of a blocked bank account is',
    gateway: 'stripe',
    plan: weeks({ bankReturns: 0.3, bankReturnsLate: 0.6 }, 60),
    modules: [
      changed<typeof pauses>('payments/agreements/pause-blocked.ts', {
        pauseWork: (original) => (engine) => ({ ...original(engine), run: async () => 0 }),
      }),
    ],
  },
]
