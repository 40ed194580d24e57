import type { Db } from '../../../database/connect.ts'
import type { BillingSystem } from '../port.ts'
import { findLedgerAccounts } from './accounts.ts'
import { ledgerBills } from './bills.ts'
import { downWhenUnreachable } from './faults.ts'
import { cancelLedgerPayment, findPayment, ledgerPaymentsOn, recordPayment, wasPaidOtherwise } from './payments.ts'
import { ledgerPeople } from './people.ts'
import { proofsOf } from './proofs.ts'

/** Our own store in the shape of CC&B (docs/extract-format.md). Every method throws `BillingSystemDown`. */
export function ledgerBilling(db: Db, division: string): BillingSystem {
  return {
    ...ledgerPeople(db, division),
    ...ledgerBills(db, division),
    findAccount: (account) =>
      downWhenUnreachable(async () => (await findLedgerAccounts(db, [account], division))[0] ?? null),
    findAccounts: (accounts) => downWhenUnreachable(() => findLedgerAccounts(db, accounts, division)),
    proofsOf: (account) => downWhenUnreachable(() => proofsOf(db, account)),
    recordPayment: (payment) => downWhenUnreachable(() => recordPayment(db, payment)),
    cancelPayment: (cancellation) => downWhenUnreachable(() => cancelLedgerPayment(db, cancellation)),
    wasPaidOtherwise: (account, amount, since) =>
      downWhenUnreachable(() => wasPaidOtherwise(db, account, amount, since)),
    findPayment: (receipt) => downWhenUnreachable(() => findPayment(db, receipt)),
    paymentsOn: (day) => ledgerPaymentsOn(db, day),
  }
}
