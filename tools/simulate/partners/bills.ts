import { isDeepStrictEqual } from 'node:util'
import { type CalendarDate, dateIn, daysAfter, instantOf } from '@portal/contract/dates'
import { type AccountNumber, BillId, type PersonId } from '@portal/contract/ids'
import { type Cents, cents, noCents } from '@portal/contract/money'
import type { AccountBalance, Bill } from '@portal/server/adapters/billing-system/port-bills.ts'
import type { PersonRecord } from '@portal/server/adapters/billing-system/port-people.ts'
import {
  type BillingSystem,
  BillingSystemDown,
  type PaymentRecords,
} from '@portal/server/adapters/billing-system/port.ts'
import type { SimulatedBilling } from './billing.ts'

interface IssuedBill {
  billId: BillId
  total: Cents
  billDate: CalendarDate
  dueDate: CalendarDate
}

/** What an import brought: what accounts owed without any payment of the portal, and their bills. */
interface Imported {
  id: number
  /** Milliseconds since 1970. */
  at: number
  /** When an import last brought the same. */
  isTrueAt: number
  owed: Map<AccountNumber, Cents>
  bills: Map<AccountNumber, IssuedBill[]>
  /** How many payments of the portal have been taken, and taken back. */
  posted: number
}

/** Bills, people and imports of the billing system. What happens there is known to the portal from the next import on. */
export class SimulatedBills {
  readonly imports: Imported[] = []
  /** Whose account it is: nobody's once they have left. */
  readonly holders = new Map<AccountNumber, PersonId>()
  readonly #billing: SimulatedBilling
  /** Of a bill that was issued again, the first one. */
  readonly #firstOf = new Map<BillId, BillId>()
  readonly #issued = new Map<AccountNumber, IssuedBill[]>()
  readonly #fees = new Map<AccountNumber, number>()
  #nth = 0

  constructor(billing: SimulatedBilling) {
    this.#billing = billing
  }

  get newestId(): number {
    return this.imports.at(-1)?.id ?? 0
  }

