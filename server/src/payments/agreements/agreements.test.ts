import { CalendarDate } from '@portal/contract/dates'
import { BillId } from '@portal/contract/ids'
import { describe, expect, test } from 'vitest'
import { addTestBill } from '../../adapters/billing-system/ledger/testing/ledger-bills.ts'
import {
  accept,
  account,
  autopayTests,
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
} from '../run/testing/autopay-world.ts'
import { declined } from '../testing/engine-world.ts'
import { acceptAgreement, changeAgreement, endAgreement, stopAgreement } from './agreements.ts'
import { reminderWork } from './reminders.ts'
import { resumeAgreement } from './resume.ts'

const tests = autopayTests()
const byMaria = () => ({ actor: { kind: 'customer', id: tests.world.maria.webUserId, name: 'maria' } as const, origin })
const onDueDate = { rule: 'dueDate', number: 0 } as const
const terms = () => ({ savedCardId: tests.world.cardId, day: onDueDate, most: null, range: null })

async function agreements() {
  return await tests.database.db
    .selectFrom('autopay_agreement')
    .select(['state', 'reason', 'session_id as session', 'accepted_from as from'])
    .orderBy('id')
    .execute()
}

/** Of a planned charge. */
async function lastEvent() {
  const { rows } = await tests.database.pool.query<{ from: string; to: string; why: string }>(
    `select from_state as "from", to_state as "to", detail ->> 'why' as why from plan_event
      where planned_charge_id is not null order by id desc limit 1`,
  )
  return rows[0]
}

describe('an agreement', () => {
  test('keeps its words, and who accepted them from where; the copy is mailed', async () => {
    const { world } = tests
    await accept(world)
    expect(await agreements()).toEqual([{ state: 'ACTIVE', reason: null, session: 7, from: origin.clientAddress }])
    const { rows } = await tests.database.pool.query('select version, words from autopay_words')
    expect(rows).toEqual([{ version: '2', words: 'We charge your card for each bill.' }])
    const email = await tests.database.db.selectFrom('email').select('body_text').executeTakeFirstOrThrow()
    expect(email.body_text).toContain('We charge your card for each bill.')
    const { rows: audited } = await tests.database.pool.query(
      "select actor from audit_entry where action = 'autopay-changed'",
    )
    expect(audited.at(-1)).toEqual({ actor: 'maria' })
  })

  test.each([
    ['of another person', 'update gateway_customer set web_user_id = null'],
    ['of the other mode', 'update gateway_customer set is_live = true'],
    ['that was removed', "update saved_card set removed_at = now(), removed_by = 'maria'"],
  ])('is not accepted with a card %s', async (_, change) => {
    const { world } = tests
    await tests.database.pool.query(change)
    const words = { version: '2', text: 'We charge your card.' }
    const asked = { ...terms(), accountId: account, endsOn: null, words }
    expect(await acceptAgreement(world.engine, world.maria, asked, origin)).toEqual({ outcome: 'cardUnusable' })
    expect(await agreements()).toEqual([])
  })

  test('ends for good, and another one takes the bill over that it left', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    await endAgreement(world.engine, id, 'customer', byMaria())
    expect(await endAgreement(world.engine, id, 'customer', byMaria())).toBe(false)
    expect(await resumeAgreement(world.engine, id, byMaria())).toBe(false)
    await accept(world)
    await run(world)
    await mailLeaves(world)
    await runOn(world, '2026-06-02')
    await runOn(world, '2026-06-20')
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }])
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('ends after its last day, and when the registration is gone', async () => {
    const { world } = tests
    await accept(world, { endsOn: CalendarDate.parse('2026-06-19') })
    await notice(world)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
    await accept(world)
    await runOn(world, '2026-06-21')
    await tests.database.pool.query('delete from web_user')
    await runOn(world, '2026-07-01')
    expect(await agreements()).toMatchObject([
      { state: 'ENDED', reason: 'end_date' },
      { state: 'ENDED', reason: 'deleted' },
    ])
    expect(world.gateway.charges).toEqual([])
  })

  test('is paused after two declines until another card is chosen; the next bill is charged to that', async () => {
    const { world } = tests
    const id = await accept(world)
    await stopAgreement(world.engine, id, 'declined_twice')
    expect(await agreements()).toMatchObject([{ state: 'PAUSED', reason: 'declined_twice' }])
    const savedCardId = await saveMethod(world, {})
    expect(await changeAgreement(world.engine, world.maria, id, { ...terms(), savedCardId }, origin)).toBe(true)
    expect(await agreements()).toMatchObject([{ state: 'ACTIVE', reason: null }])
    await notice(world)
    await runOn(world, '2026-06-20')
    const attempt = await tests.database.db
      .selectFrom('charge_attempt')
      .select('saved_card_id')
      .executeTakeFirstOrThrow()
    expect(attempt.saved_card_id).toBe(savedCardId)
    expect(await emails(world)).toEqual(expect.arrayContaining(['autopay-paused', 'autopay-resumed']))
  })

  test('with another card or day is noticed again before it is charged', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    const day = { rule: 'daysBefore', number: 5 } as const
    const savedCardId = await saveMethod(world, { funding: 'debit' })
    await changeAgreement(world.engine, world.maria, id, { ...terms(), savedCardId, day }, origin)
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', on: '2026-06-15' }])
    expect(await lastEvent()).toEqual({ from: 'NOTIFIED', to: 'PLANNED', why: 'changed' })
    await notice(world)
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', on: '2026-06-15', noticed: 9_520 }])
  })
})

