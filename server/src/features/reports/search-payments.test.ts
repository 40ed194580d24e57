import { typedDateTexts } from '@portal/contract/dates'
import { type FoundPayments, type ReportRow, reportColumns, reportsTexts } from '@portal/contract/reports'
import { mistypedReceipt } from '@portal/contract/short-number'
import { beforeEach, describe, expect, test } from 'vitest'
import { testCards } from '../../adapters/payment-gateway/testing/test-cards.ts'
import { testReports } from './testing/reports.ts'

const reports = testReports()

describe('the list of payments', () => {
  test('shows of each payment what A§3 names', async () => {
    const id = await reports.add({
      at: '2026-02-09T03:04:05.678Z',
      username: 'maria',
      accounts: ['4821007391', '4821007392'],
      amount: 12_345_00,
      tag: '777',
      authorization: 'ET000001',
    })
    expect((await reports.search()).list).toEqual([
      {
        id,
        username: 'maria',
        accountId: '4821007391',
        auth_no: 'ET000001',
        payment_date: '2026-02-09T03:04:05.678Z',
        receipt_number: 'W-777',
        count: 'MULTI-2',
        transaction_tag: '777',
        amount: '12345.00',
        pay_eezy_seq_num: expect.stringMatching(/^\d{6}$/),
        process_message: 'Transaction Normal',
        bank_response: 'Approved',
        mode: 'Online',
        fee: '0.00',
        made_by: 'Customer',
        ccb_status: '1',
        billing: 'posted',
        status: 'paid',
        brand: 'Visa',
        bankName: null,
        bankAccountType: null,
        method: 'Card',
        lastFour: '1111',
        reference: expect.stringMatching(/^G\d{16}$/),
      },
    ])
  })

  test.each([
    ['CHARGED', 'paid', /^W-/],
    ['DECLINED', 'declined', /^$/],
    ['NOT_CHARGED', 'notCharged', /^$/],
    ['INTENT', 'unconfirmed', /^$/],
    ['UNKNOWN', 'unconfirmed', /^$/],
    ['ESCALATED', 'unconfirmed', /^$/],
    ['REVERSING', 'refunding', /^W-/],
    ['REVERSED', 'refunded', /^W-/],
  ] as const)('calls a payment that is %s %s', async (state, status, receipt) => {
    await reports.add({ at: '2026-02-09T03:00:00.000Z', state })
    const { list } = await reports.search()
    expect(list[0]).toMatchObject({ status, receipt_number: expect.stringMatching(receipt) })
  })

  test('says of a payment that the billing system does not have yet that it does not, and of no other', async () => {
    await reports.add({ at: '2026-02-09T03:00:00.000Z' })
    await reports.add({ at: '2026-02-09T03:00:00.000Z', isPosted: false })
    expect((await reports.search()).list.map(({ ccb_status }) => ccb_status)).toEqual(['0', '1'])
  })

  test('leaves out payments that were begun and never charged', async () => {
    await reports.add({ at: '2026-02-09T03:00:00.000Z' })
    await reports.portal.database.pool.query(
      `insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, amount_cents, account_count, state, created_at)
       values (gen_random_uuid(), 1, gen_random_uuid(), 'draft', 'Online', 5000, 0, 'DRAFT', now())`,
    )
    expect(await reports.search()).toMatchObject({ total: 1 })
  })

  test('is empty while there is none', async () => {
    expect(await reports.search()).toEqual({
      list: [],
      pages: 0,
      processing: { payments: 0, amount: '0.00' },
      sumOnline: '0.00',
      sumPhonedin: '0.00',
      totalOnline: 0,
      totalPhonedIn: 0,
      total: 0,
      asOf: 0,
    })
  })

  test('is the same without a search', async () => {
    await reports.add({ at: '2026-02-09T03:00:00.000Z' })
    const reply = await reports.finance.get('/api/v1/transactions?page=1&size=30')
    expect(reply.json<{ result: FoundPayments }>().result).toEqual(await reports.search({ size: 30 }))
  })
})

