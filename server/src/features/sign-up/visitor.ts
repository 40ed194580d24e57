import type { GuestCaller } from '../../caller.ts'

/** Who asks: a guest session, its browser's address, and the id of the request. */
export interface Visitor {
  sessionId: number
  clientAddress: string
  requestId: string
}

/** The visitor who makes a call. */
export function visitorOf({
  session,
  clientAddress,
  requestId,
}: Omit<Visitor, 'sessionId'> & { session: GuestCaller }): Visitor {
  return { sessionId: session.id, clientAddress, requestId }
}