describe('an agreement that ends while its charge is going through', () => {
  test.each([
    ['declines it', declined('3001'), 'DECLINED', 'autopay-declined', /AutoPay is not on for this account now/],
    [
      'never gets it',
      { outcome: 'notSent', reason: 'no way out' },
      'NOTIFIED',
      'autopay-skipped',
      /AutoPay has ended, and we charged nothing/,
    ],
  ] as const)(
    'says so; when the bank %s, nothing is charged again, and the customer is told',
    async (_, answer, from, template, words) => {
      const { world } = tests
      const id = await accept(world)
      await notice(world)
      world.gateway.answer = async () => {
        await endAgreement(world.engine, id, 'customer', byMaria())
        return answer
      }
      await runOn(world, '2026-06-20')
      expect(await mailed(world, 'autopay-ended')).toMatchObject([
        { text: expect.stringMatching(/A charge that began before is still going through/) },
      ])
      for (const day of ['2026-06-20', '2026-06-21', '2026-06-23', '2026-06-24']) await runOn(world, day)
      expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'ended' }])
      expect(await lastEvent()).toEqual({ from, to: 'SKIPPED', why: 'ended' })
      expect(world.gateway.charges).toHaveLength(1)
      expect(await mailed(world, template)).toMatchObject([{ text: expect.stringMatching(words) }])
    },
  )

  test('says so when staff pause it, too', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    world.gateway.answer = async () => {
      await stopAgreement(world.engine, id, 'staff')
      return declined('3001')
    }
    await runOn(world, '2026-06-20')
    expect(await mailed(world, 'autopay-paused')).toMatchObject([
      { text: expect.stringMatching(/A charge that began before is still going through/) },
    ])
  })
})

describe('the history of a charge says where it came from', () => {
  test.each([
    ['before its notice', run, 'PLANNED'],
    ['after its notice', notice, 'NOTIFIED'],
  ])('when its agreement ends %s', async (_, until, from) => {
    const { world } = tests
    const id = await accept(world)
    await until(world)
    await endAgreement(world.engine, id, 'customer', byMaria())
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'ended' }])
    expect(await lastEvent()).toEqual({ from, to: 'SKIPPED', why: 'ended' })
  })
})

