import { later } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { testDesk } from './testing/desk.ts'

const desk = testDesk()
const minute = 60_000

/** What happened to a payment that was begun hours ago, and how many minutes ago it happened. */
interface Happened {
  attempt?: string
  posting?: string
  reversal?: { state: string; cause?: string; needsPerson?: boolean; isReturned?: boolean }
  dispute?: { state: string; needsPerson?: boolean }
  isFromBank?: boolean
  minutes?: number
}

async function happens(id: number, happened: Happened): Promise<void> {
  const { attempt, posting, reversal, dispute, isFromBank = false, minutes = 61 } = happened
  const { pool } = desk.portal.database
  const then = later(desk.clock.now(), -minutes * minute)
  await pool.query('update checkout set created_at = $2 where id = $1', [id, later(then, -120 * minute)])
  await pool.query(
    'update charge_attempt set state = coalesce($2, state), sent_at = $3, decided_at = $3 where checkout_id = $1',
    [id, attempt, then],
  )
  if (isFromBank) {
    const account = "brand = null, bank_name = 'First Hawaiian', bank_account_type = 'checking'"
    await pool.query(`update charge_attempt set ${account} where checkout_id = $1`, [id])
  }
  if (attempt === 'PROCESSING')
    await pool.query('update charge_attempt set decided_at = null where checkout_id = $1', [id])
  await pool.query('update posting set state = coalesce($2, state) where checkout_id = $1', [id, posting])
  if (dispute) {
    await pool.query(
      `insert into dispute (checkout_id, gateway, tag, amount_cents, reason, state, opened_at, needs_person)
       values ($1, 'stripe', 'dp_1', 4250, 'fraudulent', $2, $3, $4)`,
      [id, dispute.state, then, dispute.needsPerson ?? true],
    )
  }
  if (!reversal) return
  await pool.query(
    `insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind, reference,
       reason, requested_by, state, requested_at, next_try_at, cause, needs_person, failed_at)
     select checkout_id, id, transaction_tag, 'ET000001', amount_cents, 'refund', 'GZZZZZZZZZZZZZZ77', 'asked', 'ana',
       $2, $3, $3, $4, $5, $6 from charge_attempt where checkout_id = $1`,
    [
      id,
      reversal.state,
      then,
      reversal.cause ?? 'refund',
      reversal.needsPerson ?? false,
      reversal.isReturned ? then : null,
    ],
  )
}

