/** Who asks: a guest session, and the address its browser has. */
export interface Visitor {
  sessionId: number
  clientAddress: string
}
