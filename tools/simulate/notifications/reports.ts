import type { Db } from '@portal/server/database/connect.ts'
import { returnPath, referenceOf } from '@portal/server/messages/outbox/names.ts'
import { readReport, recordEmailReport } from '@portal/server/messages/reports/email-reports.ts'
import { recordReport } from '@portal/server/messages/reports/text-reports.ts'
import { bounceMessage, complaintMessage } from '@portal/server/messages/testing/reports.ts'
import { sql } from 'kysely'
import type { Arrival } from './partners.ts'
import type { NotificationWorld } from './world.ts'

/** What mail servers and the provider of texts report of notifications that arrived, and what others pretend. */
export class Reports {
  /** Texts that were reported as delivered, and emails that came back or were complained about. */
  readonly delivered = new Set<number>()
  readonly cameBack = new Set<number>()
  readonly #world: NotificationWorld
  readonly #broken: string[]

  constructor(simulated: NotificationWorld, broken: string[]) {
    this.#world = simulated
    this.#broken = broken
  }

  /** Of one that arrived: in any order, and more than once. */
  async report(arrival: Arrival): Promise<void> {
    const { random, scheduler } = this.#world
    if (arrival.channel === 'email') {
      const status = random.pick(['5.1.1', '5.2.2', '5.7.1', '4.4.1', '5.2.1'])
      return await this.comesBack(arrival, random.chance(0.3) ? 'complaint' : status)
    }
    const state = random.pick(['accepted', 'sent', 'delivered', 'delivered', 'undelivered'] as const)
    const trouble = state === 'undelivered' ? random.pick(['unreachable', 'notMobile', 'filtered'] as const) : null
    const report = { id: 'SM', state, trouble, code: null }
    await recordReport(this.#world.people(), referenceOf(arrival.id), report, scheduler.now())
    if (state === 'delivered') this.delivered.add(arrival.id)
  }

  async comesBack({ id, address }: Arrival, why: string): Promise<void> {
    const { config } = this.#world
    const to = returnPath(config, { of: 'notification', id }) ?? ''
    const isComplaint = why === 'complaint'
    const raw = Buffer.from(isComplaint ? complaintMessage(to) : bounceMessage({ to, status: why }))
    const report = await readReport(config, raw)
    if (!report) this.#broken.push('a report of ours was not read')
    const before = await this.#known(id, address, isComplaint)
    if (report) await recordEmailReport(this.#world.people(), report)
    this.cameBack.add(id)
    const isHard = isComplaint || why === '5.1.1' || why === '5.2.1'
    if (isHard && !before) await stopped(this.#world.database.db, 'email', address)
  }

  /** Whether it is reported again, or the address was confirmed since it left. */
  async #known(id: number, address: string, isComplaint: boolean): Promise<boolean> {
    const { rows } = await sql`
      select from email_trouble where email = ${`notification ${id}`} and kind = ${isComplaint ? 'complained' : 'failed'}
      union all select from proven_address join notification on notification.id = ${id}
        where ${!isComplaint} and proven_address.channel = 'email' and proven_address.address = ${address}
          and proven_at > coalesce(settled_at, ${this.#world.scheduler.now()})`.execute(this.#world.database.db)
    return rows.length > 0
  }

  /** A report of an email that never came back, by somebody who does not know our secret. */
  async forge(arrival: Arrival): Promise<void> {
    const { random, config } = this.#world
    const forged = returnPath({ ...config, LINK_SECRET: 'guessed' }, { of: 'notification', id: arrival.id }) ?? ''
    const raw = random.chance(0.5) ? complaintMessage(forged) : bounceMessage({ to: forged })
    if (await readReport(config, Buffer.from(raw))) this.#broken.push('a forged report was taken')
    const foreign = {
      email: { of: 'notification', id: 10_000_000 + arrival.id },
      kind: 'failed',
      status: '5.1.1',
    } as const
    if (await recordEmailReport(this.#world.people(), foreign)) this.#broken.push('a report of no email was taken')
  }
}

/** From now on, nothing may leave to this address. */
export async function stopped(db: Db, channel: string, address: string): Promise<void> {
  await sql`insert into sim_stopped values (${channel}, ${address}) on conflict do nothing`.execute(db)
}
