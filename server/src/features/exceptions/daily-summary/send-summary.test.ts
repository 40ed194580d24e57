import { dateIn, daysAfter, formatDate, Instant } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { home, shop, testDesk } from '../testing/desk.ts'
import { noAnswer } from '../testing/partners.ts'
import { financeSummaryCommand } from './command.ts'
import { dailyFinanceSummary, newestDay } from './send-summary.ts'

const desk = testDesk()
const hour = 3_600_000
const never = new AbortController().signal

const longAgo = Instant.parse('2020-01-01T00:00:00.000Z')

/** Work of a process that has known since then that a day is due. */
const run = async (waitsSince = longAgo) => await dailyFinanceSummary(desk.portal.deps, waitsSince).run(never)

async function emails() {
  return await desk.portal.database.db
    .selectFrom('email')
    .select(['recipient', 'subject', 'body_text', 'body_html'])
    .where('kind', '=', 'finance-summary')
    .orderBy('id')
    .execute()
}

/** The time of the next morning at seven in Guam. */
async function nextMorning(): Promise<void> {
  const now = Date.parse(desk.clock.now())
  const seven = 21 * hour
  await desk.pass((seven - (now % (24 * hour)) + 24 * hour) % (24 * hour) || 24 * hour)
}

describe('which day a summary is about', () => {
  test.each([
    ['2026-02-09T19:59:59.000Z', '2026-02-08', 'one second before six in the morning of 10 February in Guam'],
    ['2026-02-09T20:00:00.000Z', '2026-02-09', 'six in the morning of 10 February in Guam'],
    ['2026-02-28T21:00:00.000Z', '2026-02-28', 'seven in the morning of 1 March in Guam'],
  ])('at %s it is %s: %s', (now, day) => {
    expect(newestDay('Pacific/Guam', Instant.parse(now))).toBe(day)
  })
})

