import { type AutopayException, autopayExceptionKinds } from '@portal/contract/autopay-exceptions'
import { Instant } from '@portal/contract/dates'
import { exceptionsPageSize } from '@portal/contract/exceptions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { addTestAgreement, addTestCharge, noAutopay } from '../../payments/run/testing/planned.ts'
import { testClock } from '../../testing/clock.ts'

/** 02/17/2026 in Guam. */
const clock = testClock(Instant.parse('2026-02-17T01:20:00.000Z'))
const account = '4821007391'
let portal: TestApp
let finance: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock })
  finance = await portal.administrator(3)
})
beforeEach(async () => await noAutopay(portal.database.db))
afterAll(() => portal.close())

interface Listed {
  exceptions: AutopayException[]
  hasMore: boolean
}

const list = async (after?: string) =>
  (await finance.get(`/api/v1/exceptions/autopay${after ? `?after=${after}` : ''}`)).json<Listed>()
const count = async () => (await finance.get('/api/v1/exceptions/count')).json<{ autoPay: number }>().autoPay
const see = async (key: string, why = 'Called the customer') =>
  await finance.post(`/api/v1/exceptions/autopay/${key}/seen`, { why })
const paused = async (reason: string) =>
  await addTestAgreement(portal.database.db, { account, state: 'PAUSED', reason })
const add = async (charge: Parameters<typeof addTestCharge>[1]) => await addTestCharge(portal.database.db, charge)

const pastDue = { heldFor: 'run_stopped', dueOn: '2026-02-10', chargeOn: '2026-02-17' }

describe('what needs a person', () => {
  test('is a charge that failed, with the agreement that it paused, as one', async () => {
    const id = await add({ agreementId: await paused('declined_twice'), state: 'FAILED', reason: 'declined_twice' })
    expect(await list()).toEqual({
      exceptions: [
        {
          key: `failed-${id}`,
          kind: 'failed',
          accountId: account,
          reason: 'declined_twice',
          dueOn: '2026-02-20',
          amount: '95.20',
          brand: 'Visa',
          bankAccount: null,
          lastFour: '4242',
        },
      ],
      hasMore: false,
    })
    expect(await count()).toBe(1)
  })

  test('is a charge that is held back the day after its due date, and not on it', async () => {
    await add({ heldFor: 'stale_import', dueOn: '2026-02-17' })
    const id = await add({ account: '4821007392', heldFor: 'stale_import', dueOn: '2026-02-16' })
    expect((await list()).exceptions).toMatchObject([{ key: `late-${id}`, reason: 'stale_import' }])
  })

  test.each([
    ['what passes by itself: night', { heldFor: 'after_hours', dueOn: '2026-02-10' }],
    ['what passes by itself: another payment', { heldFor: 'account_held', dueOn: '2026-02-10' }],
    ['a bill that was past due already, before the day that its notice names', pastDue],
  ])('is not %s', async (_, charge) => {
    await add(charge)
    expect([(await list()).exceptions, await count()]).toEqual([[], 0])
  })

  test('is an agreement that paused by itself, once, also while its bills wait; not one that staff has paused', async () => {
    const agreementId = await paused('card_removed')
    await add({ agreementId, heldFor: 'paused', dueOn: '2026-02-10' })
    await addTestAgreement(portal.database.db, { account: '4821007392', state: 'PAUSED', reason: 'staff' })
    expect((await list()).exceptions).toMatchObject([{ key: `stopped-${agreementId}`, dueOn: null, amount: null }])
    expect(await count()).toBe(1)
  })

  test('is what a pause by staff leaves unpaid past its due date', async () => {
    await add({ agreementId: await paused('staff'), heldFor: 'paused', dueOn: '2026-02-10' })
    expect((await list()).exceptions).toMatchObject([{ kind: 'late', reason: 'paused' }])
  })

  test('is listed a page at a time, one kind after the other, each once', async () => {
    const agreementId = await addTestAgreement(portal.database.db, { account })
    for (let nth = 0; nth < exceptionsPageSize; nth += 1)
      await add({ agreementId, state: 'FAILED', reason: 'card_refused' })
    for (let nth = 0; nth < exceptionsPageSize; nth += 1)
      await add({ agreementId, heldFor: 'no_email', dueOn: `2026-02-${String(16 - (nth % 16)).padStart(2, '0')}` })
    await addTestAgreement(portal.database.db, { account: '4821007392', state: 'PAUSED', reason: 'card_removed' })
    const seen: AutopayException[] = []
    for (let page = await list(); ; page = await list(seen.at(-1)?.key)) {
      seen.push(...page.exceptions)
      if (!page.hasMore) break
    }
    expect(new Set(seen.map(({ key }) => key)).size).toBe(2 * exceptionsPageSize + 1)
    expect([...new Set(seen.map(({ kind }) => kind))]).toEqual(Object.keys(autopayExceptionKinds))
    expect(await count()).toBe(2 * exceptionsPageSize + 1)
  })
})

describe('marked as seen', () => {
  test('a failed charge leaves the list for good with the pause it made; the audit log has the reason', async () => {
    const id = await add({ agreementId: await paused('card_refused'), state: 'FAILED', reason: 'card_refused' })
    expect((await see(`failed-${id}`)).json()).toEqual({ seen: true })
    expect([(await list()).exceptions, await count()]).toEqual([[], 0])
    const entry = await portal.database.db
      .selectFrom('audit_entry')
      .select(['action', 'subject', 'after_change'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'autopay-exception-seen', subject: account })
    expect(JSON.parse(entry.after_change ?? '')).toEqual({ exception: 'failed', why: 'Called the customer' })
  })

  test('a pause is back when the agreement pauses again', async () => {
    const id = await paused('card_removed')
    await see(`stopped-${id}`)
    expect(await count()).toBe(0)
    await portal.database.pool.query("update autopay_agreement set changed_at = '2026-02-18', reason = 'payer_asked'")
    expect((await list()).exceptions).toMatchObject([{ key: `stopped-${id}`, reason: 'payer_asked' }])
  })

  test('it is so once: the second of two admins is told', async () => {
    const id = await add({ heldFor: 'no_email', dueOn: '2026-02-10' })
    expect((await see(`late-${id}`)).statusCode).toBe(200)
    const again = await see(`late-${id}`)
    expect([again.statusCode, again.json()]).toMatchObject([409, { type: '/problems/already-settled' }])
  })

  test.each([
    ['no reason', 'failed-1', '', 400],
    ['a card number', 'failed-1', 'card 4111 1111 1111 1111', 400],
    ['no such thing', 'charge-1', 'seen', 400],
  ])('with %s it is refused', async (_, key, why, status) => {
    expect((await see(key, why)).statusCode).toBe(status)
  })
})
