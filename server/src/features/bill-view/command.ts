import { billLinkMinutes } from '@portal/contract/bill-view-texts'
import { BillId } from '@portal/contract/ids'
import type { Deps } from '../../deps.ts'
import { type CommandIo, type ExitCode, withOpened } from '../../foundation/command-line/command-line.ts'
import { signBillLink } from './bill-link.ts'

type Needed = Pick<Deps, 'billing' | 'clock' | 'config' | 'profile'>

const usage = `portal bill-link BILL
  Prints a signed link to a bill. Anyone with the link can see the bill for ${billLinkMinutes} minutes without logging in.
  BILL   bill ID, 12 digits
`

/** `portal bill-link` (R7): exit code 1 when there is no such bill, 2 for wrong usage. */
export async function billLinkCommand(words: readonly string[], io: CommandIo<Needed>): Promise<ExitCode> {
  const billId = BillId.safeParse(words[0])
  if (!billId.success || words.length > 1) {
    io.write(usage)
    return 2
  }
  return await withOpened(io, async (deps) => {
    const address = await addressOf(deps, billId.data)
    io.write(`${address ?? `Bill ${billId.data} not found.`}\n`)
    return address === null ? 1 : 0
  })
}

async function addressOf(deps: Needed, billId: BillId): Promise<string | null> {
  const bill = await deps.billing.findBill(billId)
  const account = bill && (await deps.billing.findAccount(bill.accountId, deps.profile.division))
  if (!account) return null
  return `${deps.config.PUBLIC_URL}${signBillLink(deps, billId, account.person.personId)}`
}
