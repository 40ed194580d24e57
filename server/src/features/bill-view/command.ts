import { billLinkMinutes } from '@portal/contract/bill-view-texts'
import { BillId } from '@portal/contract/ids'
import type { Deps } from '../../deps.ts'
import { signBillLink } from './bill-link.ts'

type Needed = Pick<Deps, 'billing' | 'clock' | 'config' | 'profile'>

/** What the command gets from the operator's command line. */
export interface BillLinkIo {
  /** Connects to database and partners; asked for only when the command was written correctly. */
  open(): { deps: Needed; close(): Promise<void> }
  /** Writes to standard output. */
  write(text: string): void
}

const usage = `portal bill-link BILL
  Prints a signed address of a bill, for a letter to its customer. Whoever opens it within ${billLinkMinutes} minutes sees the bill
  without signing in.
  BILL   the twelve digits of the bill
`

/** `portal bill-link` (design R7): exit code 1 when there is no such bill, 2 for wrong usage. */
export async function billLinkCommand(words: readonly string[], io: BillLinkIo): Promise<0 | 1 | 2> {
  const billId = BillId.safeParse(words[0])
  if (!billId.success || words.length > 1) {
    io.write(usage)
    return 2
  }
  const { deps, close } = io.open()
  try {
    const address = await addressOf(deps, billId.data)
    io.write(`${address ?? `There is no bill ${billId.data}.`}\n`)
    return address === null ? 1 : 0
  } finally {
    await close()
  }
}

async function addressOf(deps: Needed, billId: BillId): Promise<string | null> {
  const bill = await deps.billing.findBill(billId)
  const account = bill && (await deps.billing.findAccount(bill.accountId, deps.profile.division))
  if (!account) return null
  return `${deps.config.PUBLIC_URL}${signBillLink(deps, billId, account.person.personId)}`
}
