/**
 * Why a bank declined, as far as a payer may know: neither which detail of the card was wrong nor that it is listed as
 * stolen, which would help whoever tries stolen cards. `payerAsked`: the bank wants the payer, who was not there.
 */
export type DeclineReason = 'limit' | 'funds' | 'details' | 'bankAway' | 'payerAsked' | 'unsaid'

/** Of a charge without its payer that a bank declined: days until it may be tried again, or why it never may. */
export type SecondTry = { afterDays: number } | { never: 'payer_asked' | 'card_details' | 'card_refused' }
