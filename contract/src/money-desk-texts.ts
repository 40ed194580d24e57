/** Texts of 'Payments needing attention'; all ours (design §5 rule 6). */
export const moneyDeskTexts = {
  title: 'Payments needing attention',
  lead: 'What the portal cannot settle by itself. Everything done here is written into the history of the payment and into the audit log.',
  payments: 'Payments',
  discrepancies: 'Differences between the books',
  noPayments: 'No payment needs attention.',
  noDiscrepancies: 'The books agree.',
  reason: 'Please say why, in at least 3 letters.',
  longNumber: 'Please leave out card numbers and other numbers of more than 12 digits.',
  tag: 'Please enter the transaction tag: up to 10 digits.',
  authorization: 'Please enter the authorization number: up to 8 letters and digits.',
  receipt: 'Please enter a receipt number, such as W-902000001.',
} as const

/** Why a payment needs attention: what it is called in the list, and what it means. */
export const attentionReasons = {
  escalated: {
    name: 'Unknown for a day',
    meaning:
      'The card network could not tell for a day whether the card was charged. Find the payment by its reference in the gateway’s console, then settle it here.',
  },
  unknown: {
    name: 'Outcome unknown',
    meaning: 'Nobody knows yet whether the card was charged. The portal keeps asking, and the accounts stay held.',
  },
  postingRefused: {
    name: 'Refused by the billing system',
    meaning:
      'The card was charged, and the billing system refuses the payment. Remove what it is refused for and have it told again, or give the payment back.',
  },
  postingLate: {
    name: 'Not in the billing system',
    meaning: 'The card was charged over an hour ago, and the billing system has not taken the payment yet.',
  },
  cancellationRefused: {
    name: 'Cancelling refused',
    meaning:
      'The payment was given back, and the billing system refuses to cancel it. Remove what it is refused for and have it told again.',
  },
  cancellationLate: {
    name: 'Not cancelled yet',
    meaning: 'The payment was given back over an hour ago, and the billing system still holds it.',
  },
  giveBackRefused: {
    name: 'Giving back refused',
    meaning:
      'The payer is owed a charge that the card network refuses to give back. Remove what it is refused for, or give it back in the gateway’s console; then try again here.',
  },
  refundRefused: {
    name: 'Refund refused',
    meaning: 'The card network refused the refund that finance asked for. The payment stands as it did.',
  },
  giveBackLate: {
    name: 'Giving back takes long',
    meaning: 'A void or refund was asked for over an hour ago, and nobody knows yet whether it was made.',
  },
  giveBackAsked: {
    name: 'Waits for a second person',
    meaning: 'Someone asks to give this payment back. Somebody else has to agree.',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly meaning: string }>>
export type AttentionReason = keyof typeof attentionReasons

/** What a person can have done about a payment, as the buttons say it. */
export const paymentMoves = {
  lookAgain: 'Look again now',
  retryBilling: 'Tell the billing system again',
  sendAgain: 'Try again to give it back',
  closeGiveBack: 'Mark as settled',
  settleCharged: 'It was charged',
  settleNotCharged: 'It was not charged',
  askGiveBack: 'Give it back',
} as const
export type PaymentMove = keyof typeof paymentMoves

/** How a payment stands in the billing system, by account. */
export const billingStandings = {
  none: 'Nothing to tell',
  waiting: 'Waits to be told',
  recorded: 'Recorded',
  refused: 'Refused',
  cancelling: 'Waits to be cancelled',
  cancelled: 'Cancelled',
  cancelRefused: 'Cancelling refused',
} as const
export type BillingStanding = keyof typeof billingStandings
