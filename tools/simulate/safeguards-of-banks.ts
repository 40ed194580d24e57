import { later } from '@portal/contract/dates'
import type * as adapter from '@portal/server/adapters/payment-gateway/stripe/bank-accounts.ts'
import type * as balances from '@portal/server/payments/balances.ts'
import type * as blocks from '@portal/server/payments/bank-blocks.ts'
import type * as taken from '@portal/server/payments/gateway-events/take-back.ts'
import type * as words from '@portal/server/payments/records/accepted-words.ts'
import type * as postings from '@portal/server/payments/records/posting-moves.ts'
import type * as schedule from '@portal/server/payments/schedule.ts'
import type * as bank from '@portal/server/payments/submit/check-bank.ts'
import { sql } from 'kysely'
import { changed } from './change-modules.ts'
import type { Chances } from './faults.ts'
import { type Safeguard, trigger, worlds } from './safeguard.ts'

const days = { payers: 3, wishes: 3, stormyMinutes: 10 * 1_440 }

/** Days in which people pay from bank accounts. */
const bankDays = (faults: Chances): Safeguard['plan'] => worlds({ paysByBank: 1, ...faults }, days)

const scheduleModule = 'payments/schedule.ts'

/** Those that only payments from bank accounts need. */
export const safeguardsOfBanks: readonly Safeguard[] = [
  {
    name: 'bank, daily: what a bank has is asked about, although no event arrives',
    plan: bankDays({ eventLost: 1 }),
    modules: [
      changed<typeof schedule>(scheduleModule, {
        nextInquiryOfBank: () => (_, now) => later(now, 365 * 24 * 3_600_000),
      }),
    ],
  },
  {
    name: 'bank, ten days: small deposits may be answered for as long as the payer was told',
    plan: bankDays({ typesNumbers: 0.8 }),
    modules: [
      changed<typeof schedule>(scheduleModule, {
        depositsEndAt: () => (sentAt) => later(sentAt, 20 * 60_000),
        nextInquiryOfDeposits: () => (_, now) => later(now, 20 * 60_000),
      }),
    ],
  },
  {
    name: 'bank, canceled: a payment ends for another one only when the gateway has canceled it',
    plan: bankDays({ typesNumbers: 0.8, eventLost: 1, paysByBank: 0.5, searchAwayForDays: 0.1 }),
    modules: [
      changed<typeof adapter>('adapters/payment-gateway/stripe/bank-accounts.ts', {
        stripeBankAccounts: (original) => (gateway) => {
          const { cancel, ...all } = original(gateway)
          return { ...all, cancel: async (tag) => await cancel(tag).then(() => ({ outcome: 'canceled' })) }
        },
      }),
    ],
  },
  {
    name: 'bank, returned first: nobody is told of a return while the debit could be confirmed again',
    plan: bankDays({ bankReturns: 0.8, paysAgain: 1, cancelLies: 1 }),
  },
  {
    name: 'bank, policy: a payment stays with the one under which it was submitted',
    plan: bankDays({}),
    sql: trigger(
      'before update on charge_attempt',
      `if new.state = 'CHARGED' then new.credited := 'settlement'; end if;
       if new.state = 'PROCESSING' then new.credited := 'submission'; end if`,
    ),
  },
  {
    name: 'bank, canceled in the books: what a bank returns leaves the billing system',
    plan: bankDays({ bankReturns: 0.8 }),
    modules: [
      changed<typeof postings>('payments/records/posting-moves.ts', {
        cancelPostings: (original) => async (tx, id, at, book, cause) =>
          book === 'clearing' ? [] : await original(tx, id, at, book, cause),
      }),
    ],
  },
  {
    name: 'bank, cleared: what was on its way arrives in the books once the bank has paid',
    plan: bankDays({}),
    modules: [changed<typeof postings>('payments/records/posting-moves.ts', { cleared: () => () => sql`select` })],
  },
  {
    name: 'bank, late return: what a bank takes back after it had paid is owed again',
    plan: bankDays({ bankReturnsLate: 1 }),
    modules: [changed<typeof taken>('payments/gateway-events/take-back.ts', { takeBack: () => async () => [] })],
  },
  {
    name: 'bank, pending: what a bank is about to pay is not shown as owed',
    plan: bankDays({}),
    modules: [
      changed<typeof balances>('payments/balances.ts', {
        accountRows: (original) => async (deps, accounts, known) => {
          const blind = new Map(known)
          for (const [account, portal] of known) blind.set(account, { ...portal, uncredited: [] })
          return await original(deps, accounts, blind)
        },
      }),
    ],
  },
  {
    name: 'bank, authorized: nothing is debited without words that its holder accepted',
    plan: bankDays({}),
    modules: [
      changed<typeof words>('payments/records/accepted-words.ts', { keepAuthorization: () => async () => undefined }),
    ],
  },
  {
    name: 'bank, two returns: then the account pays by card',
    plan: bankDays({ bankReturns: 1 }),
    modules: [changed<typeof blocks>('payments/bank-blocks.ts', { isBankBlocked: () => () => sql<boolean>`false` })],
  },
  {
    name: 'bank, unusable: no payer debits a bank account after a return for good',
    plan: bankDays({ bankReturns: 1 }),
    modules: [changed<typeof bank>('payments/submit/check-bank.ts', { checkBank: () => async () => undefined })],
  },
].map((one) => ({ ...one, gateway: 'stripe' as const }))
