import { arrearsOf, balanceOf } from '@portal/contract/aged-debt'
import { CalendarDate, instantOf } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../database/connect.ts'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import { type BillingPayment, type BillingSystem, BillingSystemDown } from '../port.ts'
import { ledgerBilling } from './ledger.ts'
import { addTestAccount } from './testing/ledger.ts'

let database: TestDatabase
let billing: BillingSystem

beforeAll(async () => {
  database = await createTestDatabase()
  billing = ledgerBilling(database.db, 'GWA')
})
afterAll(() => database.drop())

const number = (text: string) => AccountNumber.parse(text)
const payment = (receipt: string, account: string, amount: number): BillingPayment => ({
  receipt: ReceiptNumber.parse(receipt),
  accountId: number(account),
  amount: cents(amount),
  source: 'CCV',
  method: 'PG001',
  authorization: 'ET1234',
  paidAt: instantOf(Date.UTC(2026, 0, 31, 20)),
  payDate: CalendarDate.parse('2026-02-01'),
})

const serviceLocation = '7 Water Lane Unit 2, Tamuning, GU, 96913'

async function balanceOn(account: string): Promise<number | undefined> {
  const [standing] = await billing.balances([number(account)])
  return standing && balanceOf(standing.debt)
}

describe('finding an account', () => {
  test('returns its main customer, service location and mailing address', async () => {
    await addTestAccount(database.db, { account: '1000000001', fullName: 'Cruz, Maria', isCashOnly: true })
    expect(await billing.findAccount(number('1000000001'))).toEqual({
      accountId: '1000000001',
      division: 'GWA',
      customerClass: 'RESID',
      isActive: true,
      isCashOnly: true,
      serviceLocation,
      person: { personId: '1000000001', fullName: 'Cruz, Maria', isBusiness: false, emailAddress: 'maria@example.com' },
      mailing: {
        source: 'PER',
        address1: '12 Home Street',
        address2: null,
        city: 'Tamuning',
        state: 'GU',
        postal: '96913',
        country: 'USA',
      },
    })
  })

  test.each([
    { account: '1000000002', source: 'PER', street: '12 Home Street', postal: '96929' },
    { account: '1000000003', source: 'PREM', street: '7 Water Lane, Unit 2', postal: '96929' },
    { account: '1000000004', source: 'ACOV', street: 'PO Box 99', postal: '96932' },
  ] as const)('sends bills of source $source to $street', async ({ account, source, street, postal }) => {
    await addTestAccount(database.db, { account, source, postal: '96929' })
    const found = await billing.findAccount(number(account))
    expect(found?.mailing).toMatchObject({ source, address1: street, postal })
  })

  test('finds nothing for a number of another division or of nobody', async () => {
    await addTestAccount(database.db, { account: '1000000005' })
    expect(await ledgerBilling(database.db, 'XYZ').findAccount(number('1000000005'))).toBeNull()
    expect(await billing.findAccount(number('1999999999'))).toBeNull()
  })

  test('returns an account whose service agreements are all closed as not active', async () => {
    await addTestAccount(database.db, { account: '1000000006', status: '60' })
    expect(await billing.findAccount(number('1000000006'))).toMatchObject({ isActive: false })
  })

  test('finds many at once and leaves out those that do not exist', async () => {
    for (const account of ['1000000007', '1000000008']) await addTestAccount(database.db, { account })
    const asked = ['1000000008', '1999999999', '1000000007'].map(number)
    const found = await billing.findAccounts(asked)
    expect(found.map((each) => each.accountId).toSorted()).toEqual(['1000000007', '1000000008'])
    expect(found).toContainEqual(await billing.findAccount(number('1000000007')))
    expect(await ledgerBilling(database.db, 'XYZ').findAccounts(asked)).toEqual([])
  })
})

