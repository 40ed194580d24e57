/**
 * Why a bank declined, as far as a payer may know: neither which detail of the card was wrong nor that it is listed as
 * stolen, which would help whoever tries stolen cards. `payerAsked`: the bank wants the payer, who was not there.
 */
export type DeclineReason = 'limit' | 'funds' | 'details' | 'bankAway' | 'payerAsked' | 'unsaid'
