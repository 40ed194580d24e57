import { instantOf } from '@portal/contract/dates'
import { addTestImport } from '@portal/server/adapters/billing-system/ledger/testing/ledger-bills.ts'
import { sql } from 'kysely'
import { world } from '../scheduler.ts'
import type { People } from './people.ts'
import type { NotificationWorld } from './world.ts'

const day = 24 * 3_600_000

/** What comes from the billing system, and whether all of it is found. */
export class Imports {
  readonly #world: NotificationWorld
  readonly #people: Pick<People, 'touched' | 'broken'>
  #bills = 0

  constructor(simulated: NotificationWorld, people: Pick<People, 'touched' | 'broken'>) {
    this.#world = simulated
    this.#people = people
  }

  /** Each night an import; every fourth one brings a bill for each account. Some are repeated, or taken back. */
  async importNightly(days: number): Promise<void> {
    const { scheduler, random, database } = this.#world
    const { db } = database
    for (let nth = 0; nth < days; nth += 1) {
      // 02:00 there.
      await scheduler.sleepUntil(world, () => Date.UTC(2026, 5, 1 + nth, 16))
      await this.#world.at(this.#checkFound())
      this.#people.touched.clear()
      if (nth % 4 === 0) await this.#world.at(this.#addBills())
      await this.#world.at(addTestImport(db, scheduler.now()))
      if (random.chance(0.4)) {
        await scheduler.sleep(world, random.between(1, 120) * 60_000)
        await this.#world.at(addTestImport(db, scheduler.now()))
      }
      if (random.chance(0.3)) await this.#swapBack()
    }
  }

  async #addBills(): Promise<void> {
    const { scheduler, database, random } = this.#world
    const today = instantOf(scheduler.epoch() + 10 * 3_600_000).slice(0, 10)
    this.#bills += 1
    await sql`
      insert into cis.bill (bill_id, account_id, bill_date, due_date, begin_cents, payments_cents, adjustments_cents,
        corrections_cents, current_charges_cents, ending_cents, detail)
      select ${this.#bills}::int * 1000 + 500000000000 + nth, 1000000000 + nth, ${today}::date, ${today}::date + 2, 0, 0, 0, 0,
        9520, 9520, '{"routing":{"name1":"A","entityInfo":null,"address1":"1","address2":null,"city":"T","state":"GU","postal":"96913","country":"USA"},"segments":[],"messages":[]}'
      from generate_series(1, ${database.accounts}::int) as nth where nth % 10 <> ${random.between(0, 9)}::int`.execute(
      database.db,
    )
    await sql`update cis.account set balance_cents = 9520, payoff_cents = 9520, new_charges_cents = 9520`.execute(
      database.db,
    )
  }

  /** An import without the newest bills; another one brings them again. */
  async #swapBack(): Promise<void> {
    const { scheduler, random, database } = this.#world
    const { db } = database
    await scheduler.sleep(world, random.between(10, 400) * 60_000)
    await this.#world.at(
      sql`create table sim_away as
      select * from cis.bill where bill_date = (select max(bill_date) from cis.bill)`.execute(db),
    )
    await this.#world.at(sql`delete from cis.bill where bill_id in (select bill_id from sim_away)`.execute(db))
    await this.#world.at(addTestImport(db, scheduler.now()))
    await scheduler.sleep(world, random.between(10, 200) * 60_000)
    await this.#world.at(sql`insert into cis.bill select * from sim_away`.execute(db))
    await this.#world.at(sql`drop table sim_away`.execute(db))
    await this.#world.at(addTestImport(db, scheduler.now()))
  }

  /** What was to be told all day has been found. */
  async #checkFound(): Promise<void> {
    const { scheduler, database } = this.#world
    const since = instantOf(scheduler.epoch() - day)
    const today = instantOf(scheduler.epoch() - 14 * 3_600_000).slice(0, 10)
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', choice.kind, choice.channel, choice.account_id, bill_id, ${today}::text) as line
      from notification_choice choice join cis.bill using (account_id) join cis.account using (account_id)
      left join notification found on found.kind = choice.kind and found.web_user_id = choice.web_user_id
        and found.account_id = choice.account_id and left(found.cause, 12) = bill_id and found.channel = choice.channel
      where chosen_at < ${since} and bill_date < ${today}::date + 1
        and bill_date = (select max(bill_date) from cis.bill newest where newest.account_id = choice.account_id)
        and (choice.kind = 'billReady' or (balance_cents > 0
          and ${today}::date >= bill.due_date + (case choice.kind when 'dueSoon' then -2 else 1 end)
          and ${today}::date <= bill.due_date + (case choice.kind when 'dueSoon' then 0 else 7 end)))
        and not choice.account_id = any(${[...this.#people.touched]}::text[])
        and (found.id is null or (found.state = 'DROPPED' and found.reason = 'gone'))
      limit 1`.execute(database.db)
    for (const { line } of rows) this.#people.broken.push(`not found all day: ${line}`)
  }
}