describe('the balances of accounts', () => {
  test('are returned for many accounts at once, without those that do not exist', async () => {
    await addTestAccount(database.db, { account: '2000000001', balance: 5000, arrears: 2000, dueDate: '2026-03-01' })
    await addTestAccount(database.db, { account: '2000000002', balance: -300, dueDate: null, isCashOnly: true })
    await addTestAccount(database.db, { account: '2000000003', status: '60', customerClass: 'COM' })
    const asked = ['2000000001', '2999999999', '2000000002', '2000000003'].map(number)
    const answered = await billing.balances(asked)
    const nothing = { days30: 0, days60: 0, days90: 0, older: 0 }
    const same = { customerClass: 'RESID', isActive: true, isCashOnly: false, serviceLocation }
    expect(answered.toSorted((one, other) => one.accountId.localeCompare(other.accountId))).toMatchObject([
      {
        ...same,
        accountId: '2000000001',
        debt: { ...nothing, newCharges: 3000, days30: 2000 },
        latestBill: { billId: '200000000101', billDate: '2026-01-31', dueDate: '2026-03-01', total: 5000 },
      },
      { ...same, accountId: '2000000002', isCashOnly: true, debt: { ...nothing, newCharges: -300 }, latestBill: null },
      { ...same, accountId: '2000000003', isActive: false, customerClass: 'COM' },
    ])
  })

  test('are not returned for an account of another division', async () => {
    await addTestAccount(database.db, { account: '2000000004' })
    expect(await ledgerBilling(database.db, 'XYZ').balances([number('2000000004')])).toEqual([])
  })

  test.each([
    { account: '2000000011', paid: 1500, balance: 3500, arrears: 500 },
    { account: '2000000012', paid: 3000, balance: 2000, arrears: 0 },
    { account: '2000000013', paid: 6000, balance: -1000, arrears: 0 },
  ])('a payment of $paid lowers the oldest debt first', async ({ account, paid, balance, arrears }) => {
    await addTestAccount(database.db, { account, balance: 5000, arrears: 2000 })
    await billing.recordPayment(payment(`W-${account.slice(-4)}`, account, paid))
    const [standing] = await billing.balances([number(account)])
    expect(standing && [balanceOf(standing.debt), arrearsOf(standing.debt)]).toEqual([balance, arrears])
  })
})

describe('recording a payment', () => {
  test('accepts the same receipt once, however often and however concurrently it comes', async () => {
    await addTestAccount(database.db, { account: '3000000001', balance: 5000 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => billing.recordPayment(payment('W-31', '3000000001', 1000))),
    )
    expect(answers[0]).toMatchObject({ outcome: 'recorded', billingReference: expect.stringMatching(/^\d{12}$/) })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await balanceOn('3000000001')).toBe(4000)
  })

  test('rejects a receipt that comes again with another amount or account', async () => {
    await addTestAccount(database.db, { account: '3000000002' })
    await addTestAccount(database.db, { account: '3000000003' })
    await billing.recordPayment(payment('W-32', '3000000002', 1000))
    for (const other of [payment('W-32', '3000000002', 1001), payment('W-32', '3000000003', 1000)])
      expect(await billing.recordPayment(other)).toEqual({
        outcome: 'rejected',
        reason: 'Receipt W-32 is recorded with another account or amount',
      })
  })

  test('rejects an account that does not exist, and an amount of zero', async () => {
    expect(await billing.recordPayment(payment('W-33', '3999999999', 1000))).toEqual({
      outcome: 'rejected',
      reason: 'Account 3999999999 not found',
    })
    expect(await billing.recordPayment(payment('W-34', '3000000002', 0))).toMatchObject({ outcome: 'rejected' })
  })

  test('is found by its receipt', async () => {
    const recorded = await billing.recordPayment(payment('W-35-2', '3000000002', 1234))
    expect(recorded.outcome).toBe('recorded')
    expect(await billing.findPayment(ReceiptNumber.parse('W-35-2'))).toEqual({
      billingReference: recorded.outcome === 'recorded' ? recorded.billingReference : '',
      amount: 1234,
      isCancelled: false,
    })
    expect(await billing.findPayment(ReceiptNumber.parse('W-36'))).toBeNull()
  })
})

describe('a payment that is only in the imported extract', () => {
  test('is found there, and recording it again does not lower the balance twice', async () => {
    await addTestAccount(database.db, { account: '4000000001', balance: 5000 })
    const segment = {
      account_id: number('4000000001'),
      bill_id: null,
      parent_id: '500000000001',
      transaction_type: 'PS' as const,
      arrears_date: CalendarDate.parse('2026-01-20'),
      accounting_date: CalendarDate.parse('2026-01-20'),
      external_reference: 'W-41',
    }
    const amounts = [
      { transaction_id: '600000000001', agreement_id: '4000000001', cents: cents(-700) },
      { transaction_id: '600000000002', agreement_id: '4000000002', cents: cents(-300) },
    ]
    await database.db
      .insertInto('cis.financial_transaction')
      .values(
        amounts.map(({ cents: amount, ...ids }) => ({
          ...segment,
          ...ids,
          current_cents: amount,
          total_cents: amount,
        })),
      )
      .execute()
    await database.db
      .insertInto('cis.import_run')
      .values({
        run_id: 'R1',
        division: 'GWA',
        as_of: CalendarDate.parse('2026-01-31'),
        extracted_at: instantOf(0),
        started_at: instantOf(0),
        finished_at: instantOf(0),
        outcome: 'imported',
        reason: null,
        rows_loaded: '{}',
        quarantined: 0,
        is_live: true,
      })
      .execute()
    expect(await billing.findPayment(ReceiptNumber.parse('W-41'))).toEqual({
      billingReference: '600000000001',
      amount: 1000,
      isCancelled: false,
    })
    expect(await billing.recordPayment(payment('W-41', '4000000001', 1000))).toMatchObject({ outcome: 'recorded' })
    expect(await balanceOn('4000000001')).toBe(5000)
  })
})

