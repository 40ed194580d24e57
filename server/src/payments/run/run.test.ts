import { PauseReason } from '@portal/contract/autopay'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { acceptAgreement, endAgreement, stopAgreement } from '../agreements/agreements.ts'
import { byPortal } from '../agreements/moves.ts'
import { resumeAgreement } from '../agreements/resume.ts'
import { charged, declined, unknown } from '../testing/engine-world.ts'
import { chargeWork } from './run.ts'
import {
  accept,
  account,
  charges,
  emails,
  goTo,
  mailLeaves,
  mailed,
  notice,
  origin,
  owes,
  run,
  runOn,
  saveMethod,
  autopayTests,
} from './testing/autopay-world.ts'

const tests = autopayTests()
const byMaria = () => ({ actor: { kind: 'customer', id: tests.world.maria.webUserId, name: 'maria' } as const, origin })

describe('a bill under an agreement', () => {
  test('is noticed, charged on its day to the saved card, receipted and paid', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', on: '2026-06-20', noticed: 9_520 }])
    await runOn(world, '2026-06-19')
    expect(world.gateway.charges).toEqual([])
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toMatchObject([{ amount: 9_520, mode: 'Online', tender: { payer: 'recurring' } }])
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }])
    expect(await emails(world)).toEqual(['autopay-agreed', 'autopay-notice', 'payment-confirmation'])
    expect(world.alarms).toEqual([])
  })

  test('is charged once, however often the run and the import come again', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    for (const day of ['2026-06-20', '2026-06-21', '2026-06-22']) await runOn(world, day)
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('waits while no mail server has taken the notice, and is late without it', async () => {
    const { world } = tests
    await accept(world)
    await run(world)
    await runOn(world, '2026-06-25')
    expect(world.gateway.charges).toEqual([])
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', held: 'notice_waits' }])
    expect(await emails(world)).toContain('autopay-late')
    await mailLeaves(world)
    await runOn(world, '2026-06-26')
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED' }])
    await runOn(world, '2026-06-29')
    expect(world.gateway.charges).toEqual([])
    await runOn(world, '2026-06-30')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test.each([
    ['a credit card', 'credit', '2026-06-20', '2026-06-21'],
    ['a debit card, which needs ten days', 'debit', '2026-06-24', '2026-06-25'],
  ] as const)('noticed on 06/15 with %s is charged when the notice is old enough', async (_, funding, before, on) => {
    const { world } = tests
    world.clock.pass(14 * 24 * 3_600_000)
    await accept(world, { savedCardId: await saveMethod(world, { funding }) })
    await runOn(world, '2026-06-15')
    await mailLeaves(world)
    await runOn(world, '2026-06-16')
    if (funding === 'debit') await runOn(world, before)
    expect(world.gateway.charges).toHaveLength(0)
    await runOn(world, on)
    expect(world.gateway.charges).toHaveLength(1)
  })
})

describe('what is taken', () => {
  test('from a debit card below the customer’s range needs ten days’ notice, even when a payment took it there', async () => {
    const { world } = tests
    world.clock.pass(14 * 24 * 3_600_000)
    const range = { low: cents(5_000), high: cents(10_000) }
    await accept(world, { savedCardId: await saveMethod(world, { funding: 'debit' }), range })
    await runOn(world, '2026-06-15')
    await mailLeaves(world)
    await runOn(world, '2026-06-16')
    await owes(world, 2_000)
    await runOn(world, '2026-06-24')
    expect(world.gateway.charges).toEqual([])
    await runOn(world, '2026-06-25')
    expect(world.gateway.charges).toMatchObject([{ amount: 2_000 }])
  })

  test('is what is owed on the day, never more than the notice said: a higher bill is told again', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await owes(world, 9_521)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', noticed: 9_521, on: '2026-06-25' }])
    await mailLeaves(world)
    await runOn(world, '2026-06-25')
    expect(world.gateway.charges).toMatchObject([{ amount: 9_521 }])
  })

  test.each([
    ['less is owed', 2_000, ['PAID'], [2_000]],
    ['nothing is owed', 0, ['SKIPPED'], []],
    ['there is a credit', -500, ['SKIPPED'], []],
  ])('follows the balance: %s', async (_, owed, states, amounts) => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await owes(world, owed)
    await runOn(world, '2026-06-20')
    expect((await charges(world)).map(({ state }) => state)).toEqual(states)
    expect(world.gateway.charges.map(({ amount }) => amount)).toEqual(amounts)
  })

  test('is nothing at all above the most that was agreed, and the customer is told', async () => {
    const { world } = tests
    await accept(world, { most: cents(9_519) })
    await notice(world)
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'over_limit' }])
    expect(await emails(world)).toContain('autopay-skipped')
  })

  test.each([['cash only', { is_cash_only: true }, 'cash_only']])(
    'is nothing of an account that is %s',
    async (_, change, reason) => {
      const { world } = tests
      await accept(world)
      await notice(world)
      await tests.database.db.updateTable('cis.account').set(change).execute()
      await runOn(world, '2026-06-20')
      expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason }])
      expect(world.gateway.charges).toEqual([])
    },
  )
})

