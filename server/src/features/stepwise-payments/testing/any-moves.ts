import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { ChargeResult } from '../../../adapters/payment-gateway/port.ts'
import type { TestBrowser } from '../../../http/testing/app.ts'
import { charged, declined, unknown } from '../../../payments/testing/engine-world.ts'
import { type Told, call, chargeOf } from './calls.ts'
import { type StepwiseWorld, accounts, cashOnly } from './stepwise-world.ts'

/** They try anything; each knows every id ever given to either. */
export interface Players {
  world: StepwiseWorld
  browsers: [TestBrowser, TestBrowser]
  sessions: [number, number]
  overallIds: { id: string; owner: number; account: string | null; tag: string | null }[]
  /** By customer reference. */
  outcomes: {
    checkout: string
    reference: string
    outcome: ChargeResult['outcome']
    amount: number
    tag: string
  }[]
  verifications: { id: string; owner: number }[]
}

const amounts = ['50.00', '20.00', '30.00', '0.00', '100.00', '49.99'] as const
const answers = ['approve', 'approve', 'decline', 'lose', 'refuse'] as const

/** Names that stand here more often are done more often. */
const names = [
  'save-overall-payment save-overall-payment save-payment save-payment save-payment payeezy payeezy',
  'confirm-email make-payment update-overall-payment update-payment insert-transaction-logs verify whole whole wait',
].flatMap((some) => some.split(' '))

/** Ids and amounts are picked by number from what there is. */
export const anyMove = fc.record({
  who: fc.constantFrom(0, 1),
  name: fc.constantFrom(...names),
  whose: fc.constantFrom('own', 'own', 'own', 'any'),
  /** Back from the newest payment; more than there are is an id nobody gave out. */
  id: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 50),
  /** The last one saved with this payment, one of those there are, or none. */
  account: fc.constantFrom<'saved' | number>('saved', 'saved', 'saved', 0, 1, 1, 2, 3, 4, 5, 6),
  amount: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3, 4, 5),
  /** Back from the newest charge. */
  tag: fc.constantFrom(0, 0, 0, 1, 2, 50),
  form: fc.constantFrom('named', 'named', 'unnamed', 'miscounted'),
  outcome: fc.constantFrom(...answers),
  isTwice: fc.boolean(),
  /** True for the newest payment of its own that the gateway answered. */
  isRight: fc.boolean(),
})
export type Move = typeof anyMove extends fc.Arbitrary<infer M> ? M : never

/** Belonging together or not. */
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

/** Still open, or answered by the gateway. */
function rightPayment({ overallIds }: Players, { who, name }: Move) {
  const mine = overallIds.filter(({ owner }) => owner === who)
  const open = mine.findLast(({ tag }) => tag === null)
  const answered = mine.findLast(({ tag }) => tag !== null)
  return name === 'save-payment' ? open : (answered ?? open)
}

/** Right or forged. */
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

export interface Made extends Told {
  sent: object
}

/** Null for a move that is no call. @param body for a repeat; otherwise worked out from what the players know */
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

/** Without the work. */
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

/** So that many payments get somewhere. */
async function payWhole(players: Players, move: Move): Promise<Made | null> {
  const account = move.who + (move.id % 3)
  const honest = { ...move, whose: 'own', id: 0, amount: 0, account, form: 'named', isRight: false } as const
  await make(players, { ...honest, name: 'save-overall-payment' })
  await make(players, { ...honest, name: 'save-payment' })
  await verify(players, move.who)
  return make(players, { ...honest, name: 'payeezy' })
}