describe('searching', () => {
  beforeEach(async () => {
    // Guam is ten hours ahead: the first is of February 8 there, the second of February 9.
    await reports.add({
      at: '2026-02-08T13:59:59.999Z',
      username: 'Maria',
      tag: '101',
      authorization: 'et000101',
      lastFour: '0042',
    })
    await reports.add({
      at: '2026-02-08T14:00:00.000Z',
      username: 'maribél'.normalize('NFC'),
      tag: '102',
      brand: 'Mastercard',
      mode: 'Phoned-In',
    })
    await reports.add({
      at: '2026-02-09T13:59:59.999Z',
      username: null,
      tag: '103',
      amount: 85_20,
      accounts: ['5000000001', '5000000002'],
    })
    await reports.add({
      at: '2026-02-09T14:00:00.000Z',
      username: 'jo%se_',
      tag: '104',
      brand: 'Discover',
      state: 'DECLINED',
      reference: 'GZ0123456789ZZZ04',
    })
  })

  describe('of a gateway whose tags nobody can read out', () => {
    const tag = 'pi_3MtwBwLkdIwHu7ix28a3tqPa'
    beforeEach(async () => {
      await reports.add({
        at: '2026-02-09T03:00:00.000Z',
        tag,
        shortNumber: 'K105-92P9',
        accounts: ['1', '2'].map(named),
      })
      await reports.add({
        at: '2026-02-09T04:00:00.000Z',
        tag: 'pi_3MtwBwLkdIwHu7ix28a3unPd',
        shortNumber: 'KW05-92PD',
        state: 'UNKNOWN',
        reference: 'SA13WD66QZB53H2MT',
      })
      // Of before there were short numbers.
      await reports.add({ at: '2026-02-09T05:00:00.000Z', tag: 'pi_earlier' })
    })
    const named = (last: string): string => `600000000${last}`

    test('the receipt in the list and in the file is ours, and the tag stays beside it', async () => {
      const { list } = await reports.search({ accountId: named('1') })
      expect(list).toMatchObject([{ receipt_number: 'W-K105-92P9', transaction_tag: tag }])
      expect(await reports.exported('?receipt=k10592p9')).toContain(`,W-K105-92P9,${tag},`)
    })

    test.each([
      ['W-K105-92P9', tag],
      ['k105 92p9', tag],
      ['wkio592p9', tag],
      ['W-KLOS-92P9-2', tag],
      [tag, tag],
      [`W-${tag}`, tag],
      [`W-${tag}-2`, tag],
      ['kw05-92pd', 'pi_3MtwBwLkdIwHu7ix28a3unPd'],
      ['SAI3 WD66 QZB5 3H2M T', 'pi_3MtwBwLkdIwHu7ix28a3unPd'],
      ['W-pi_earlier', 'pi_earlier'],
    ])('%j is found', async (receipt, found) => {
      expect((await reports.search({ receipt })).list.map((row) => row.transaction_tag)).toEqual([found])
    })

    test('a number that its check character does not fit is called mistyped, not searched for', async () => {
      const reply = await reports.finance.post('/api/v1/search-transaction', { receipt: 'W-K106-92P9' })
      expect([reply.statusCode, reply.body]).toEqual([400, expect.stringContaining(mistypedReceipt)])
    })
  })

  test.each<[object, string[]]>([
    [{}, ['104', '103', '102', '101']],
    [{ pay_date_start: '02/09/2026' }, ['104', '103', '102']],
    [{ pay_date_end: '02/09/2026' }, ['103', '102', '101']],
    [{ pay_date_start: '2/9/2026', pay_date_end: '02/09/2026' }, ['103', '102']],
    [{ pay_date_start: '01/01/1990', pay_date_end: '12/31/2090' }, ['104', '103', '102', '101']],
    [{ username: 'MARIBÉ'.normalize('NFD') }, ['102']],
    [{ receipt: 'W-102' }, ['102']],
    [{ receipt: 'w-103-2' }, ['103']],
    [{ receipt: '101' }, ['101']],
    [{ receipt: 'W-' }, []],
    [{ receipt: 'W-10' }, []],
    [{ receipt: ' gz0123456789zzz04' }, ['104']],
    [{ receipt: 'GZZZZZZZZZZZZZZ05' }, []],
    [{ credit_card: '0042' }, ['101']],
    [{ credit_card: 'mastercard' }, ['102']],
    [{ credit_card: 'Amex' }, []],
    [{ credit_card: '42' }, []],
    [{ username: 'mari' }, ['102', '101']],
    [{ username: 'MARIA' }, ['101']],
    [{ username: 'aria' }, []],
    [{ username: '%' }, []],
    [{ username: 'jo%' }, ['104']],
    [{ username: 'jo_' }, []],
    [{ username: "' or true --" }, []],
    [{ username: '\\' }, []],
    [{ mode: 'Phoned-In' }, ['102']],
    [{ mode: '' }, ['104', '103', '102', '101']],
    [{ accountId: '5000000002' }, ['103']],
    [{ accountId: '５０００-000 002' }, ['103']],
    [{ accountId: "5' or true" }, []],
    [{ auth_no: 'ET000101' }, ['101']],
    [{ auth_no: 'et000101' }, ['101']],
    [{ auth_no: 'ET0001' }, []],
    [{ amount: '85.20' }, ['103']],
    [{ amount: '$85.21' }, []],
    [{ amount: '50' }, ['104', '102', '101']],
    [{ amount: '50 to 85.20', mode: 'Online' }, ['104', '103', '101']],
    [{ amount: '85.19-60' }, []],
    [{ mode: 'Online', credit_card: 'Visa', pay_date_start: '02/09/2026' }, ['103']],
    [{ receipt: ' ', username: ' ', accountId: '' }, ['104', '103', '102', '101']],
  ])('for %j finds %j, before and after the hours are summed, in the list and in the file', async (asked, tags) => {
    const query = new URLSearchParams(
      Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
    )
    for (const isSummed of [false, true]) {
      if (isSummed) await reports.sumHours()
      const found = await reports.search(asked)
      expect(found.list.map((row) => row.transaction_tag)).toEqual(tags)
      expect(found.total).toBe(tags.length)
      const lines = (await reports.exported(`?${query.toString()}`)).trim().split('\n').slice(1)
      expect(lines.map((line) => line.split(',')[6])).toEqual(tags)
    }
  })

  test.each([
    [{ pay_date_start: '02/30/2026' }, 'pay_date_start', typedDateTexts.noSuchDate],
    [{ pay_date_start: '01/01/0000' }, 'pay_date_start', typedDateTexts.date],
    [{ pay_date_end: '2026-02-09' }, 'pay_date_end', typedDateTexts.date],
    [{ pay_date_end: 'yesterday' }, 'pay_date_end', typedDateTexts.date],
    [{ pay_date_start: '02/10/2026', pay_date_end: '02/09/2026' }, 'pay_date_end', typedDateTexts.reversedDates],
    [{ mode: 'Postal' }, 'mode', expect.any(String)],
    [{ size: 20 }, 'size', expect.any(String)],
    [{ amount: 'fifty' }, 'amount', reportsTexts.amount],
    [{ page: 0 }, 'page', expect.any(String)],
    [{ page: 1_000_001 }, 'page', expect.any(String)],
    [{ asOf: -1 }, 'asOf', expect.any(String)],
    [{ sort: 'card_holder' }, 'sort', expect.any(String)],
  ])('for %j is refused at %s', async (asked, field, message) => {
    const reply = await reports.finance.post('/api/v1/search-transaction', asked)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field, message }])
  })
})

