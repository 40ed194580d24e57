import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { ChargeResult } from '../../../adapters/card-gateway/port.ts'
import type { TestBrowser } from '../../../http/testing/app.ts'
import { charged, declined, unknown } from '../../../payments/testing/engine-world.ts'
import { type Told, call, chargeOf } from './calls.ts'
import { type StepwiseWorld, accounts, cashOnly } from './stepwise-world.ts'

/** Two browsers that try anything. Each knows every id that was ever given to either of them. */
export interface Players {
  world: StepwiseWorld
  browsers: [TestBrowser, TestBrowser]
  sessions: [number, number]
  overallIds: { id: string; owner: number; account: string | null; tag: string | null }[]
  /** What the gateway did for each checkout, by its customer reference. */
  outcomes: {
    checkout: string
    reference: string
    outcome: ChargeResult['outcome']
    amount: number
    tag: string
  }[]
  /** Every human verification that was handed in. */
  verifications: { id: string; owner: number }[]
}

const amounts = ['50.00', '20.00', '30.00', '0.00', '100.00', '49.99'] as const
const answers = ['approve', 'approve', 'decline', 'lose', 'refuse'] as const

/** What browsers do; the names that stand here more often are done more often. */
const names = [
  'save-overall-payment save-overall-payment save-payment save-payment save-payment payeezy payeezy',
  'confirm-email make-payment update-overall-payment update-payment insert-transaction-logs verify whole whole wait',
].flatMap((some) => some.split(' '))

/** One thing a browser may do; ids and amounts are picked from what there is by number. */
export const anyMove = fc.record({
  who: fc.constantFrom(0, 1),
  name: fc.constantFrom(...names),
  whose: fc.constantFrom('own', 'own', 'own', 'any'),
  /** Counted back from the newest payment; more than there are is an id nobody gave out. */
  id: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 50),
  /** The last one saved with this payment, one of those there are, or none. */
  account: fc.constantFrom<'saved' | number>('saved', 'saved', 'saved', 0, 1, 1, 2, 3, 4, 5, 6),
  amount: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3, 4, 5),
  /** Counted back from the newest charge. */
  tag: fc.constantFrom(0, 0, 0, 1, 2, 50),
  form: fc.constantFrom('named', 'named', 'unnamed', 'miscounted'),
  outcome: fc.constantFrom(...answers),
  isTwice: fc.boolean(),
  /** Speaks of the newest payment of its own that the gateway answered, and says what is so. */
  isRight: fc.boolean(),
})
export type Move = typeof anyMove extends fc.Arbitrary<infer M> ? M : never

/** What a move speaks of: a payment, an account, an amount and a charge, belonging together or not. */
function aimOf(players: Players, move: Move) {
  const { overallIds } = players
  const right = rightPayment(players, move)
  if (move.isRight && right?.tag) return { id: right.id, account: right.account ?? '', amount: '50.00', tag: right.tag }
  const isMeant = ({ owner }: { owner: number }): boolean => move.whose === 'any' || owner === move.who
  const payment = move.isRight ? right : overallIds.filter(isMeant).at(-1 - move.id)
  const chosen = move.account === 'saved' ? payment?.account : [...accounts, cashOnly][move.account]
  return {
    id: payment?.id ?? randomUUID(),
    account: chosen ?? 'none',
    amount: amounts[move.amount] ?? '50.00',
    tag: overallIds.filter((one) => isMeant(one) && one.tag).at(-1 - move.tag)?.tag ?? '999',
  }
}

/** The payment that this move would be right for: one that is still open, or one that the gateway answered. */
function rightPayment({ overallIds }: Players, { who, name }: Move) {
  const mine = overallIds.filter(({ owner }) => owner === who)
  const open = mine.findLast(({ tag }) => tag === null)
  const answered = mine.findLast(({ tag }) => tag !== null)
  return name === 'save-payment' ? open : (answered ?? open)
}