describe('a payment whose charge was given back', () => {
  const cancelling = (receipt: string) =>
    billing.cancelPayment({
      receipt: ReceiptNumber.parse(receipt),
      reason: 'asked for by the customer',
      cancelledAt: instantOf(Date.UTC(2026, 2, 9)),
      cancelDate: CalendarDate.parse('2026-03-09'),
    })

  test('is cancelled once, however often that is requested: the account owes the amount again', async () => {
    await addTestAccount(database.db, { account: '6000000001', balance: 9000 })
    await billing.recordPayment(payment('W-61', '6000000001', 2500))
    await billing.recordPayment(payment('W-62', '6000000001', 500))
    expect(await balanceOn('6000000001')).toBe(6000)
    expect(await cancelling('W-61')).toEqual({ outcome: 'cancelled' })
    expect(await cancelling('W-61')).toEqual({ outcome: 'cancelled' })
    expect(await balanceOn('6000000001')).toBe(8500)
    expect(await billing.findPayment(ReceiptNumber.parse('W-61'))).toMatchObject({ amount: 2500, isCancelled: true })
    expect(await billing.findPayment(ReceiptNumber.parse('W-62'))).toMatchObject({ amount: 500, isCancelled: false })
  })

  test('stays in the history of the account with its cancellation, and is no longer a payment of its day', async () => {
    const shown = (await billing.payments(number('6000000001'), 10)).filter(({ receipt }) => receipt === 'W-61')
    expect(shown.map(({ type, amount }) => ({ type, amount }))).toEqual([
      { type: 'PX', amount: 2500 },
      { type: 'PS', amount: -2500 },
    ])
    const receipts: string[] = []
    for await (const { receipt } of billing.paymentsOn(payment('W-62', '6000000001', 500).payDate))
      receipts.push(receipt)
    expect(receipts).toContain('W-62')
    expect(receipts).not.toContain('W-61')
  })

  test('must be one that is recorded here', async () => {
    expect(await cancelling('W-69')).toEqual({
      outcome: 'rejected',
      reason: 'There is no payment with receipt W-69',
    })
  })
})

describe('the payments of a day', () => {
  const day = CalendarDate.parse('2026-03-05')

  test('come in the order of their receipt numbers, character by character, and from no other day', async () => {
    await addTestAccount(database.db, { account: '5000000001' })
    for (const [receipt, payDate] of [
      ['W-510', day],
      ['W-51-2', day],
      ['W-51', day],
      ['W-51-10', day],
      ['W-52', CalendarDate.parse('2026-03-06')],
    ] as const) {
      await billing.recordPayment({ ...payment(receipt, '5000000001', 700), payDate })
    }
    const paid: unknown[] = []
    for await (const each of billing.paymentsOn(day)) paid.push(each)
    const expected = ['W-51', 'W-51-10', 'W-51-2', 'W-510']
    expect(paid).toEqual(expected.map((receipt) => ({ receipt, accountId: '5000000001', amount: 700 })))
  })

  test('are read to the end, however many pages they fill', async () => {
    const many = CalendarDate.parse('2026-03-07')
    await database.pool.query(
      `insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
         authorization_number, paid_at, pay_date)
       select 'W-' || number, '5000000001', 100, 'CCV', 'PG001', 'ET1', now(), $1::date
       from generate_series(700001, 702500) as number`,
      [many],
    )
    const receipts = new Set<string>()
    for await (const { receipt } of billing.paymentsOn(many)) receipts.add(receipt)
    expect(receipts.size).toBe(2500)
  })
})

describe('when PostgreSQL cannot answer', () => {
  test('says that the billing system is down', async () => {
    const unreachable = connect('postgres://nobody@127.0.0.1:1/none')
    await expect(ledgerBilling(unreachable.db, 'GWA').balances([number('1000000001')])).rejects.toThrow(
      BillingSystemDown,
    )
    const payments = ledgerBilling(unreachable.db, 'GWA').paymentsOn(CalendarDate.parse('2026-03-05'))
    await expect(payments[Symbol.asyncIterator]().next()).rejects.toThrow(BillingSystemDown)
    await unreachable.close()
  })

  test('throws the same when the server goes away during a query', async () => {
    const blocker = await database.pool.connect()
    await blocker.query('begin; lock table cis.account')
    const asked = billing.balances([number('1000000001')]).catch((error: unknown) => error)
    const ended = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%portal_payment%'`
    await expect.poll(async () => (await database.pool.query(ended)).rowCount).toBe(1)
    expect(await asked).toBeInstanceOf(BillingSystemDown)
    await blocker.query('rollback')
    blocker.release()
  })

  test('does not hide a fault of our own as an outage', async () => {
    const own = await createTestDatabase()
    await own.pool.query('drop table cis.bill')
    await expect(ledgerBilling(own.db, 'GWA').balances([number('1000000001')])).rejects.not.toThrow(BillingSystemDown)
    await own.drop()
  })
})