test.each<[string, Happened, string[]]>([
  ['a payment that is paid and posted', {}, []],
  ['an outcome unknown for an hour', { attempt: 'UNKNOWN', minutes: 60 }, ['unknown']],
  ['an outcome unknown for less', { attempt: 'UNKNOWN', minutes: 59 }, []],
  ['an outcome unknown for a day', { attempt: 'ESCALATED', minutes: 0 }, ['escalated']],
  ['a payment to be posted for an hour', { posting: 'PENDING', minutes: 60 }, ['postingLate']],
  ['a payment being posted for an hour', { posting: 'POSTING', minutes: 60 }, ['postingLate']],
  ['a payment to be posted for less', { posting: 'PENDING', minutes: 59 }, []],
  ['a refused posting', { posting: 'REJECTED', minutes: 0 }, ['postingRefused']],
  ['a refused posting of a charge that was given back', { posting: 'REJECTED', attempt: 'REVERSED' }, []],
  ['a cancellation due for an hour', { posting: 'CANCEL_DUE', minutes: 60 }, ['cancellationLate']],
  ['a cancellation under way for an hour', { posting: 'CANCELLING', minutes: 60 }, ['cancellationLate']],
  ['a cancellation due for less', { posting: 'CANCEL_DUE', minutes: 59 }, []],
  ['a cancellation', { posting: 'CANCELLED' }, []],
  ['a refused cancellation', { posting: 'CANCEL_REJECTED', minutes: 0 }, ['cancellationRefused']],
  ['a refund asked for an hour ago', { reversal: { state: 'REQUESTED' }, minutes: 60 }, ['reversalLate']],
  ['a refund sent an hour ago', { reversal: { state: 'SENT' }, minutes: 60 }, ['reversalLate']],
  ['a refund unknown for an hour', { reversal: { state: 'UNKNOWN' }, minutes: 60 }, ['reversalLate']],
  ['a refund asked for just now', { reversal: { state: 'REQUESTED' }, minutes: 59 }, []],
  ['a refund', { reversal: { state: 'DONE' } }, []],
  ['a refused refund', { reversal: { state: 'REFUSED', needsPerson: true } }, ['refundRefused']],
  [
    'a refused return of a second charge',
    { reversal: { state: 'REFUSED', needsPerson: true, cause: 'secondCharge' } },
    ['reversalRefused'],
  ],
  [
    'a refund that the bank returned',
    { reversal: { state: 'REFUSED', needsPerson: true, isReturned: true } },
    ['refundFailed'],
  ],
  ['a refund that was returned and is made again', { reversal: { state: 'REFUSED', isReturned: true } }, []],
  ['an open dispute', { dispute: { state: 'OPEN' } }, ['disputeOpen']],
  ['an inquiry of the bank', { dispute: { state: 'ASKED' } }, ['disputeInquiry']],
  ['a lost dispute', { dispute: { state: 'LOST' } }, ['disputeLost']],
  [
    'a bank payment that its bank took back later',
    { dispute: { state: 'LOST' }, isFromBank: true },
    ['bankReturnedLate'],
  ],
  [
    'a bank payment that its bank returned',
    { attempt: 'RETURNED', posting: 'CANCELLED', isFromBank: true },
    ['bankReturned'],
  ],
  [
    'a bank payment without an answer for 17 days',
    { attempt: 'PROCESSING', isFromBank: true, minutes: 17 * 1440 },
    ['bankLate'],
  ],
  ['a bank payment without an answer for 9 days', { attempt: 'PROCESSING', isFromBank: true, minutes: 9 * 1440 }, []],
  [
    'a bank payment that the billing system refused before the bank has paid',
    { attempt: 'PROCESSING', posting: 'REJECTED', isFromBank: true },
    ['postingRefused'],
  ],
  [
    'a bank payment to be posted for an hour before the bank has paid',
    { attempt: 'PROCESSING', posting: 'PENDING', isFromBank: true },
    ['postingLate'],
  ],
  ['a won dispute', { dispute: { state: 'WON' } }, ['disputeWon']],
  ['a warning of fraud', { dispute: { state: 'WARNED' } }, ['fraudWarning']],
  ['a closed inquiry', { dispute: { state: 'CLOSED', needsPerson: false } }, []],
  ['a won dispute that somebody has seen', { dispute: { state: 'WON', needsPerson: false } }, []],
  ['a refused refund that somebody has settled', { reversal: { state: 'REFUSED' } }, []],
])('%s, among payments of others, needs somebody for its own reasons only', async (_, happened, reasons) => {
  const ids = [await desk.pay(), await desk.pay(), await desk.pay()]
  await desk.work()
  for (const id of ids) await happens(id, {})
  await happens(ids[1] ?? 0, happened)
  const listed = (await desk.list()).map((each) => ({ id: each.id, reasons: each.reasons }))
  expect(listed).toEqual(reasons.length === 0 ? [] : [{ id: ids[1], reasons }])
})

test('a returned payment is on the list until a person has marked it as resolved, with a reason', async () => {
  const id = await desk.pay()
  await desk.work()
  await happens(id, { attempt: 'RETURNED', posting: 'CANCELLED', isFromBank: true })
  const [listed] = await desk.list()
  const fromBank = { brand: null, bankName: 'First Hawaiian', receipt: expect.stringMatching(/^W-/) }
  expect(listed).toMatchObject({ reasons: ['bankReturned'], ...fromBank })
  expect((await desk.read(id)).actions).toEqual(['closeReturn'])
  await desk.move(id, { action: 'closeReturn', why: 'The shut-off goes on.' })
  expect(await desk.list()).toEqual([])
})

test('a payment to be posted for an hour is not hidden by one that was begun before it and charged after it', async () => {
  const ids = [await desk.pay(), await desk.pay()]
  const [begunBefore = 0, late = 0] = ids
  await desk.work()
  await happens(late, { posting: 'PENDING', minutes: 70 })
  await happens(begunBefore, { minutes: 65 })
  // A draft counts as created when its card is charged.
  await desk.portal.database.pool.query(
    `update checkout set created_at = sent_at from charge_attempt attempt where attempt.checkout_id = checkout.id`,
  )
  expect((await desk.list()).map(({ id, reasons }) => ({ id, reasons }))).toEqual([
    { id: late, reasons: ['postingLate'] },
  ])
})