  /** Due twenty days later. @param instead of the newest bill, which is gone then */
  issue(account: AccountNumber, total: number, on: CalendarDate, instead = false): void {
    const before = this.#issued.get(account) ?? []
    const kept = instead ? before.slice(0, -1) : before
    const dueDate = instead ? (before.at(-1)?.dueDate ?? on) : daysAfter(on, 20)
    const billId = BillId.parse(String(700_000_000_000 + ++this.#nth))
    const replaced = instead ? before.at(-1)?.billId : undefined
    if (replaced) this.#firstOf.set(billId, this.#firstOf.get(replaced) ?? replaced)
    this.#issued.set(account, [...kept, { billId, total: cents(total), billDate: on, dueDate }])
  }

  /** What is owed besides bills, such as a late fee. */
  add(account: AccountNumber, fee: number): void {
    this.#fees.set(account, (this.#fees.get(account) ?? 0) + fee)
  }

  /** Of the newest bill. */
  moveDueDate(account: AccountNumber, days: number): void {
    const issued = this.#issued.get(account) ?? []
    const newest = issued.at(-1)
    if (!newest) return
    const moved = { ...newest, dueDate: daysAfter(newest.dueDate, days) }
    this.#issued.set(account, [...issued.slice(0, -1), moved])
  }

  /** Whether one is the other, issued again. */
  isSame(one: BillId, other: BillId): boolean {
    return (this.#firstOf.get(one) ?? one) === (this.#firstOf.get(other) ?? other)
  }

  /** @param isNew even if nothing that is owed has changed: then the portal plans anew, which is half of a world's work. */
  import(at: number, isNew: boolean): void {
    const owed = new Map(
      [...this.#issued].map(([account, bills]) => {
        const billed = bills.reduce((sum, { total }) => sum + total, this.#fees.get(account) ?? 0)
        const paid = this.#billing.paidAtOffice.filter(({ accountId }) => accountId === account)
        return [account, cents(billed - paid.reduce((sum, { amount }) => sum + amount, 0))]
      }),
    )
    const bills = new Map(this.#issued)
    const newest = this.imports.at(-1)
    const posted = this.#billing.payments.length + this.#billing.cancelled.size
    const isSame = newest?.posted === posted && isDeepStrictEqual([newest.owed, newest.bills], [owed, bills])
    if (newest && isSame && !isNew) newest.isTrueAt = at
    else this.imports.push({ id: this.newestId + 1, at, isTrueAt: at, owed, bills, posted })
  }

  /** The most that an account seemed to owe at some moment between these, not counting payments of the portal. */
  mostOwed(account: AccountNumber, from: number, to: number): number {
    const seen = this.imports.filter(({ at }, index) => at <= to && (this.imports[index + 1]?.at ?? Infinity) >= from)
    return Math.max(0, ...seen.map(({ owed }) => owed.get(account) ?? 0))
  }

  owedNow(account: AccountNumber): Cents {
    const posted = this.#billing.payments.filter((each) => each.accountId === account)
    const counting = posted.filter(({ receipt }) => !this.#billing.cancelled.has(receipt))
    const paid = counting.reduce((sum, { amount }) => sum + amount, 0)
    return cents((this.imports.at(-1)?.owed.get(account) ?? 0) - paid)
  }

  /** With the payments of a process, which may fail. */
  for(payments: PaymentRecords): BillingSystem {
    return {
      ...payments,
      balances: async (accounts) => accounts.flatMap((account) => this.#balance(account) ?? []),
      newestData: async () => {
        const newest = this.imports.at(-1)
        if (!newest) return null
        const { id, isTrueAt } = newest
        return { id, extractedAt: instantOf(isTrueAt), asOf: dayOf(isTrueAt), lacks: [], listsPayments: true }
      },
      findBill: async (billId) => this.#bill(billId),
      holdersOf: async (account) => {
        const personId = this.holders.get(account)
        if (!personId) return []
        const usual = {
          relationshipType: 'MAIN',
          isMain: true,
          mayUseWeb: true,
          billAddressSource: null,
          override: null,
        }
        return [{ personId, ...usual }]
      },
      findPerson: async (personId) => person(personId),
      emailAddresses: async (persons) => new Map(persons.map((each) => [each, person(each).emailAddress])),
      ...unused,
    }
  }

  #balance(accountId: AccountNumber): AccountBalance[] {
    const newest = this.imports.at(-1)?.bills.get(accountId)?.at(-1)
    if (!newest) return []
    const facts = { customerClass: 'RESID', isActive: true, isCashOnly: false, serviceLocation: '' }
    const none = { days30: noCents, days60: noCents, days90: noCents, older: noCents }
    const debt = { newCharges: this.owedNow(accountId), ...none }
    return [{ accountId, ...facts, debt, dueDate: newest.dueDate, latestBill: newest }]
  }

  #bill(billId: BillId): Bill | null {
    for (const [accountId, bills] of this.imports.at(-1)?.bills ?? []) {
      const found = bills.find((each) => each.billId === billId)
      if (found) return { ...emptyBill, ...found, accountId, ending: found.total }
    }
    return null
  }
}

export const timeZone = 'Pacific/Guam'

export function dayOf(epoch: number): CalendarDate {
  return dateIn(timeZone, instantOf(epoch))
}

const routing = {
  name1: '',
  entityInfo: null,
  address1: '',
  address2: null,
  city: '',
  state: '',
  postal: '',
  country: '',
}
const amounts = {
  begin: noCents,
  payments: noCents,
  adjustments: noCents,
  corrections: noCents,
  currentCharges: noCents,
}
const emptyBill = { ...amounts, number: null, routing, segments: [], messages: [], lacks: [], usage: [] }

function person(personId: PersonId): PersonRecord {
  const contact = { emailAddress: `p${personId}@example.com`, address: null, phones: [] }
  return {
    personId,
    fullName: 'A Customer',
    isBusiness: false,
    previousEmail: null,
    previousUsername: null,
    ...contact,
  }
}

async function never(): Promise<never> {
  throw new BillingSystemDown('AutoPay does not ask for this')
}

/** What the rest of the portal asks. */
const unused = {
  findAccount: never,
  findAccounts: never,
  proofsOf: never,
  async *paymentsOn() {},
  listBills: never,
  usage: never,
  payments: never,
  paidOtherwise: never,
  accountsOfPerson: never,
  villages: async () => [],
  villagesOf: async () => new Map(),
  holdsAccount: () => 'true',
  billRoutes: async () => [],
  changeContact: never,
}