describe('a charge is not sent', () => {
  test('when the agreement ended between notice and charge', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    expect(await endAgreement(world.engine, id, 'customer', byMaria())).toBe(true)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'ended' }])
    expect(await emails(world)).toContain('autopay-ended')
  })

  test('while staff has paused it; once they take that back, it is noticed again, with its day', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    await stopAgreement(world.engine, id, 'staff')
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', held: 'paused' }])
    expect(await resumeAgreement(world.engine, id, byMaria())).toBe(false)
    await runOn(world, '2026-06-22')
    await resumeAgreement(world.engine, id, byPortal)
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', held: null, on: '2026-06-27' }])
    await notice(world)
    expect(world.gateway.charges).toEqual([])
    expect((await mailed(world, 'autopay-notice')).at(-1)?.subject).toContain('will now charge $95.20 on 06/27/2026')
    await runOn(world, '2026-06-26')
    expect(world.gateway.charges).toEqual([])
    await runOn(world, '2026-06-27')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('while the switch is off, nor from balances of an old import', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.isStopped = true
    await runOn(world, '2026-06-20')
    expect(await charges(world)).toMatchObject([{ held: 'run_stopped' }])
    world.isStopped = false
    await runOn(world, '2026-06-24', { imports: false })
    expect(await charges(world)).toMatchObject([{ held: 'stale_import' }])
    expect(world.gateway.charges).toEqual([])
    await runOn(world, '2026-06-25')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('to a removed card: the agreement is paused, and customer and finance are told', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    const now = world.clock.now()
    await tests.database.db.updateTable('saved_card').set({ removed_at: now, removed_by: 'maria' }).execute()
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
    const agreement = await tests.database.db.selectFrom('autopay_agreement').selectAll().executeTakeFirstOrThrow()
    expect(agreement).toMatchObject({ id, state: 'PAUSED', reason: 'card_removed' })
    expect(await emails(world)).toEqual(expect.arrayContaining(['autopay-paused', 'autopay-stopped']))
  })

  test('when the account is no longer the customer’s: the agreement ends', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await tests.database.db.deleteFrom('cis.account_person').execute()
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'ended' }])
  })

  test('beyond the hour’s share: it follows in the next hour', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.engine.profile.autoPay.mostPerHour = 0
    await runOn(world, '2026-06-20')
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', held: 'hour_full' }])
    expect(await tests.database.db.selectFrom('account_hold').selectAll().execute()).toEqual([])
    world.engine.profile.autoPay.mostPerHour = 1
    world.clock.pass(3_600_000)
    await run(world)
    expect(world.gateway.charges).toHaveLength(1)
  })
})

describe('a bank that declines', () => {
  test('is told the same day, tried once more after three days, then AutoPay pauses and finance is told', async () => {
    const { world } = tests
    world.gateway.answer = async () => declined(String(3_000 + world.gateway.charges.length))
    await accept(world)
    await notice(world)
    await runOn(world, '2026-06-20')
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', on: '2026-06-23', tries: 1 }])
    expect(await emails(world)).toContain('autopay-declined')
    await runOn(world, '2026-06-22')
    expect(world.gateway.charges).toHaveLength(1)
    await runOn(world, '2026-06-23')
    expect(world.gateway.charges).toHaveLength(2)
    expect(new Set(world.gateway.charges.map(({ reference }) => reference)).size).toBe(2)
    expect(await charges(world)).toMatchObject([{ state: 'FAILED', reason: 'declined_twice', tries: 2 }])
    const agreement = await tests.database.db.selectFrom('autopay_agreement').select(['state', 'reason']).execute()
    expect(agreement).toEqual([{ state: 'PAUSED', reason: 'declined_twice' }])
    expect(await emails(world)).toEqual(expect.arrayContaining(['autopay-paused', 'autopay-stopped']))
    await runOn(world, '2026-07-01')
    expect(world.gateway.charges).toHaveLength(2)
  })

  test('for good is never asked again', async () => {
    const { world } = tests
    world.gateway.answer = async () => refusing('lost_card')
    await accept(world)
    await notice(world)
    await runOn(world, '2026-06-20')
    await runOn(world, '2026-06-23')
    expect(world.gateway.charges).toHaveLength(1)
    expect(await charges(world)).toMatchObject([{ state: 'FAILED', reason: 'card_refused' }])
  })
})

