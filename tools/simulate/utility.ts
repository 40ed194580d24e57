import type { AccountNumber } from '@portal/contract/ids'
import { stillStands } from '@portal/server/payments/run/still-stands.ts'
import { isHeldLate } from '@portal/server/payments/run/watch.ts'
import { sql } from 'kysely'
import { dayOf } from './partners/bills.ts'
import { simulatedUtility } from './product.ts'
import type { Random } from './random.ts'
import { world } from './scheduler.ts'
import type { Servers } from './servers.ts'
import type { SimulatedWorld } from './world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Somebody's part in weeks of AutoPay. */
export interface Life {
  simulated: SimulatedWorld
  servers: Servers
  random: Random
  end: number
}

export async function importNightly({ simulated, random, end }: Life): Promise<void> {
  const { scheduler, bills, dice } = simulated
  for (;;) {
    await scheduler.sleep(world, day)
    if (scheduler.epoch() < end && dice.happensToPeople('importMissed', random)) continue
    bills.import(scheduler.epoch(), random.chance(0.1))
  }
}

export async function flipSwitch({ simulated, random, end }: Life): Promise<void> {
  const { scheduler, dice } = simulated
  while (scheduler.epoch() < end) {
    await scheduler.sleep(world, random.between(1, 8) * day)
    if (!dice.happensToPeople('runStopped', random)) continue
    for (const isStopped of [true, false]) {
      simulated.isRunStopped = isStopped
      simulated.changed('leases')
      if (isStopped) await scheduler.sleep(world, random.between(1, 20) * hour)
    }
  }
}

/** Takes emails after a while, or refuses them for good. */
export async function deliverMail({ simulated, random, end }: Life): Promise<void> {
  const { scheduler, dice } = simulated
  for (;;) {
    const isSlow = scheduler.epoch() < end && dice.happensToPeople('mailSlow', random)
    const wait = isSlow ? random.between(1, 60) * hour : random.between(0, 20) * minute
    await scheduler.sleepUntil(world, () => simulated.live.oldestMail + wait)
    const column =
      scheduler.epoch() < end && dice.happensToPeople('mailRefused', random) ? 'refused_at' : 'delivered_at'
    await scheduler.outside(leave(simulated, column))
    simulated.changed()
  }
}

/** As the delivery does it: what no longer stands is withdrawn (`messages/sending/send-emails.ts`). */
async function leave({ database: { db }, scheduler }: SimulatedWorld, column: 'delivered_at' | 'refused_at') {
  const deps = { db, clock: scheduler.clockOf(world), profile: simulatedUtility }
  const waiting = await db
    .selectFrom('email')
    .select(['id', 'kind', 'dedupe_key as dedupeKey'])
    .where('delivered_at', 'is', null)
    .where('refused_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const email of waiting) {
    const stands = await stillStands(deps, email)
    if (stands) await sql`update email set ${sql.ref(column)} = ${scheduler.now()} where id = ${email.id}`.execute(db)
    else await db.deleteFrom('email').where('id', '=', email.id).execute()
  }
}

/** Staff looks at the exceptions from time to time. */
export async function lookAtExceptions({ simulated, end }: Life): Promise<void> {
  const { scheduler, database, exceptions } = simulated
  while (scheduler.epoch() < end) {
    await scheduler.sleep(world, 7 * hour)
    const at = scheduler.epoch()
    if (!simulated.live.isHeld) continue
    const listed = sql<{ id: number; held: string }>`
      select id, held_for as held from planned_charge subject where ${isHeldLate(dayOf(at))} order by id`
    const { rows } = await scheduler.outside(listed.execute(database.db))
    exceptions.push(...rows.map(({ id, held }) => ({ charge: id, held, at })))
  }
}

/** And some bills are issued again. */
export async function billMonthly({
  simulated,
  random,
  end,
  account,
}: Life & { account: AccountNumber }): Promise<void> {
  const { scheduler, bills, dice } = simulated
  let last = 0
  while (scheduler.epoch() < end) {
    if (dice.happensToPeople('billReissued', random)) {
      const wait = random.between(1, 28)
      await scheduler.sleep(world, wait * day)
      last += wait
      const total = random.chance(0.5) ? random.between(1_000, 5_000) : random.between(20_000, 30_000)
      bills.issue(account, total, dayOf(scheduler.epoch()), true)
    }
    await scheduler.sleep(world, Math.max(1, 30 - last) * day)
    last = 0
    if (scheduler.epoch() < end) bills.issue(account, random.between(2_000, 20_000), dayOf(scheduler.epoch()))
  }
}
