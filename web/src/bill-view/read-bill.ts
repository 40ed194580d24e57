import { type BillView, viewBill, viewLinkedBill } from '@portal/contract/bill-view'
import { BillId, PersonId } from '@portal/contract/ids'
import { readSession } from '@portal/contract/sign-in'
import type { PortalStart } from '@portal/contract/utility'
import { asProblem, send } from '#api/send.ts'
import { readHint } from '#session/storage.ts'
import type { BillLink } from './bill-link.ts'

/** Why a bill cannot be shown (C§8). */
export type BillTrouble = 'expired' | 'notYours' | 'notAllowed' | 'loadFailed'

/** A bill, or why it cannot be shown: `passwordIsGiven` before whoever is signed in has a password of their own. */
export type AnsweredBill = { readonly bill: BillView } | { readonly trouble: BillTrouble | 'passwordIsGiven' }

/** Fetches the bill of a link (C§6, R7). Never rejects. */
export async function readBill(link: BillLink, signedIn: PortalStart['signedIn']): Promise<AnsweredBill> {
  try {
    const bill = await billBehind(link, signedIn)
    return bill ? { bill } : { trouble: 'notAllowed' }
  } catch (error) {
    return { trouble: troubles[asProblem(error).name] ?? 'loadFailed' }
  }
}

/** Null when it is already known here that the visitor may not see it. */
async function billBehind(link: BillLink, signedIn: PortalStart['signedIn']): Promise<BillView | null> {
  const billId = BillId.parse(link.billId)
  if (link.signature !== null) {
    const { id, signature } = link
    return await send(viewLinkedBill, { body: { billId, user: PersonId.parse(link.user), id, signature } })
  }
  // Comparing the person here only saves a request: the server decides by the session's own accounts.
  if (signedIn.customer && link.user === (await personSignedIn())) {
    return await send(viewBill, { body: { billId }, as: 'customer' })
  }
  return signedIn.admin ? await send(viewBill, { body: { billId }, as: 'admin' }) : null
}

async function personSignedIn(): Promise<string> {
  return readHint('personId') ?? (await send(readSession)).personId
}

const troubles: Readonly<Record<string, BillTrouble | 'passwordIsGiven'>> = {
  'password-is-given': 'passwordIsGiven',
  'link-expired': 'expired',
  'bill-not-yours': 'notYours',
  'link-not-ours': 'notAllowed',
  'not-allowed': 'notAllowed',
  'not-signed-in': 'notAllowed',
}