/** By the bank, with this code. */
function refusing(declineCode: string) {
  const no = declined('3001')
  if (no.outcome !== 'declined') return no
  const evidence = { declineCode, adviceCode: null, networkDeclineCode: null, networkAdviceCode: null }
  return {
    ...no,
    reply: {
      ...no.reply,
      tag: String(3_000 + tests.world.gateway.charges.length),
      evidence: { ...evidence, networkTransactionId: null },
    },
  }
}

describe('a pause', () => {
  const removeMethod = async () =>
    await tests.database.pool.query("update saved_card set removed_at = now(), removed_by = 'maria'")
  const declining = (code: string) => async () => {
    tests.world.gateway.answer = async () => refusing(code)
  }
  const stopping = (why: PauseReason) => async (id: number) => await stopAgreement(tests.world.engine, id, why)
  const causes = {
    payer_asked: declining('authentication_required'),
    card_details: declining('expired_card'),
    card_refused: declining('stolen_card'),
    declined_twice: declining('insufficient_funds'),
    card_removed: removeMethod,
    // Of bank accounts: bank-accounts.test.ts has what leads to them.
    returned_twice: stopping('returned_twice'),
    bank_refused: stopping('bank_refused'),
    bank_unauthorized: stopping('bank_unauthorized'),
    bank_blocked: stopping('bank_blocked'),
    mandate_gone: stopping('mandate_gone'),
    staff: stopping('staff'),
  } satisfies Record<PauseReason, (id: number) => Promise<unknown>>

  test.each(PauseReason.options)('for %s leaves an entry in the audit log', async (why) => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    await causes[why](id)
    await runOn(world, '2026-06-20')
    await runOn(world, '2026-06-23')
    const { rows } = await tests.database.pool.query(
      "select subject, after_change from audit_entry where action = 'autopay-changed' order by id desc limit 1",
    )
    expect(rows).toEqual([{ subject: account, after_change: JSON.stringify({ state: 'PAUSED', why }) }])
  })
})

describe('a bill that was issued again', () => {
  const again = async (billId: string, amount: number) => {
    const { db } = tests.database
    await db
      .updateTable('cis.bill')
      .set({ bill_id: billId as never })
      .execute()
    await owes(tests.world, amount)
  }

  test('takes the place of the first, which is charged never', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await again('500000010002', 9_000)
    await runOn(world, '2026-06-02')
    await mailLeaves(world)
    await runOn(world, '2026-06-20')
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'bill_replaced' }, { state: 'PAID' }])
    expect(world.gateway.charges).toMatchObject([{ amount: 9_000 }])
  })

  test('after it was paid is not charged, even if more is owed', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await runOn(world, '2026-06-20')
    await again('500000010002', 20_000)
    await runOn(world, '2026-06-21')
    await mailLeaves(world)
    await runOn(world, '2026-07-01')
    expect(world.gateway.charges).toHaveLength(1)
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }, { state: 'SKIPPED', reason: 'already_charged' }])
  })
})

describe('two at once', () => {
  test('workers send one charge', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    goTo(world, '2026-06-20')
    await tests.database.db.updateTable('cis.import_run').set({ extracted_at: world.clock.now() }).execute()
    const never = new AbortController().signal
    await Promise.all([1, 2, 3, 4].map(async () => await chargeWork(world.engine).run(never)))
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('tabs turn AutoPay on once', async () => {
    const { world } = tests
    const day = { rule: 'dueDate', number: 0 } as const
    const asked = { accountId: account, savedCardId: world.cardId, day, most: null, range: null, endsOn: null }
    const words = { version: '2', text: 'We charge your card.' }
    const both = await Promise.all(
      [1, 2].map(async () => await acceptAgreement(world.engine, world.maria, { ...asked, words }, origin)),
    )
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'alreadyOn'])
  })
})

describe('an outcome that nobody knows', () => {
  test('holds account and agreement: nothing is sent again', async () => {
    const { world } = tests
    world.gateway.answer = async () => unknown
    await accept(world)
    await notice(world)
    await runOn(world, '2026-06-20')
    await runOn(world, '2026-06-25')
    expect(world.gateway.charges).toHaveLength(1)
    expect(await charges(world)).toMatchObject([{ state: 'SENT' }])
    expect(await tests.database.db.selectFrom('account_hold').select('account_id').execute()).toHaveLength(1)
  })

  test('that never left comes again the same day, and is no try', async () => {
    const { world } = tests
    world.gateway.answer = async () => ({ outcome: 'notSent', reason: 'no connection' })
    await accept(world)
    await notice(world)
    await runOn(world, '2026-06-20')
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', tries: 0 }])
    world.gateway.answer = async () => charged('4001')
    world.clock.pass(10 * 60_000)
    await run(world)
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }])
  })
})
