import type { GuestCaller } from '../../caller.ts'

/** Who asks: a guest session, the address its browser has, and the request it asks by. */
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
