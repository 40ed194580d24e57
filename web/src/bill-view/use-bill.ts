import { type BillView, viewBill, viewLinkedBill } from '@portal/contract/bill-view'
import { BillId, PersonId } from '@portal/contract/ids'
import { readSession } from '@portal/contract/sign-in'
import type { PortalStart } from '@portal/contract/utility'
import { useQuery } from '@tanstack/react-query'
import { asProblem, send } from '#api/send.ts'
import { readHint } from '#session/hints.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import type { BillLink } from './bill-link.ts'

/** Why there is no bill to be seen (C§8). */
export type BillTrouble = 'expired' | 'notYours' | 'notAllowed' | 'loadFailed'

/** A bill on its way, there, or refused. */
export interface AskedBill {
  readonly bill: BillView | undefined
  readonly trouble: BillTrouble | null
  readonly tryAgain: () => void
}

/** Asks for the bill a link leads to (C§6, design R7). */
export function useBill(link: BillLink): AskedBill {
  const { signedIn } = usePortalStart()
  const asked = useQuery({
    queryKey: ['bill', link],
    queryFn: async ({ signal }): Promise<BillView | 'notAllowed'> => await billBehind(link, signedIn, signal),
    staleTime: Infinity,
    networkMode: 'always',
  })
  const isRefused = asked.data === 'notAllowed'
  return {
    bill: asked.data === 'notAllowed' ? undefined : asked.data,
    trouble: isRefused ? 'notAllowed' : asked.error && !asked.isFetching ? troubleOf(asked.error) : null,
    tryAgain: () => void asked.refetch(),
  }
}

async function billBehind(
  link: BillLink,
  signedIn: PortalStart['signedIn'],
  signal: AbortSignal,
): Promise<BillView | 'notAllowed'> {
  const billId = BillId.parse(link.billId)
  if (link.signature !== null) {
    const { id, signature } = link
    return await send(viewLinkedBill, { body: { billId, user: PersonId.parse(link.user), id, signature }, signal })
  }
  // The browser's word for who is signed in only saves a question: the server looks at the session's own accounts.
  if (signedIn.customer && link.user === (await personSignedIn(signal))) {
    return await send(viewBill, { body: { billId }, as: 'customer', signal })
  }
  return signedIn.admin ? await send(viewBill, { body: { billId }, as: 'admin', signal }) : 'notAllowed'
}

async function personSignedIn(signal: AbortSignal): Promise<string> {
  return readHint('personId') ?? (await send(readSession, { signal })).personId
}

const troubles: Readonly<Record<string, BillTrouble>> = {
  'link-expired': 'expired',
  'bill-not-yours': 'notYours',
  'link-not-ours': 'notAllowed',
  'not-allowed': 'notAllowed',
  'not-signed-in': 'notAllowed',
}

function troubleOf(error: Error): BillTrouble {
  return troubles[asProblem(error).name] ?? 'loadFailed'
}