describe('pages', () => {
  async function addMany(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      await reports.add({
        at: new Date(Date.UTC(2026, 1, 9, 0, Math.floor(number / 3))).toISOString(),
        tag: String(1000 + number),
        amount: 1000 + (number % 7),
      })
    }
  }

  async function allPages(asked: object): Promise<ReportRow[]> {
    const rows: ReportRow[] = []
    const first = await reports.search({ ...asked, size: 10 })
    expect(first.pages).toBe(4)
    for (let page = 1; page <= first.pages; page += 1) {
      rows.push(...(await reports.search({ ...asked, size: 10, page, asOf: first.asOf })).list)
    }
    return rows
  }

  test.each([
    ['desc', (a: number, b: number) => b - a],
    ['asc', (a: number, b: number) => a - b],
  ] as const)('by date %s tell every payment once, in order', async (direction, order) => {
    await addMany(34)
    const tags = (await allPages({ direction })).map((row) => Number(row.transaction_tag))
    expect(tags).toEqual(Array.from({ length: 34 }, (_, number) => 1000 + number).toSorted(order))
  })

  test.each(['asc', 'desc'])('by amount %s tell every payment once, in order', async (direction) => {
    await addMany(34)
    const rows = await allPages({ sort: 'amount', direction })
    const amounts = rows.map((row) => Number(row.amount))
    expect(amounts).toEqual(amounts.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)))
    expect(new Set(rows.map((row) => row.id)).size).toBe(34)
  })

  test('stay while payments arrive: none is repeated and none is hidden', async () => {
    await addMany(25)
    const first = await reports.search({ size: 10 })
    await reports.add({ at: '2026-02-09T23:00:00.000Z', tag: '1' })
    const second = await reports.search({ size: 10, page: 2, asOf: first.asOf })
    const tags = [...first.list, ...second.list].map((row) => Number(row.transaction_tag))
    expect(tags).toEqual(Array.from({ length: 20 }, (_, number) => 1024 - number))
    expect(second.total).toBe(25)
    expect((await reports.search()).total).toBe(26)
  })
})

