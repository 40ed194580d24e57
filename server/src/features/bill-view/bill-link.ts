import { createHmac, timingSafeEqual } from 'node:crypto'
import { billLinkMinutes, linkedBillAddress } from '@portal/contract/bill-view-texts'
import { epochOf } from '@portal/contract/dates'
import { type PersonId, BillId } from '@portal/contract/ids'
import type { Deps } from '../../deps.ts'
import { type CommandIo, type ExitCode, withOpened } from '../../foundation/command-line.ts'

interface Needed {
  clock: Deps['clock']
  config: Pick<Deps['config'], 'LINK_SECRET'>
}

/** The address of a bill as a browser sent it back. */
export interface BillLink {
  billId: BillId
  user: PersonId
  /** When it was made, in milliseconds since 1970. */
  id: string
  signature: string
}

/** The path and query that show this bill to anyone who has them, for fifteen minutes and without signing in (R7). */
export function signBillLink(deps: Needed, billId: BillId, personId: PersonId): string {
  const madeAt = epochOf(deps.clock.now())
  const signature = sign(deps, billId, personId, String(madeAt)).toString('base64url')
  return linkedBillAddress({ billId, personId, madeAt, signature })
}

/** Whether a link was signed by us, is unchanged, and is not older than fifteen minutes. */
export function verifyBillLink(deps: Needed, link: BillLink): 'good' | 'expired' | 'notOurs' {
  const given = Buffer.from(link.signature, 'base64url')
  const right = sign(deps, link.billId, link.user, link.id)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'notOurs'
  const age = epochOf(deps.clock.now()) - Number(link.id)
  return age > billLinkMinutes * 60_000 ? 'expired' : 'good'
}

function sign({ config }: Needed, billId: BillId, personId: PersonId, madeAt: string): Buffer {
  const signed = JSON.stringify(['bill', billId, personId, madeAt])
  return createHmac('sha256', config.LINK_SECRET).update(signed).digest()
}

type CommandDeps = Pick<Deps, 'billing' | 'clock' | 'config' | 'profile'>

const usage = `portal bill-link BILL
  Prints a signed link to a bill. Anyone with the link can see the bill for ${billLinkMinutes} minutes without logging in.
  BILL   bill ID, 12 digits
`

/** `portal bill-link` (R7): exit code 1 when there is no such bill, 2 for wrong usage. */
export async function billLinkCommand(words: readonly string[], io: CommandIo<CommandDeps>): Promise<ExitCode> {
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

async function addressOf(deps: CommandDeps, billId: BillId): Promise<string | null> {
  const bill = await deps.billing.findBill(billId)
  const account = bill && (await deps.billing.findAccount(bill.accountId))
  if (!account) return null
  return `${deps.config.PUBLIC_URL}${signBillLink(deps, billId, account.person.personId)}`
}
