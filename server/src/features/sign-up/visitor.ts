/** Who asks: a guest session, the address its browser has, and the request it asks by. */
export interface Visitor {
  sessionId: number
  clientAddress: string
  requestId: string
}
