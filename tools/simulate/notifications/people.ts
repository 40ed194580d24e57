import { Instant } from '@portal/contract/dates'
import { type AccountNumber, PersonId } from '@portal/contract/ids'
import { notificationChannels } from '@portal/contract/notifications'
import { MobileNumber } from '@portal/contract/text-messages'
import type { CustomerCaller } from '@portal/server/caller.ts'
import { stopByToken } from '@portal/server/features/notifications/stop-link.ts'
import { confirmCode, reachedAt, sendCode } from '@portal/server/messages/addresses/addresses.ts'
import { startByReply, stopNumber } from '@portal/server/messages/addresses/stops.ts'
import { choose } from '@portal/server/messages/choices/choices.ts'
import { stopToken, keyOf } from '@portal/server/messages/outbox/names.ts'
import { isNeededOnPaperless } from '@portal/server/paperless/choose.ts'
import { sql } from 'kysely'
import { world } from '../scheduler.ts'
import { accountOf, personOf } from './database.ts'
import type { Arrival } from './partners.ts'
import { Reports, stopped } from './reports.ts'
import type { NotificationWorld } from './world.ts'

/** What comes of bills; the other kinds come of payments and cards. */
const billKinds = ['billReady', 'dueSoon', 'overdue'] as const
const origin = { clientAddress: '203.0.113.7', requestId: 'simulated' }

/** What people and partners do by themselves, and what must be true afterwards. */
export class People {
  /** Accounts whose choices or bills changed since the last import. */
  readonly touched = new Set<string>()
  readonly reports: Reports
  readonly broken: string[] = []
  readonly #world: NotificationWorld
  readonly #acts: readonly [(nth: number) => Promise<void>, ...((nth: number) => Promise<void>)[]] = [
    async (nth) => await this.#toggle(nth),
    async () => await this.#clickStop(),
    async (nth) => await this.#replyStop(nth),
    async (nth) => await this.#replyStart(nth),
    ...Array.from({ length: 8 }, () => async (nth: number) => await this.#confirm(nth)),
    async (nth) => await this.#changeEmail(nth),
    async (nth) => await (this.#world.random.chance(0.3) ? this.#move(nth) : this.#confirm(nth)),
    async () => await this.#pay(),
    ...Array.from({ length: 4 }, () => async () => await this.#tell((arrival) => this.reports.report(arrival))),
    async () => await this.#tell((arrival) => this.reports.forge(arrival)),
    async () => await this.#maintain(),
  ]

  constructor(simulated: NotificationWorld) {
    this.#world = simulated
    this.reports = new Reports(simulated, this.broken)
    simulated.partners.onArrival = async (arrival) => await simulated.at(this.#read(arrival))
  }

  /** Everybody confirms an address, and most want most. */
  async begin(): Promise<void> {
    const { db, people } = this.#world.database
    await sql`
      insert into proven_address (web_user_id, channel, address, proven_at)
      select nth, 'email', 'p' || (7000000000 + nth) || '@customer.example', '2026-05-01'::timestamptz
      from generate_series(1, ${people}::int) as nth
      union all select nth, 'text', '+1671' || (5550000 + nth), '2026-05-01'::timestamptz
      from generate_series(1, ${people}::int, 2) as nth`.execute(db)
    await sql`
      insert into notification_choice (web_user_id, account_id, kind, channel, words, chosen_at, chosen_from)
      select web_user.id, account_id, kind, channel, 'w', '2026-05-01'::timestamptz, 'x'
      from web_user join cis.account_person using (person_id)
      cross join unnest(${[...billKinds]}::text[]) as kind cross join unnest(${[...notificationChannels]}::text[]) as channel
      where (channel = 'email' or web_user.id % 2 = 1) and hashtext(web_user.id || account_id || kind || channel) % 5 <> 0`.execute(
      db,
    )
  }

  /** Now and then somebody does something. */
  async live(end: number): Promise<void> {
    const { scheduler, random } = this.#world
    while (scheduler.epoch() < end) {
      await scheduler.sleep(world, random.between(1, 90) * 60_000)
      const nth = random.between(1, this.#world.database.people)
      await this.#world.at(random.pick(this.#acts)(nth))
    }
    this.#world.isStopped = false
  }

  #caller(nth: number): CustomerCaller {
    const personId = PersonId.parse(personOf(nth))
    const session = { id: 1, endsAt: Instant.parse('2027-01-01T00:00:00.000Z'), mustChangePassword: false }
    return { ...session, kind: 'customer', webUserId: nth, personId, username: `customer ${nth}` }
  }

  async #ownAccount(nth: number): Promise<AccountNumber | undefined> {
    const own = await this.#world.people().billing.accountsOfPerson(this.#caller(nth).personId)
    const { accountId } = own[this.#world.random.between(0, Math.max(0, own.length - 1))] ?? {}
    if (accountId) this.touched.add(accountId)
    return accountId
  }

  async #toggle(nth: number): Promise<void> {
    const { random } = this.#world
    const account = await this.#ownAccount(nth)
    if (!account) return
    const choice = {
      kind: random.pick(billKinds),
      channel: random.pick(notificationChannels),
      isOn: random.chance(0.6),
    }
    await choose(
      this.#world.people(),
      this.#caller(nth),
      { accounts: [account], ...choice },
      origin,
      isNeededOnPaperless,
    )
  }

  async #clickStop(): Promise<void> {
    const arrival = this.#anyArrival()
    if (!arrival) return
    const { account_id: account } = await this.#world.database.db
      .selectFrom('notification')
      .select('account_id')
      .where('id', '=', arrival.id)
      .executeTakeFirstOrThrow()
    this.touched.add(account)
    await stopByToken(this.#world.people(), stopToken(this.#world.config, arrival.id), origin)
  }

  async #tell(of: (arrival: Arrival) => Promise<void>): Promise<void> {
    const arrival = this.#anyArrival()
    if (arrival) await of(arrival)
  }

  #anyArrival() {
    const { random, partners } = this.#world
    const { arrivals } = partners
    const from = Math.max(0, arrivals.length - 300)
    return arrivals.length > 0 ? arrivals[random.between(from, arrivals.length - 1)] : undefined
  }