/** The body a browser sends for a move, right or forged. */
function bodyOf(players: Players, move: Move): object {
  const { id, account, amount, tag } = aimOf(players, move)
  const indivId = `${id}.${account}`
  switch (move.name) {
    case 'save-overall-payment':
      return { username: 'root', amount, mode: 'Phoned-In', payment_source: 'CCV' }
    case 'save-payment':
      return { overall_id: id, account_number: account, amount, paid_by: 'root' }
    case 'payeezy':
      return chargeOf(move.form === 'unnamed' ? undefined : id, amount, {
        payment_count: move.form === 'miscounted' ? 'MULTI-2' : 'SINGLE',
      })
    case 'confirm-email':
      return { email: `${players.outcomes.length}@example.com`, receiptNum: `W-${tag}` }
    case 'make-payment':
      return { ...postingOf(account, amount, tag), overall_id: id, individual_id: indivId }
    case 'update-overall-payment':
      return {
        overAllId: id,
        receipt: `W-${tag}`,
        transaction_tag: tag,
        pay_eezy_seq_num: '000001',
        auth_no: 'ET000001',
        ccb_status: '1',
      }
    case 'update-payment':
      return { indivId, status: 'PAID', receipt: `W-${tag}` }
    default:
      return { transaction_logs: { tag, id } }
  }
}

function postingOf(accountId: string, amount: string, tag: string): object {
  const constants = { method: 'PG001', cardCharge: '0.00', paymentSource: 'CCV', authNum: 'ET000001' }
  return { ...constants, accountId, amount, receiptNum: `W-${tag}` }
}

/** What a browser sent with a move, and what it was told. */
export interface Made extends Told {
  sent: object
}

/**
 * Makes one move and answers what the browser was told; null for a move that is no call.
 *
 * @param body what to send, for a repeat; otherwise it is worked out from what the players know.
 */
export async function make(players: Players, move: Move, body?: object): Promise<Made | null> {
  const { world, browsers } = players
  const browser = browsers[move.who] ?? browsers[0]
  if (move.name === 'wait') return wait(players, move)
  if (move.name === 'verify') return verify(players, move.who)
  if (move.name === 'whole') return payWhole(players, move)
  world.script.answer = (request) => record(players, request, move.outcome)
  const sent = body ?? bodyOf(players, move)
  const told = await call(browser, move.name, sent)
  remember(players, move.who, told, 'custome_ref' in sent ? sent.custome_ref : null)
  return { ...told, sent }
}

function remember({ overallIds }: Players, owner: number, { body }: Told, reference: unknown): void {
  if (body.overallId) overallIds.push({ id: body.overallId, owner, account: null, tag: null })
  const [id, account = null] = body.indivId?.split('.') ?? []
  for (const payment of overallIds) {
    if (payment.id === id) payment.account = account
    if (payment.id === reference) payment.tag = body.result?.data?.['Transaction_Tag'] ?? payment.tag
  }
}

function record(
  { outcomes: all, world }: Players,
  request: StepwiseWorld['charges'][number],
  outcome: Move['outcome'],
): ChargeResult {
  const tag = String(100 + world.charges.length)
  const verdict = verdictOf(outcome, tag)
  const { customerReference: checkout, reference, amount } = request
  all.push({ checkout, reference, amount, tag, outcome: verdict.outcome })
  return verdict
}

function verdictOf(outcome: Move['outcome'], tag: string): ChargeResult {
  if (outcome === 'approve') return charged(tag)
  if (outcome === 'decline') return declined(tag)
  return outcome === 'lose' ? unknown : { outcome: 'notSent', reason: 'no connection' }
}

async function wait({ world }: Players, move: Move): Promise<null> {
  world.script.isPosting = move.isTwice
  world.clock.pass((move.id % 4) * 60_000)
  await world.clock.sleep(1000)
  return null
}

/** A human verification as the browser would hand it in, without the work. */
async function verify(players: Players, who: number): Promise<null> {
  const id = randomUUID()
  players.verifications.push({ id, owner: who })
  await players.world.portal.database.pool.query(
    `insert into session_human_check values ($1, 'checkout', $2, '2100-01-01')
     on conflict (session_id, purpose) do update set check_id = excluded.check_id`,
    [players.sessions[who], id],
  )
  return null
}

/** What an honest browser does, so that many payments get somewhere. */
async function payWhole(players: Players, move: Move): Promise<Made | null> {
  const account = move.who + (move.id % 3)
  const honest = { ...move, whose: 'own', id: 0, amount: 0, account, form: 'named', isRight: false } as const
  await make(players, { ...honest, name: 'save-overall-payment' })
  await make(players, { ...honest, name: 'save-payment' })
  await verify(players, move.who)
  return make(players, { ...honest, name: 'payeezy' })
}
