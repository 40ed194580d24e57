import type { ReplyOf } from '@portal/contract/call'
import { Instant } from '@portal/contract/dates'
import type { listDiscrepancies } from '@portal/contract/discrepancies'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import type { FoundDispute, GatewayEvent } from '../../adapters/payment-gateway/port-events.ts'
import { storeEvents } from '../../payments/records/gateway-events.ts'
import { dailyFinanceSummary } from './daily-summary/send-summary.ts'
import { testDesk } from './testing/desk.ts'

const desk = testDesk()
const hour = 3_600_000
let told = 0

async function tell(subject: GatewayEvent['subject'], tag: string): Promise<void> {
  told += 1
  const { db } = desk.portal.database
  await storeEvents(db, desk.portal.deps.paymentGateway.name, [{ id: `evt_${told}`, subject, tag }], desk.clock.now())
  await desk.work()
}

async function paid(): Promise<{ id: number; opened: FoundDispute }> {
  const id = await desk.pay()
  await desk.work()
  const { receipt } = await desk.read(id)
  const opened: FoundDispute = {
    chargeTag: receipt.replace('W-', ''),
    chargeReference: null,
    amount: cents(4_250),
    state: 'open',
    reason: 'product not received',
    evidenceDueAt: Instant.parse('2026-02-19T00:00:00.000Z'),
    openedAt: Instant.parse('2026-02-10T02:00:00.000Z'),
  }
  return { id, opened }
}

/** What the finance office reads of the day, a day later. */
async function financeReads(): Promise<string> {
  await desk.pass(30 * hour)
  const longAgo = Instant.parse('2026-02-01T00:00:00.000Z')
  while ((await dailyFinanceSummary(desk.portal.deps, longAgo).run(new AbortController().signal)) > 0);
  const emails = await desk.portal.database.db
    .selectFrom('email')
    .select('body_text')
    .where('kind', '=', 'finance-summary')
    .execute()
  return emails.map((email) => email.body_text).join('\n')
}

describe('given a dispute', () => {
  test('then finance sees amount, reason and due date, and cannot refund what the gateway holds', async () => {
    const { id, opened } = await paid()
    desk.partners.dispute = opened
    await tell('dispute', 'dp_1')
    expect(await desk.read(id)).toMatchObject({
      reasons: ['disputeOpen'],
      status: 'paid',
      disputes: [
        {
          status: 'OPEN',
          amount: '42.50',
          reason: 'product not received',
          openedAt: opened.openedAt,
          evidenceDueAt: opened.evidenceDueAt,
        },
      ],
      actions: [],
    })
    expect((await desk.move(id, { action: 'requestRefund', why: 'to be sure' })).status).toBe(409)
    expect((await desk.move(id, { action: 'closeDispute', why: 'too early' })).status).toBe(409)
    expect(await financeReads()).toContain('Disputed, held by the gateway: 1 charge, $42.50')
  })

  test('that is won, then a person takes it off the list, and who and why is recorded', async () => {
    const { id, opened } = await paid()
    for (const state of ['open', 'won'] as const) {
      desk.partners.dispute = { ...opened, state }
      await tell('dispute', 'dp_1')
    }
    expect(await desk.read(id)).toMatchObject({
      reasons: ['disputeWon'],
      actions: ['closeDispute', 'requestRefund'],
      disputes: [{ status: 'WON' }],
    })
    expect((await desk.move(id, { action: 'closeDispute', why: 'seen by finance' })).body.reasons).toEqual([])
    expect(await desk.audited()).toMatchObject([{ action: 'payment-settled', after: { did: 'closeDispute' } }])
    expect(await desk.history(id)).toMatch(
      /Dispute opened: \$42\.50, product not received.*Dispute won.*seen by finance/s,
    )
    expect(await financeReads()).toContain('Disputes won: 1 charge, $42.50')
  })

  test('that is lost, then the payment is refunded in all but name, and the accounts owe it again', async () => {
    const { id, opened } = await paid()
    desk.partners.dispute = { ...opened, state: 'lost' }
    await tell('dispute', 'dp_1')
    expect(await desk.read(id)).toMatchObject({
      reasons: ['disputeLost'],
      status: 'refunded',
      accounts: [{ billing: 'cancelled' }],
      actions: ['closeDispute'],
    })
  })

  test('that is lost and then won, then the payment is paid and posted again', async () => {
    const { id, opened } = await paid()
    for (const state of ['lost', 'won'] as const) {
      desk.partners.dispute = { ...opened, state }
      await tell('dispute', 'dp_1')
    }
    await desk.work()
    expect(await desk.read(id)).toMatchObject({
      reasons: ['disputeWon'],
      status: 'paid',
      accounts: [{ billing: 'posted', receipt: expect.stringMatching(/^W-\d+-1001$/) }],
    })
    expect(await desk.history(id)).toMatch(
      /Charge reversed: dispute lost.*The charge stands again: dispute won.*Waiting to be posted again: receipt W-\d+-1001.*Email queued: payment counts again.*The payment counts again/s,
    )
  })

  test('of a charge that no payment has, then it waits among the discrepancies until a person resolves it', async () => {
    const { opened } = await paid()
    desk.partners.dispute = { ...opened, chargeTag: '990001' }
    await tell('dispute', 'dp_9')
    const listed = await desk.ana.get('/api/v1/exceptions/discrepancies')
    expect(listed.json<ReplyOf<typeof listDiscrepancies>>().discrepancies).toMatchObject([
      { kind: 'disputeNotRecorded', subject: 'dp_9', gateway: '42.50', paymentId: null },
    ])
  })

  test('that is only a warning, then the payment may be refunded before more comes', async () => {
    const { id, opened } = await paid()
    desk.partners.dispute = { ...opened, amount: null, state: 'warned', evidenceDueAt: null }
    await tell('dispute', 'issfr_1')
    expect(await desk.read(id)).toMatchObject({
      reasons: ['fraudWarning'],
      actions: ['closeDispute', 'requestRefund'],
      disputes: [{ status: 'WARNED', evidenceDueAt: null }],
    })
  })
})

test('given a refund that the bank returns, then it is owed until it is made again, and finance reads both', async () => {
  const { id } = await paid()
  const asked = await desk.move(id, { action: 'requestRefund', why: 'paid twice' })
  await desk.decide(asked.body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
  await desk.work()
  desk.partners.refund = {
    chargeTag: desk.partners.reversals[0]?.tag ?? '',
    chargeReference: null,
    reference: desk.partners.reversals[0]?.reference ?? '',
    amount: cents(4_250),
    standing: cents(0),
    reason: 'closed card',
  }
  await tell('refund', 're_1')
  expect(await desk.read(id)).toMatchObject({
    reasons: ['refundFailed'],
    status: 'refundOwed',
    accounts: [{ billing: 'cancelled' }],
    actions: ['retryReversal', 'reportExternalRefund'],
  })
  expect(await desk.history(id)).toContain('Refund not received: closed card.')
  expect((await desk.move(id, { action: 'retryReversal', why: 'the payer has a new card' })).status).toBe(200)
  await desk.work()
  expect(await desk.read(id)).toMatchObject({ reasons: [], status: 'refunded' })
  const email = await financeReads()
  expect(email).toContain('Refunds: 2 charges, $85.00')
  expect(email).toContain('Refunds not received: 1 charge, $42.50')
})