describe('the words of an agreement', () => {
  const newer = () =>
    Object.assign(tests.world.engine.profile, { agreementWords: { version: '3', text: 'New: {account}.' } })
  const told = async () =>
    (await tests.database.db.selectFrom('email').select(['kind', 'body_text as text']).orderBy('id').execute()).filter(
      ({ kind }) => kind === 'autopay-words' || kind === 'autopay-notice' || kind === 'autopay-reminder',
    )

  test('that have changed are mailed once, before the notice of the first charge under them', async () => {
    const { world } = tests
    await accept(world)
    newer()
    await notice(world)
    expect(await told()).toMatchObject([{ kind: 'autopay-words' }, { kind: 'autopay-notice' }])
    expect((await told())[0]?.text).toContain(`New: ${account}.`)
    await owes(world, 10_000)
    await runOn(world, '2026-06-20')
    expect((await told()).map(({ kind }) => kind)).toEqual(['autopay-words', 'autopay-notice', 'autopay-notice'])
  })

  test('are mailed again after a year, once, and not of one that is paused or ended', async () => {
    const { world } = tests
    const id = await accept(world)
    await tests.database.pool.query('delete from cis.bill')
    const remind = async () => await reminderWork(world.engine).run(new AbortController().signal)
    goTo(world, '2027-05-31')
    await remind()
    expect(await told()).toEqual([])
    goTo(world, '2027-06-02')
    await Promise.all([remind(), remind()])
    await remind()
    expect(await told()).toMatchObject([{ kind: 'autopay-reminder' }])
    await stopAgreement(world.engine, id, 'staff')
    goTo(world, '2028-06-03')
    await remind()
    expect(await told()).toHaveLength(1)
  })

  test('that have changed by then are what is mailed, and a customer without an address does not stop others', async () => {
    const { world } = tests
    await accept(world)
    newer()
    goTo(world, '2027-06-02')
    await tests.database.pool.query('update cis.person set email_address = null')
    const work = reminderWork(world.engine)
    expect(await work.run(new AbortController().signal)).toBe(1)
    expect(await work.run(new AbortController().signal)).toBe(0)
    await tests.database.pool.query("update cis.person set email_address = 'maria@example.com'")
    goTo(world, '2027-06-04')
    await work.run(new AbortController().signal)
    expect(await told()).toMatchObject([{ kind: 'autopay-words' }])
  })
})

describe('a customer who cannot be told', () => {
  test.each([
    ['without an address', 'update cis.person set email_address = null', 'no_email', 'No email address'],
    ['whose mail server refuses', 'update email set refused_at = now()', 'notice_refused', 'Notice rejected'],
  ])('%s is not charged, and finance hears of it once, in words', async (_, change, held, words) => {
    const { world } = tests
    await accept(world)
    await run(world)
    await tests.database.pool.query(change)
    await runOn(world, '2026-06-20')
    await runOn(world, '2026-06-22')
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', held }])
    const { rows } = await tests.database.pool.query("select body_text from email where kind = 'autopay-stopped'")
    expect(rows).toEqual([{ body_text: expect.stringContaining(`Reason: ${words}\n`) }])
    expect(world.gateway.charges).toEqual([])
  })
})

describe('a run that comes late', () => {
  test('charges the older of two bills first, and the newer after a notice of its own', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    const next = { account, billId: BillId.parse('500000010002'), billDate: '2026-06-25', dueDate: '2026-07-15' }
    await addTestBill(tests.database.db, { ...next, charges: 4_000 })
    await runOn(world, '2026-06-25')
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }, { state: 'PLANNED', held: 'earlier_bill' }])
    expect(world.gateway.charges).toHaveLength(1)
    await owes(world, 4_000)
    await tests.database.pool.query('delete from cis.portal_payment')
    await tests.database.pool.query("update posting set state = 'POSTED'")
    await runOn(world, '2026-06-26')
    await mailLeaves(world)
    await runOn(world, '2026-07-15')
    expect(world.gateway.charges.map(({ amount }) => amount)).toEqual([9_520, 4_000])
  })

  test('by weeks tells the customer again first', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await runOn(world, '2026-07-01')
    expect(world.gateway.charges).toEqual([])
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', on: '2026-07-06' }])
    await mailLeaves(world)
    await runOn(world, '2026-07-06')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('does not charge a card of the gateway’s other mode', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await tests.database.pool.query('update gateway_customer set is_live = true')
    await runOn(world, '2026-06-20')
    expect(await charges(world)).toMatchObject([{ held: 'other_gateway' }])
    expect(world.gateway.charges).toEqual([])
  })
})
