import type { AccountNumber } from '@portal/contract/ids'
import { sql } from 'kysely'
import { dayOf } from './partners/bills.ts'
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
    bills.import(scheduler.epoch())
  }
}

export async function flipSwitch({ simulated, random, end }: Life): Promise<void> {
  const { scheduler, dice } = simulated
  while (scheduler.epoch() < end) {
    await scheduler.sleep(world, random.between(1, 8) * day)
    if (!dice.happensToPeople('runStopped', random)) continue
    simulated.isRunStopped = true
    await scheduler.sleep(world, random.between(1, 20) * hour)
    simulated.isRunStopped = false
  }
}

/** Takes emails after a while, or refuses them for good. */
export async function deliverMail({ simulated, random, end }: Life): Promise<void> {
  const { scheduler, dice, database } = simulated
  for (;;) {
    const isSlow = scheduler.epoch() < end && dice.happensToPeople('mailSlow', random)
    const wait = isSlow ? random.between(1, 60) * hour : random.between(0, 20) * minute
    await scheduler.sleepUntil(world, () => simulated.live.oldestMail + wait)
    const column = sql.ref(
      scheduler.epoch() < end && dice.happensToPeople('mailRefused', random) ? 'refused_at' : 'delivered_at',
    )
    const leaving = sql`update letter set ${column} = ${scheduler.now()} where delivered_at is null and refused_at is null`
    await scheduler.outside(leaving.execute(database.db))
    simulated.changed()
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
