/** Tables of the payment engine (migration 0004). */
export interface PaymentTables {}