describe('who made a payment', () => {
  const at = '2026-02-09T03:00:00.000Z'

  test('is told apart in the list, and can be filtered by, with the totals of what is found', async () => {
    await reports.add({ at, amount: 1_00 })
    await reports.add({ at, amount: 2_00, madeBy: 'autoPay', username: 'maria' })
    await reports.add({ at, amount: 4_00, madeBy: 'schedule', username: 'maria' })
    await reports.add({ at, amount: 8_00, mode: 'Phoned-In', username: 'clerk' })
    const all = await reports.search({})
    expect(all.list.map(({ made_by, mode }) => [made_by, mode])).toEqual([
      ['', 'Phoned-In'],
      ['Scheduled', 'Online'],
      ['AutoPay', 'Online'],
      ['Customer', 'Online'],
    ])
    for (const sums of ['live', 'summed'] as const) {
      if (sums === 'summed') await reports.sumHours()
      expect(await reports.search({ made_by: 'Customer' })).toMatchObject({ sumOnline: '1.00', total: 1 })
      expect(await reports.search({ made_by: 'AutoPay' })).toMatchObject({ sumOnline: '2.00', total: 1 })
      expect(await reports.search({ made_by: 'Scheduled' })).toMatchObject({ sumOnline: '4.00', total: 1 })
      expect(await reports.search({ made_by: 'Scheduled', username: 'maria' })).toMatchObject({ total: 1 })
      expect(await reports.search({ mode: 'Online' })).toMatchObject({ sumOnline: '7.00', total: 3 })
    }
  })

  test('is the last column of the file where the gateway keeps cards, and in no other file', async () => {
    await reports.add({ at, madeBy: 'autoPay' })
    await reports.add({ at })
    expect(await reports.exported()).not.toContain('AutoPay')
    const { paymentGateway } = reports.portal.deps
    Object.assign(paymentGateway, { savedMethods: testCards() })
    const lines = (await reports.exported('?made_by=AutoPay')).trim().split('\n')
    Object.assign(paymentGateway, { savedMethods: undefined })
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['Made By', 'AutoPay'])
  })
})