  async #replyStop(nth: number): Promise<void> {
    const number = await this.#numberOf(nth)
    if (!number) return
    await stopNumber(this.#world.database.db, number, 'stop', this.#world.scheduler.now())
    await stopped(this.#world.database.db, 'text', number)
  }

  async #replyStart(nth: number): Promise<void> {
    const number = await this.#numberOf(nth)
    if (!number) return
    await startByReply(this.#world.database.db, number)
    await this.#unstopped('text', number)
  }

  async #numberOf(nth: number): Promise<MobileNumber | undefined> {
    const reached = await reachedAt(this.#world.people(), this.#caller(nth), 'text')
    return reached ? MobileNumber.parse(reached.address) : undefined
  }

  async #unstopped(channel: string, address: string): Promise<void> {
    await sql`delete from sim_stopped where channel = ${channel} and address = ${address}`.execute(
      this.#world.database.db,
    )
  }

  async #confirm(nth: number): Promise<void> {
    const caller = this.#caller(nth)
    const { partners, database, random } = this.#world
    const deps = this.#world.people()
    const channel = random.pick(notificationChannels)
    if (channel === 'text') {
      const number = await this.#numberOf(nth)
      if (!number) return
      const { rows } = await sql`select from stopped_address where address = ${number} and why = 'stop'`.execute(
        database.db,
      )
      if (rows.length > 0) return
      await sql`update proven_address set secret_sha256 = sha256('123456'::bytea), secret_until = '2027-01-01', wrong_tries = 0
        where web_user_id = ${nth} and channel = 'text'`.execute(database.db)
      if ((await confirmCode(deps, caller, { channel: 'text', code: '123456' })) === 'proven')
        await this.#unstopped('text', number)
      return
    }
    const sent = await sendCode(deps, caller, { channel })
    if (sent.outcome !== 'sent') return
    const email = await database.db
      .selectFrom('email')
      .select('body_text')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const code = /^Code: (\d{6})$/m.exec(email.body_text)?.[1] ?? ''
    if ((await confirmCode(deps, caller, { channel, code })) === 'proven')
      await this.#unstopped('email', keyOf(sent.address))
    partners.count('confirmed again')
  }

  async #changeEmail(nth: number): Promise<void> {
    const { random, database } = this.#world
    await sql`update cis.person set email_address = ${`P${random.between(1, 9)}x${nth}@customer.example`}
      where person_id = ${personOf(nth)}`.execute(database.db)
  }

  async #move(nth: number): Promise<void> {
    const { random, database } = this.#world
    const account = accountOf(random.between(1, database.accounts))
    this.touched.add(account)
    await sql`update cis.account_person held set person_id = ${personOf(nth)} where account_id = ${account} and is_main
      and not exists (select from cis.account_person other where other.account_id = held.account_id
        and other.person_id = ${personOf(nth)})`.execute(database.db)
  }

  async #pay(): Promise<void> {
    const { random, database } = this.#world
    const account = accountOf(random.between(1, database.accounts))
    this.touched.add(account)
    await sql`update cis.account set balance_cents = 0, payoff_cents = 0, new_charges_cents = 0 where account_id = ${account}`.execute(
      database.db,
    )
  }

  /** At times for so long that some are no longer true. */
  async #maintain(): Promise<void> {
    this.#world.isStopped = this.#world.random.chance(this.#world.isStopped ? 0.7 : 0.2)
  }

  /**
   * Some want no more as soon as they read one, while others to them are about to leave; and some reports come before
   * the answer.
   */
  async #read(arrival: Arrival): Promise<void> {
    const { random, database, scheduler } = this.#world
    if (arrival.channel === 'text' && random.chance(0.1)) return await this.reports.report(arrival)
    if (!random.chance(0.01)) return
    if (arrival.channel === 'email') return await this.reports.comesBack(arrival, 'complaint')
    await stopNumber(database.db, arrival.address, 'stop', scheduler.now())
    await stopped(database.db, 'text', arrival.address)
  }
}
