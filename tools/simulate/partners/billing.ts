import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import {
  type BillingPayment,
  BillingSystemDown,
  type PaymentRecords,
} from '@portal/server/adapters/billing-system/port.ts'
import type { FaultDice } from '../faults.ts'
import type { Random } from '../random.ts'
import type { Scheduler, SimulatedProcess } from '../scheduler.ts'

/** Accepts the same payment twice, as some do: only the look-up before a repeat keeps it from being recorded twice. */
export class SimulatedBilling {
  readonly payments: BillingPayment[] = []
  /** Receipts of payments it has cancelled. */
  readonly cancelled = new Set<string>()
  /** Accounts that were paid at an office, and how much. */
  readonly paidAtOffice: { accountId: AccountNumber; amount: Cents }[] = []
  readonly #scheduler: Scheduler
  readonly #dice: FaultDice
  readonly #random: Random

  constructor(scheduler: Scheduler, dice: FaultDice, random: Random) {
    this.#scheduler = scheduler
    this.#dice = dice
    this.#random = random
  }

  /** What it truly has under a receipt. */
  held(receipt: string) {
    const held = this.payments.find((payment) => payment.receipt === receipt)
    return held ? { billingReference: 'found', amount: held.amount, isCancelled: this.cancelled.has(receipt) } : null
  }

  for(process: SimulatedProcess): PaymentRecords {
    return {
      recordPayment: async (payment) => {
        await this.#reach(process)
        if (this.#dice.happens('billingRejects')) return { outcome: 'rejected', reason: 'the account is closed' }
        this.payments.push(payment)
        await this.#scheduler.pause(process)
        if (this.#dice.happens('billingForgetsToAnswer')) throw new BillingSystemDown('no answer')
        return { outcome: 'recorded', billingReference: `P${this.payments.length}` }
      },
      cancelPayment: async ({ receipt }) => {
        await this.#reach(process)
        if (!this.payments.some((payment) => payment.receipt === receipt)) throw new Error('No such payment')
        const isKept = !this.cancelled.has(receipt) && this.#dice.happens('billingKeeps')
        if (isKept) return { outcome: 'rejected', reason: 'the period is closed' }
        this.cancelled.add(receipt)
        await this.#scheduler.pause(process)
        if (this.#dice.happens('billingForgetsToAnswer')) throw new BillingSystemDown('no answer')
        return { outcome: 'cancelled' }
      },
      wasPaidOtherwise: async (account, amount) => {
        await this.#reach(process)
        await this.#scheduler.pause(process)
        return this.paidAtOffice.some((paid) => paid.accountId === account && paid.amount === amount)
      },
      findPayment: async (receipt) => {
        await this.#reach(process)
        const held = this.held(receipt)
        await this.#scheduler.pause(process)
        return this.#dice.lies('billingFindsNothing') ? null : held
      },
    }
  }

  async #reach(process: SimulatedProcess): Promise<void> {
    await this.#scheduler.pause(process)
    if (this.#dice.happens('billingAway')) throw new BillingSystemDown('no connection')
    if (this.#dice.happens('billingSlow')) await this.#scheduler.sleep(process, this.#random.between(1, 25) * 1000)
  }
}