describe('the email to the finance office', () => {
  test('lists what was taken by mode and card, given back, unclear and waiting, and no account', async () => {
    const back = await desk.pay()
    await desk.pay([home, shop])
    await desk.work()
    const asked = await desk.move(back, { action: 'requestRefund', why: 'paid twice' })
    await desk.decide(asked.body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
    await desk.work()
    desk.partners.answer = noAnswer
    desk.partners.found = { outcome: 'unavailable', reason: 'the search is away' }
    await desk.pay([shop])
    await nextMorning()
    expect(await run()).toBe(1)
    const [email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email?.recipient).toBe(desk.portal.deps.profile.financeEmail)
    const text = email?.body_text ?? ''
    expect(text).toContain('Online | Visa | 2 | 127.50')
    expect(text).toContain('Total |  | 2 | 127.50')
    expect(text).toContain('Refunds: 1 charge, $42.50')
    expect(text).toContain('Posted to the billing system: 3 postings, $127.50')
    expect(text).toContain('Postings canceled: 1 posting, $42.50')
    expect(text).toContain('Nothing in this summary is from earlier days.')
    expect(text).toContain('Unconfirmed: 1')
    expect(text).toContain('Reconciliation: Not run yet')
    expect(text).toContain('Open exceptions\nReason | Payments\nUnconfirmed | 1')
    expect(text).toContain('/admin-dashboard?view=reports&part=exceptions')
    expect(`${email?.subject} ${text} ${email?.body_html}`).not.toMatch(/4821007391|4821007392|1111/)
  })

  test('tells what became known after the summary of its day in a later one, under that day', async () => {
    const day = dateIn('Pacific/Guam', desk.clock.now())
    desk.partners.answer = noAnswer
    const late = await desk.pay([shop])
    desk.partners.answer = null
    await nextMorning()
    await run()
    await desk.pay([home])
    const row = { reference: '', amount: cents(4_250), status: 'approved', authorization: 'ET1', at: '' } as const
    desk.partners.found = { outcome: 'found', transactions: [{ ...row, tag: '5002', kind: 'purchase' }] }
    for (let looks = 0; looks < 3; looks += 1) {
      await desk.pass(hour / 8)
      await desk.move(late, { action: 'inquire', why: 'it is a day old' })
      await desk.work()
    }
    await nextMorning()
    await run()
    const [first, second] = (await emails()).map((email) => email.body_text)
    expect(first).toContain('Nothing was charged.')
    expect(first).toContain('Unconfirmed: 1')
    expect(second).toContain('Total |  | 1 | 42.50')
    expect(second).toContain(`From earlier days
Day | Charged | Refunded | Posted | Postings canceled
${formatDate(day)} | 1, $42.50 | 0, $0.00 | 1, $42.50 | 0, $0.00
Total of this summary | 2, $85.00 | 0, $0.00 | 2, $85.00 | 0, $0.00`)
    await nextMorning()
    await run()
    expect((await emails())[2]?.body_text).toContain('Nothing in this summary is from earlier days.')
  })

  test('says what banks have not paid yet and what they returned, where bank accounts pay', async () => {
    const ids = [await desk.pay(), await desk.pay(), await desk.pay()]
    await desk.work()
    const { pool } = desk.portal.database
    for (const [nth, state] of (['PROCESSING', 'RETURNED'] as const).entries()) {
      await pool.query(
        `update charge_attempt set state = $2, brand = null, bank_name = 'First Hawaiian', bank_account_type = 'checking',
           sent_at = sent_at - interval '2 days', decided_at = case $2 when 'RETURNED' then decided_at end
         where checkout_id = $1`,
        [ids[nth], state],
      )
    }
    await nextMorning()
    await run()
    expect((await emails()).at(-1)?.body_text).not.toContain('banks')
    Object.assign(desk.portal.deps.profile, { bankPayments: { credit: 'submission', sourceCode: 'ACH' } })
    Object.assign(desk.portal.deps.paymentGateway, { bankAccounts: {} })
    await nextMorning()
    await run()
    const text = (await emails()).at(-1)?.body_text
    Object.assign(desk.portal.deps.paymentGateway, { bankAccounts: undefined })
    Object.assign(desk.portal.deps.profile, { bankPayments: null })
    expect(text).toContain('Submitted to banks, not paid yet: 1 payment, $42.50')
    expect(text).toContain('Returned by banks: None')
  })

  test('names the payouts that arrived that day, with what the gateway kept', async () => {
    const day = dateIn('Pacific/Guam', desk.clock.now())
    await desk.pay()
    await desk.portal.database.pool.query(
      `insert into payout (gateway, payout_id, arrives_on, status, amount_cents, charge_count, charge_cents, fee_cents,
         refund_cents, dispute_cents, other_cents)
       values ('stripe', 'po_1', $1, 'paid', 93067, 3, 102500, -3033, -4250, -2150, 0),
         ('stripe', 'po_2', $1, 'pending', 5000, null, null, null, null, null, null),
         ('stripe', 'po_3', $1::date + 1, 'paid', 5000, null, null, null, null, null, null)`,
      [day],
    )
    await nextMorning()
    await run()
    const text = (await emails())[0]?.body_text
    expect(text).toContain(`Payout | Status | Gross | Fees | Refunds, disputes and other | Paid to bank
po_1 | Paid | 1,025.00 | -30.33 | -64.00 | 930.67
po_2 | On its way | - | - | - | 50.00
`)
    expect(text).not.toContain('po_3')
  })

  test('counts a charge that the gateway took back by itself as taken and given back', async () => {
    const row = { reference: '', amount: cents(4_250), status: 'approved', authorization: 'ET1', at: '' } as const
    const taken = { ...row, tag: '5001', kind: 'purchase' } as const
    desk.partners.answer = noAnswer
    desk.partners.found = { outcome: 'found', transactions: [taken, { ...row, tag: '95001', kind: 'void' }] }
    await desk.pay()
    for (let looks = 0; looks < 3; looks += 1) {
      await desk.pass(hour / 8)
      await desk.work()
    }
    await nextMorning()
    await run()
    const text = (await emails())[0]?.body_text
    expect(text).toContain('Online | Visa | 1 | 42.50')
    expect(text).toContain('Refunds: 1 charge, $42.50')
    expect(text).toContain('Charges without a payment, included above: 1 charge, $42.50')
    expect(text).toContain('Refunds of charges without a payment, included above: 1 charge, $42.50')
    await nextMorning()
    await run()
    expect((await emails())[1]?.body_text).toContain('Refunds: None')
  })

  test('lists the payments of its day, and of no other', async () => {
    await desk.pay([home])
    await nextMorning()
    await desk.pay([home, shop])
    for (const taken of ['Total |  | 1 | 42.50', 'Total |  | 1 | 85.00', 'Nothing was charged.']) {
      await run()
      expect((await emails()).at(-1)?.body_text).toContain(taken)
      await nextMorning()
    }
  })

  test('is not sent before there was a payment', async () => {
    await nextMorning()
    expect(await run()).toBe(0)
    await desk.pay()
    expect(await run()).toBe(0)
    await nextMorning()
    expect(await run()).toBe(1)
  })

  test('is sent once a day, however many processes try at the same moment', async () => {
    await desk.pay()
    await nextMorning()
    expect((await Promise.all([run(), run(), run()])).toSorted((one, other) => one - other)).toEqual([0, 0, 1])
    expect(await run()).toBe(0)
    expect(await emails()).toHaveLength(1)
  })

  test('is sent later for days that were missed, up to a week', async () => {
    await desk.pay()
    await nextMorning()
    await run()
    await desk.pass(3 * 24 * hour)
    while ((await run()) > 0);
    expect(await emails()).toHaveLength(4)
    const day = dateIn('Pacific/Guam', desk.clock.now())
    await desk.pay()
    await desk.pass(30 * 24 * hour)
    while ((await run()) > 0);
    const all = await emails()
    expect(all).toHaveLength(11)
    // The day of that payment gets no summary of its own anymore.
    const telling = all.map((email) => /^\d{2}\/\d{2}\/\d{4} \| .*/m.exec(email.body_text)?.[0])
    const line = `${formatDate(day)} | 1, $42.50 | 0, $0.00 | 0, $0.00 | 0, $0.00`
    expect(telling.map((each) => each ?? '')).toEqual(['', '', '', '', line, '', '', '', '', '', ''])
  })

  test.each([
    ['due', 0],
    ['running', 0],
    ['unavailable', 1],
    ['agreed', 1],
    ['differs', 1],
  ])(
    'by a process that has just started, while the comparison of its books is %s: %d emails',
    async (outcome, sent) => {
      await desk.pay()
      const day = dateIn('Pacific/Guam', desk.clock.now())
      await nextMorning()
      const now = desk.clock.now()
      await desk.portal.database.pool.query(
        `insert into reconciliation_run (day, cause, outcome, started_at, next_try_at) values ($1, 'daily', $2, $3, $3)`,
        [day, outcome, now],
      )
      expect(await run(now)).toBe(sent)
    },
  )

  test('waits for the comparison of its books for an hour at most', async () => {
    await desk.pay()
    await nextMorning()
    const now = desk.clock.now()
    expect(await run(now)).toBe(0)
    await desk.pass(hour)
    expect(await run(now)).toBe(1)
  })

  test('waits for that after an outage of the database, too, through which the process ran', async () => {
    await desk.pay()
    const work = dailyFinanceSummary(desk.portal.deps)
    expect(await work.run(never)).toBe(0)
    await desk.pass(3 * 24 * hour)
    expect(await work.run(never)).toBe(0)
    await desk.pass(hour)
    expect([await work.run(never), await work.run(never)]).toEqual([1, 1])
  })

  test("continues after a machine's clock was far ahead", async () => {
    await desk.pay()
    await nextMorning()
    await desk.pass(400 * 24 * hour)
    while ((await run()) > 0);
    await desk.pass(-400 * 24 * hour)
    expect(await run()).toBe(1)
  })
})

describe('portal finance-summary', () => {
  async function command(...words: string[]) {
    let text = ''
    const code = await financeSummaryCommand(words, {
      open: () => ({ deps: desk.portal.deps, close: async () => undefined }),
      write: (more) => void (text += more),
    })
    return { code, text }
  }

  test.each([[[]], [['--date', '2026-02-30']], [['--day', '2026-02-10']]])(
    'written as %j says how it is used',
    async (words) => {
      const { code, text } = await command(...words)
      expect([code, text.includes('portal finance-summary --date YYYY-MM-DD')]).toEqual([2, true])
    },
  )

  test('does not say that nothing needs attention while the books differ', async () => {
    const asked = ['--date', '2026-02-10'] as const
    await nextMorning()
    expect((await command(...asked)).text).toContain('\nNo open exceptions.')
    await desk.portal.database.pool.query(
      `with run as (
         insert into reconciliation_run (day, cause, outcome, started_at, finished_at, next_try_at)
         values ('2026-02-10', 'by hand', 'differs', now(), now(), now()) returning id, day)
       insert into discrepancy (run_id, day, kind, subject, detail, first_seen_at, last_seen_at)
       select id, day, 'paidButNotPosted', 'W-77', 'It waits.', now(), now() from run`,
    )
    expect((await command(...asked)).text).toContain('\nNo open exceptions besides the discrepancies above.')
  })

  test('prints a day, and sends it again on request', async () => {
    await nextMorning()
    const { code, text } = await command('--date', '2026-02-10')
    expect(code).toBe(0)
    expect(text).toContain('Payments on 02/10/2026')
    expect(text).toContain('It is not the day’s summary. Do not add it to other summaries.')
    expect(await emails()).toEqual([])
    expect((await command('--date', '2026-02-10', '--send')).text).toContain('Queued for')
    expect(await emails()).toHaveLength(1)
  })

  test('prints what the e-mail of a day said, whatever has become of its payments since, and says that it is sent again', async () => {
    const day = dateIn('Pacific/Guam', desk.clock.now())
    const id = await desk.pay()
    await desk.work()
    desk.partners.answer = noAnswer
    await desk.pay([shop])
    await nextMorning()
    await run()
    const [mail] = await emails()
    await desk.portal.database.pool.query("update charge_attempt set state = 'NOT_CHARGED' where state <> 'CHARGED'")
    const asked = await desk.move(id, { action: 'requestRefund', why: 'paid twice' })
    await desk.decide(asked.body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })
    await desk.work()
    const figures = (text = '') => text.slice(0, text.indexOf('Reconciliation'))
    const { text } = await command('--date', day)
    expect(figures(text)).toBe(figures(mail?.body_text))
    expect(figures(text)).toContain('Unconfirmed: 1')
    await command('--date', day, '--send')
    expect((await emails())[1]?.body_text).toContain('This summary was sent before')
  })

  test('covers the current day, but no day that has not begun', async () => {
    const { profile, clock } = desk.portal.deps
    const today = dateIn(profile.timeZone, clock.now())
    const tomorrow = daysAfter(today, 1)
    expect(await command('--date', today)).toMatchObject({ code: 0 })
    expect(await command('--date', tomorrow)).toEqual({
      code: 2,
      text: `${tomorrow} is in the future (Pacific/Guam).\n`,
    })
  })
})
