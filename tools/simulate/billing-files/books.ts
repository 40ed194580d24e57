import { balanceOf } from '@portal/contract/aged-debt'
import type { Containment } from '@portal/contract/billing-data'
import { CalendarDate, Instant, daysAfter } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { ledgerBalances } from '@portal/server/adapters/billing-system/ledger/balances.ts'
import { type Connection, connect } from '@portal/server/database/connect.ts'
import { matchPayments } from '@portal/server/features/billing-exchange/import/containment.ts'

export const accounts = ['1000000001', '1000000002', '1000000003'] as const
export type Account = (typeof accounts)[number]

/** In cents, of some or all accounts, as the billing system wrote them on a day. */
export interface BalanceFile {
  day: number
  kind: 'full' | 'delta' | 'intraday'
  balances: ReadonlyMap<Account, number>
  /** Of the manifest. */
  through: number | null
}

const dayOf = (day: number) => daysAfter(CalendarDate.parse('2026-06-01'), day)
/** Minutes after midnight of the utility, which is in London, in winter. */
export const at = (day: number, minute = 0): Instant =>
  Instant.parse(
    `${dayOf(day)}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00.000Z`,
  )

/** Of the portal, with what the billing system knows of it. */
export interface Payment {
  receipt: string
  account: Account
  cents: number
  file: number | null
  isPosted: boolean
  refund: { file: number | null; isPosted: boolean; isMarked: boolean } | null
}

/** What a balance is made of, without payments of the portal. */
export type Snapshot = BalanceFile & { owedWithoutUs: ReadonlyMap<Account, number> }

/** Of a step of a world. */
export interface When {
  day: number
  at: Instant
}

/** The portal's side of payments: what imports, exports and people record, and what pages show. */
export interface Books {
  /** Nothing of a world stays. */
  world<Result>(live: () => Promise<Result>): Promise<Result>
  goLive(file: BalanceFile, containment: Containment): Promise<void>
  pay(receipt: string, account: Account, cents: number, when: When): Promise<void>
  refund(receipt: string, when: When): Promise<void>
  /** @returns the number of the payment file; in each world, later ones have higher numbers */
  export(payments: readonly string[], refunds: readonly string[], negative: boolean, when: When): Promise<number>
  markLoaded(file: number, when: When): Promise<void>
  markReversed(receipt: string, when: When): Promise<void>
  /** In cents, by account. */
  shown(): Promise<ReadonlyMap<string, number>>
}

/** In PostgreSQL, by the product's own statements. */
export class BooksInPostgres implements Books {
  readonly #connection: Connection

  private constructor(connection: Connection) {
    this.#connection = connection
  }

  static async open(url: string): Promise<BooksInPostgres> {
    // One, so that whatever asks is in the transaction of its world.
    const books = new BooksInPostgres(connect(url, { connections: 1 }))
    await books.#query(
      `insert into cis.account (account_id, division, customer_class, setup_date, is_cash_only, balance_cents, payoff_cents,
         new_charges_cents, arrears_30_cents, arrears_60_cents, arrears_90_cents, arrears_older_cents)
       select account, 'GWA', 'RESID', '2026-01-01', false, 0, 0, 0, 0, 0, 0, 0 from unnest($1::text[]) as account`,
      [[...accounts]],
    )
    await books.#query('create temp table overlaid (account_id text primary key)')
    return books
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }

  async world<Result>(live: () => Promise<Result>): Promise<Result> {
    await this.#query('begin')
    try {
      return await live()
    } finally {
      await this.#query('rollback')
    }
  }

  async goLive({ day, kind, balances, through }: BalanceFile, containment: Containment): Promise<void> {
    const isOverlay = kind !== 'full'
    const [id] = await this.#query<{ id: number }>(
      `with emptied as (delete from overlaid)
       insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome, rows_loaded, quarantined)
       values ('', 'GWA', $1, $2, $2, $2, 'imported', '{}', 0) returning id`,
      [dayOf(day), at(day)],
    )
    await this.#query(
      `with given as (select * from unnest($1::text[], $2::bigint[]) as file (account, cents)),
         touched as (insert into overlaid select account from given)
       update cis.account set balance_cents = cents, payoff_cents = cents, new_charges_cents = cents
       from given where account_id = account`,
      [[...balances.keys()], [...balances.values()]],
    )
    const data = { importId: id?.id ?? 0, extractedAt: at(day), lastDay: dayOf(day), containment, isOverlay }
    await matchPayments(this.#connection.pool, { ...data, paymentsThrough: through })
  }

  async pay(receipt: string, account: Account, cents: number, { at: when }: When): Promise<void> {
    await this.#query(
      `insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
         authorization_number, paid_at, pay_date) values ($1, $2, $3, 'CCV', 'PG001', 'ET1', $4, $4::timestamptz::date)`,
      [receipt, account, cents, when],
    )
  }

  async refund(receipt: string, { at: when }: When): Promise<void> {
    await this.#query(
      `insert into cis.payment_cancellation (receipt_number, account_id, amount_cents, cancelled_at, cancel_date, reason)
       select receipt_number, account_id, amount_cents, $2, $2::timestamptz::date, 'refund' from cis.portal_payment
       where receipt_number = $1`,
      [receipt, when],
    )
  }

  async export(
    payments: readonly string[],
    refunds: readonly string[],
    negative: boolean,
    { at: when }: When,
  ): Promise<number> {
    const [made] = await this.#query<{ id: number }>(
      `with made as (
         insert into cis.payment_export (created_at, written_at, made_on, payment_count, total_cents, layout)
         values ($3, $3, $3::timestamptz::date, 1, 1, jsonb_build_object('negative', $4::boolean)) returning id),
       moved as (update cis.portal_payment set export_id = made.id from made where receipt_number = any($1)),
       moved_refunds as (update cis.payment_cancellation set export_id = made.id from made where receipt_number = any($2))
       select id from made`,
      [payments, refunds, when, negative],
    )
    return made?.id ?? 0
  }

  async markLoaded(file: number, { at: when }: When): Promise<void> {
    await this.#query(
      "update cis.payment_export set state = 'LOADED', loaded_at = $2, loaded_by = 'finance' where id = $1",
      [file, when],
    )
  }

  async markReversed(receipt: string, { at: when }: When): Promise<void> {
    await this.#query(
      "update cis.payment_cancellation set reversed_at = $2, reversed_by = 'finance' where receipt_number = $1",
      [receipt, when],
    )
  }

  async shown(): Promise<ReadonlyMap<string, number>> {
    const asked = accounts.map((account) => AccountNumber.parse(account))
    const balances = await ledgerBalances(this.#connection.db, asked, 'GWA')
    return new Map(balances.map(({ accountId, debt }) => [accountId, balanceOf(debt)]))
  }

  async #query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#connection.pool.query<Row>(text, [...values])).rows
  }
}
