/** How many characters a reason may have. */
export const longestReason = 500

/** Texts of the exceptions, 'Payments needing attention'; all ours (P6). */
export const exceptionsTexts = {
  lead: 'What the portal cannot settle by itself. Everything done here is written into the history of the payment and into the audit log.',
  payments: 'Payments',
  discrepancies: 'Differences between the books',
  noPayments: 'No payment needs attention.',
  noDiscrepancies: 'No difference is open.',
  back: 'Back to the list',
  open: 'Look at it',
  more: 'Show more',
  findTitle: 'Give a payment back',
  find: 'Find the payment',
  receiptNumber: 'Receipt number',
  why: 'Why',
  whyHint: 'Kept with the payment forever. No card numbers.',
  evidence: 'What proves it',
  evidenceHint: 'Such as the row in the gateway’s console, a letter, a telephone call. Kept forever. No card numbers.',
  transactionTag: 'Transaction tag',
  authorizationNumber: 'Authorization number',
  history: 'What happened',
  noHistory: 'Nothing is written down.',
  accounts: 'Accounts',
  requests: 'Requests to a second person',
  requestRefund: 'Ask to give it back',
  approveRefund: 'Agree to give it back',
  approveExternalRefund: 'Agree that it was given back',
  approveCharged: 'Agree that it was charged',
  approveNotCharged: 'Agree that it was not charged',
  asksGateway: 'The card network is asked first, which may take half a minute.',
  needsApproval:
    'The card network could not say whether it was charged, so nothing is settled yet. A second person has to agree.',
  reject: 'Say no',
  withdraw: 'Take the request back',
  ownRequest: 'Somebody else has to agree: another super admin or someone of finance.',
  done: 'Done',
  resolve: 'Mark as settled',
  cancel: 'Cancel',
  noAction: 'Nothing needs to be done about this payment.',
  reason: 'Please say why, in at least 3 letters.',
  longNumber: 'Please leave out card numbers and other numbers of more than 12 digits.',
  tag: 'Please enter the transaction tag as the gateway’s console shows it.',
  authorization: 'Please enter the authorization number: up to 8 letters and digits.',
  receipt: 'Please enter a receipt number, such as W-902000001.',
} as const

/** Why a payment is an exception: what it is called in the list, and what it means. */
export const exceptionReasons = {
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
      'The card was charged, and the billing system refuses the payment. Remove the reason for the refusal and tell the billing system again, or give the payment back.',
  },
  postingLate: {
    name: 'Not in the billing system',
    meaning: 'The card was charged over an hour ago, and the billing system has not taken the payment yet.',
  },
  cancellationRefused: {
    name: 'Cancelling refused',
    meaning:
      'The payment was given back, and the billing system refuses to cancel it. Remove the reason for the refusal and tell the billing system again.',
  },
  cancellationLate: {
    name: 'Not cancelled yet',
    meaning: 'The payment was given back over an hour ago, and the billing system still holds it.',
  },
  reversalRefused: {
    name: 'Giving back refused',
    meaning:
      'The payer is owed a charge that the card network refuses to give back. Remove the reason for the refusal and try again here, or give it back in the gateway’s console and record that here.',
  },
  refundRefused: {
    name: 'Refund refused',
    meaning:
      'The card network refused the refund that finance asked for. The payment stands as it did. If it was given back in the gateway’s console, record that here.',
  },
  reversalLate: {
    name: 'Giving back takes long',
    meaning: 'A void or refund was asked for over an hour ago, and nobody knows yet whether it was made.',
  },
  approvalPending: {
    name: 'Waits for a second person',
    meaning:
      'Someone asks to give this payment back, or says that it was given back, charged or not charged. Somebody else has to agree.',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly meaning: string }>>
export type ExceptionReason = keyof typeof exceptionReasons

/** What a person can have done about a payment, as the buttons say it. */
export const exceptionActions = {
  inquire: 'Look again now',
  retryPosting: 'Tell the billing system again',
  retryReversal: 'Try again to give it back',
  closeRefund: 'Mark as settled',
  resolveCharged: 'It was charged',
  resolveNotCharged: 'It was not charged',
  requestRefund: 'Give it back',
  reportExternalRefund: 'It was given back',
} as const
export type ExceptionAction = keyof typeof exceptionActions

/** What is about to happen, as the dialog of an action says it, and what has happened when it is done. */
export const actionExplanations: Readonly<Record<ExceptionAction, { readonly asks: string; readonly done: string }>> = {
  inquire: {
    asks: 'The card network is asked about it now, instead of at the next time of the schedule.',
    done: 'The card network is being asked. What it says appears in the history in a moment.',
  },
  retryPosting: {
    asks: 'The billing system is asked whether it has the payment, and told of it when it does not.',
    done: 'The billing system is being told. What it says appears in the history in a moment.',
  },
  retryReversal: {
    asks: 'The card network is asked once more to give the charge back.',
    done: 'The card network is being asked. What it says appears in the history in a moment.',
  },
  closeRefund: {
    asks: 'The payment stands, and the refused refund no longer waits for anybody.',
    done: 'The refused refund is settled.',
  },
  resolveCharged: {
    asks: 'The card network is asked first, and has to agree. If it cannot say, a second person has to. The payment then becomes paid: receipts, the billing system and, if there is an e-mail address, the letter to the payer follow.',
    done: 'The payment is settled as charged.',
  },
  resolveNotCharged: {
    asks: 'The card network is asked first, and has to agree. If it cannot say, a second person has to. A payer with an e-mail address is then told that nothing was charged, and the accounts can be paid again.',
    done: 'The payment is settled as not charged.',
  },
  requestRefund: {
    asks: 'All of it goes back to the card, and the accounts owe it again. A second person has to agree first.',
    done: 'Asked for. A second person has to agree before anything is given back.',
  },
  reportExternalRefund: {
    asks: 'The charge was given back in the gateway’s console, outside the portal. Once a second person agrees, the portal records it so: the payer gets a letter if there is an e-mail address, and accounts that were paid with it owe it again.',
    done: 'Written down. A second person has to agree before it is recorded.',
  },
}

/** The status of a payment in the billing system, by account. */
export const billingStatuses = {
  none: 'Nothing to tell',
  pending: 'Waits to be told',
  posted: 'Recorded',
  rejected: 'Refused',
  cancelling: 'Waits to be cancelled',
  cancelled: 'Cancelled',
  cancelRejected: 'Cancelling refused',
} as const
export type BillingStatus = keyof typeof billingStatuses
