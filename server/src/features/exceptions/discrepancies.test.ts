import type { ReplyOf } from '@portal/contract/call'
import type { listDiscrepancies } from '@portal/contract/discrepancies'
import { type countExceptions, mostCounted } from '@portal/contract/exception-count'
import { exceptionsPageSize } from '@portal/contract/exceptions'
import { describe, expect, test } from 'vitest'
import { testDesk } from './testing/desk.ts'

const desk = testDesk()

/**
 * A finished comparison of a day, begun at that hour.
 * @returns its key
 */
async function compared(day: string, at: string): Promise<number> {
  const { rows } = await desk.portal.database.pool.query<{ id: number }>(
    `insert into reconciliation_run (day, cause, outcome, started_at, finished_at, next_try_at)
     values ($1, 'by hand', 'differs', $2, $2, $2) returning id`,
    [day, at],
  )
  return rows[0]?.id ?? 0
}

async function found(run: number, subject: string, receipt: string | null = null): Promise<void> {
  await desk.portal.database.pool.query(
    `insert into discrepancy (run_id, day, kind, subject, receipt_number, portal_cents, detail, first_seen_at, last_seen_at)
     select id, day, 'paidButNotPosted', $2, $3, 4250, 'It waits for an hour.', started_at, started_at
     from reconciliation_run where id = $1`,
    [run, subject, receipt],
  )
}

const list = async (after = 0) =>
  (await desk.ana.get(`/api/v1/exceptions/discrepancies?after=${after}`)).json<ReplyOf<typeof listDiscrepancies>>()
const settle = async (id: number, evidence: string) =>
  (await desk.ana.post(`/api/v1/exceptions/discrepancies/${id}/resolve`, { evidence })).statusCode

describe('given a day whose books differ', () => {
  test('then each difference is listed with the amounts in the books and its payment', async () => {
    const id = await desk.pay()
    const { receipt } = await desk.read(id)
    const run = await compared('2026-02-09', '2026-02-09T16:00:00.000Z')
    await found(run, receipt, receipt)
    await found(run, 'W-77', 'W-77')
    expect(await list()).toMatchObject({
      hasMore: false,
      discrepancies: [
        {
          day: '2026-02-09',
          kind: 'paidButNotPosted',
          subject: receipt,
          portal: '42.50',
          gateway: null,
          paymentId: id,
        },
        { subject: 'W-77', paymentId: null },
      ],
    })
    expect((await desk.ana.get('/api/v1/exceptions/count')).json()).toMatchObject({ discrepancies: 2 })
  })

  test('then the payment itself shows its own differences, and no longer once they are settled', async () => {
    const [id, other] = [await desk.pay(), await desk.pay()]
    const { receipt } = await desk.read(id)
    const run = await compared('2026-02-09', '2026-02-09T16:00:00.000Z')
    await found(run, receipt, receipt)
    const [open] = (await desk.read(id)).discrepancies
    expect(open).toMatchObject({ kind: 'paidButNotPosted', subject: receipt, paymentId: id })
    expect((await desk.read(other)).discrepancies).toEqual([])
    expect(await settle(open?.id ?? 0, 'Entered by hand')).toBe(200)
    expect((await desk.read(id)).discrepancies).toEqual([])
  })

  test('then a difference about a void or refund leads to its payment, too, and to no other', async () => {
    const other = await desk.pay()
    const id = await desk.pay()
    const reference = 'GVVVVVVVVVVVVVVVV'
    await desk.portal.database.pool.query(
      `insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind, reference,
         cause, reason, requested_by, state, requested_at, next_try_at)
       select checkout_id, id, transaction_tag, 'ET000001', amount_cents, 'void', $2, 'refund', 'test', 'test', 'DONE',
         sent_at, sent_at from charge_attempt where checkout_id = $1`,
      [id, reference],
    )
    const run = await compared('2026-02-09', '2026-02-09T16:00:00.000Z')
    await found(run, reference)
    await desk.portal.database.pool.query('update discrepancy set reference = subject')
    expect((await list()).discrepancies).toMatchObject([{ subject: reference, paymentId: id }])
    expect((await desk.read(id)).discrepancies).toMatchObject([{ subject: reference }])
    expect((await desk.read(other)).discrepancies).toEqual([])
  })

  test('then a full page says that there is more only when there is', async () => {
    const run = await compared('2026-02-09', '2026-02-09T16:00:00.000Z')
    for (let n = 1; n <= exceptionsPageSize; n += 1) await found(run, `W-${n}`)
    expect((await list()).hasMore).toBe(false)
    await found(run, 'W-one-more')
    const first = await list()
    expect(first.hasMore).toBe(true)
    expect(first.discrepancies).toHaveLength(exceptionsPageSize)
    const next = await list(first.discrepancies.at(-1)?.id)
    expect(next).toMatchObject({ discrepancies: [{ subject: 'W-one-more' }], hasMore: false })
  })

  test('then they are counted up to a maximum, beyond which the count says that there are more', async () => {
    const run = await compared('2026-02-09', '2026-02-09T16:00:00.000Z')
    const count = async () => (await desk.ana.get('/api/v1/exceptions/count')).json<ReplyOf<typeof countExceptions>>()
    await desk.portal.database.pool.query(
      `insert into discrepancy (run_id, day, kind, subject, detail, first_seen_at, last_seen_at)
       select id, day, 'paidButNotPosted', 'W-' || number, '', started_at, started_at
       from reconciliation_run, generate_series(1, $2::integer) as number where id = $1`,
      [run, mostCounted],
    )
    expect(await count()).toMatchObject({ discrepancies: mostCounted, isMore: false })
    await found(run, 'W-one-more')
    expect(await count()).toMatchObject({ discrepancies: mostCounted, isMore: true })
  })

  test('when a later run for the day no longer finds it, then it is off the desk', async () => {
    await found(await compared('2026-02-09', '2026-02-09T16:00:00.000Z'), 'W-77')
    await compared('2026-02-08', '2026-02-10T01:00:00.000Z')
    expect((await list()).discrepancies).toHaveLength(1)
    await compared('2026-02-09', '2026-02-10T02:00:00.000Z')
    expect((await list()).discrepancies).toEqual([])
  })

  test('when a person settles it with evidence, then only this one is off the desk, and who, when and why is recorded', async () => {
    const run = await compared('2026-02-09', '2026-02-09T16:00:00.000Z')
    for (const subject of ['W-77', 'W-78']) await found(run, subject)
    const id = (await list()).discrepancies[0]?.id ?? 0
    expect(await settle(id, '')).toBe(400)
    expect(await settle(id, 'posted by hand, batch 12')).toBe(200)
    expect(await settle(id, 'posted by hand, batch 13')).toBe(409)
    expect((await list()).discrepancies).toMatchObject([{ subject: 'W-78' }])
    const kept = await desk.portal.database.db
      .selectFrom('discrepancy')
      .select(['evidence', 'settled_by', 'settled_at'])
      .where('settled_at', 'is not', null)
      .execute()
    expect(kept).toEqual([
      {
        evidence: 'posted by hand, batch 12',
        settled_by: expect.stringMatching(/^admin/),
        settled_at: desk.clock.now(),
      },
    ])
    expect(await desk.audited()).toMatchObject([
      {
        action: 'discrepancy-settled',
        subject: 'paidButNotPosted W-77',
        after: { day: '2026-02-09', evidence: 'posted by hand, batch 12' },
      },
    ])
  })
})