describe('the method of a payment', () => {
  const at = '2026-02-09T01:00:00.000Z'

  test('is a filter, of sums as well, whether its hour was summed or not', async () => {
    await reports.add({ at, amount: 1_00 })
    await reports.add({ at, amount: 2_00, brand: null, lastFour: '6789' })
    await reports.add({ at, amount: 4_00, brand: null, state: 'RETURNED', returned: { reason: 'funds', code: 'R01' } })
    const { list } = await reports.search({})
    expect(list.map(({ method, bankName, brand, status }) => [method, bankName, brand, status])).toEqual([
      ['Bank account', 'First Hawaiian', null, 'returned'],
      ['Bank account', 'First Hawaiian', null, 'paid'],
      ['Card', null, 'Visa', 'paid'],
    ])
    for (const sums of ['live', 'summed'] as const) {
      if (sums === 'summed') await reports.sumHours()
      expect(await reports.search({ method: 'Bank account' })).toMatchObject({ sumOnline: '2.00', total: 2 })
      expect(await reports.search({ method: 'Card' })).toMatchObject({ sumOnline: '1.00', total: 1 })
      expect(await reports.search({ method: 'Bank account', credit_card: '6789' })).toMatchObject({ total: 1 })
    }
  })

  test('what the banks have not paid yet is told beside the sums, not in them', async () => {
    await reports.add({ at, amount: 1_00, brand: null })
    await reports.add({ at, amount: 2_00, brand: null, state: 'PROCESSING', username: 'maria' })
    await reports.add({ at, amount: 4_00, brand: null, state: 'PROCESSING' })
    await reports.add({ at, amount: 8_00, brand: null, state: 'VERIFYING' })
    const found = await reports.search({})
    expect(found).toMatchObject({ sumOnline: '1.00', total: 4, processing: { payments: 2, amount: '6.00' } })
    expect(found.list.map(({ status }) => status)).toEqual(['verifying', 'processing', 'processing', 'paid'])
    const hers = { total: 1, processing: { payments: 1, amount: '2.00' } }
    expect(await reports.search({ username: 'maria' })).toMatchObject(hers)
  })

  test('and the bank stand in the file only where bank accounts pay', async () => {
    await reports.add({ at, brand: null, lastFour: '6789' })
    expect((await reports.exported()).split('\n')[0]).not.toContain('Method')
    const { profile, paymentGateway } = reports.portal.deps
    Object.assign(profile, { bankPayments: { credit: 'submission', sourceCode: 'ACH' } })
    expect((await reports.exported()).split('\n')[0]).not.toContain('Method')
    Object.assign(paymentGateway, { bankAccounts: {} })
    const [names = '', line = ''] = (await reports.exported('?method=Bank+account')).split('\n')
    Object.assign(profile, { bankPayments: null })
    Object.assign(paymentGateway, { bankAccounts: undefined })
    expect(names.split(',').slice(-2)).toEqual(['Method', 'Bank'])
    expect(line.split(',').slice(-2)).toEqual(['Bank account', 'First Hawaiian'])
  })
})

describe('the service fee of a payment', () => {
  const payment = { at: '2026-02-09T01:00:00.000Z', amount: 82_91, fee: 2_38 }

  test('is told beside what was charged, which has it, and the sums have it, too', async () => {
    await reports.add(payment)
    expect(await reports.search()).toMatchObject({ list: [{ amount: '82.91', fee: '2.38' }], sumOnline: '82.91' })
  })

  test('is a column of the file only where payers are charged one', async () => {
    await reports.add(payment)
    expect(await reports.exported()).not.toContain(reportColumns.fee)
    const { profile } = reports.portal.deps
    Object.assign(profile, { serviceFees: [{ method: 'card', channels: ['online'], basisPoints: 295 }] })
    const [names = [], line = []] = (await reports.exported()).split('\n').map((each) => each.split(','))
    Object.assign(profile, { serviceFees: [] })
    expect(line[names.indexOf(reportColumns.fee)]).toBe('2.38')
    expect(line[names.indexOf(reportColumns.amount)]).toBe('82.91')
  })
})
