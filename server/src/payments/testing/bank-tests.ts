import { Instant, later } from '@portal/contract/dates'
import type { CheckoutPublicId } from '@portal/contract/ids'
import { type Cents, noCents } from '@portal/contract/money'
import type { BankReturn } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import {
  type ChargeResult,
  emptyReply,
  type FoundTransaction,
  type InquiryAnswer,
} from '../../adapters/payment-gateway/port.ts'
import type { Db } from '../../database/connect.ts'
import type { Intent } from '../charge/intent.ts'
import { takePayment } from '../charge/take-payment.ts'
import { cancellationLoop, postingLoop } from '../posting/post-to-billing.ts'
import { readByPublicId } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { resolveLoop } from '../recovery/resolve-unknown.ts'
import { engineTests } from './engine-tests.ts'
import { intentFor } from './engine-world.ts'

export const bankTag: string = 'pi_BANKPAYMENT'
export const paidAccount = '1234567890'

const never = new AbortController().signal
const day = 24 * 3_600_000

/** What the gateway says of the account that pays. */
export const bankFacts = {
  bankName: 'First Hawaiian',
  accountType: 'checking',
  holderType: 'individual',
  lastFour: '6789',
  routingNumber: '110000000',
  fingerprint: 'FP1',
} as const

const reply = { ...emptyReply, tag: bankTag }
export const processing: ChargeResult = { outcome: 'processing', reply }
const arriveOn = Instant.parse('2026-06-03T13:00:00.000Z')
export const verifying: ChargeResult = { outcome: 'verifying', reply, deposits: { arriveOn, kind: 'code' } }

/** Of this gateway's banks. */
export const answersBy = (sentAt: Instant) => later(sentAt, 4 * day)

/** Where a payment stands, and every book that is not empty; a word if all are, because `toMatchObject` finds {} in anything. */
async function standingOf(db: Db, stored: StoredCheckout | null) {
  const books = await db
    .selectFrom('ledger_entry')
    .select(({ fn }) => ['book', fn.sum<string>('amount_cents').as('sum')])
    .groupBy('book')
    .having(({ fn }) => fn.sum('amount_cents'), '<>', 0)
    .orderBy('book')
    .execute()
  const held = await db.selectFrom('account_hold').select('account_id').execute()
  return {
    state: stored?.attempt.state,
    posting: stored?.items[0]?.postingState ?? null,
    books: books.length === 0 ? 'empty' : Object.fromEntries(books.map(({ book, sum }) => [book, Number(sum)])),
    held: held.length,
  }
}

/** What the gateway says of a debit. */
function purchaseOf(
  tag: string,
  amount: Cents,
  status: FoundTransaction['status'],
  bankReturn: BankReturn,
): InquiryAnswer {
  const rest = { tag, reference: '', amount, kind: 'purchase', authorization: null, at: '' } as const
  const transaction = { ...rest, status, ...(status === 'returned' && { bankReturn }) }
  return { outcome: 'found', isFinal: true, transactions: [transaction] }
}

/** Payments of one account from a bank account, for the tests of a file (`engineTests`). */
export function bankTests() {
  const world = engineTests()
  let publicId: CheckoutPublicId | undefined
  let paidTag = bankTag
  const canceling = { answer: 'canceled' as 'canceled' | 'tooLate', asked: [] as string[] }
  const cancel = async (tag: string) => {
    canceling.asked.push(tag)
    return { outcome: canceling.answer }
  }

  async function checkout() {
    return publicId ? await readByPublicId(world.database.db, publicId) : null
  }

  return {
    world,
    checkout,

    credit(at: 'submission' | 'settlement') {
      Object.assign(canceling, { answer: 'canceled', asked: [] })
      const { engine } = world
      Object.assign(engine, {
        profile: { ...engine.profile, bankPayments: { credit: at, sourceCode: 'ACH' } },
        gateway: Object.assign(engine.gateway, {
          bankAccounts: { answersBy, cancel },
          hasReadableTags: false,
          reversalKinds: ['refund'],
        }),
      })
    },

    /** What the gateway says when it is asked to cancel a debit; asked about these. */
    canceling,

    async pay(result: ChargeResult, intended: Partial<Intent> = {}) {
      world.gateway.answer = async () => result
      paidTag = ('reply' in result && result.reply?.tag) || bankTag
      const credit = world.engine.profile.bankPayments?.credit ?? 'submission'
      const intent = intentFor(world.engine, [paidAccount], {
        brand: null,
        bank: { ...bankFacts, credit },
        lastFour: bankFacts.lastFour,
        cardHolder: 'Ana Cruz',
        sourceCode: 'ACH',
        ...intended,
      })
      publicId = intent.publicId
      await takePayment(world.engine, intent, { bankToken: 'ctoken_1' }, null)
    },

    /** The gateway is asked when it is due, and this is what it says. */
    async asked(books: InquiryAnswer) {
      world.clock.pass(5 * day + 1)
      world.gateway.books = books
      await resolveLoop(world.engine).run(never)
    },

    /** What the gateway says of the debit. */
    purchase(
      status: 'approved' | 'returned' | 'error' | 'declined',
      bankReturn: BankReturn = { reason: 'funds', code: 'R01' },
    ): InquiryAnswer {
      return purchaseOf(paidTag, world.gateway.charges[0]?.amount ?? noCents, status, bankReturn)
    },

    /** What is due to be posted or canceled reaches the billing system, if that is there. */
    async post() {
      await postingLoop(world.engine).run(never)
      await cancellationLoop(world.engine).run(never)
    },

    standing: async () => await standingOf(world.database.db, await checkout()),

    async emails() {
      const queued = await world.database.db.selectFrom('email').select('kind').orderBy('id').execute()
      return queued.map(({ kind }) => kind)
    },
  }
}
