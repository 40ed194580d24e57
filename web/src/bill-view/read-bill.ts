import { type BillView, readBillImage, readLinkedBillImage, viewBill, viewLinkedBill } from '@portal/contract/bill-view'
import { BillId, PersonId } from '@portal/contract/ids'
import { readSession } from '@portal/contract/sign-in'
import type { PortalStart } from '@portal/contract/utility'
import { asProblem, send, sendForFile } from '#api/send.ts'
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
  const signed = signedBody(link)
  if (signed) return await send(viewLinkedBill, { body: signed })
  const as = await viewerOf(link, signedIn)
  return as && (await send(viewBill, { body: { billId: BillId.parse(link.billId) }, as }))
}

/** The PDF of the billing system, of a bill that is shown. @throws ApiProblem */
export async function readImage(link: BillLink, signedIn: PortalStart['signedIn']): Promise<Blob> {
  const signed = signedBody(link)
  if (signed) return await sendForFile(readLinkedBillImage, { body: signed })
  const as = (await viewerOf(link, signedIn)) ?? 'customer'
  return await sendForFile(readBillImage, { body: { billId: BillId.parse(link.billId) }, as })
}

function signedBody({ billId, user, id, signature }: BillLink) {
  return signature === null ? null : { billId: BillId.parse(billId), user: PersonId.parse(user), id, signature }
}

/** Comparing the person here only saves a request: the server decides by the session's own accounts. */
async function viewerOf({ user }: BillLink, signedIn: PortalStart['signedIn']): Promise<'customer' | 'admin' | null> {
  if (signedIn.customer && user === (await personSignedIn())) return 'customer'
  return signedIn.admin ? 'admin' : null
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
