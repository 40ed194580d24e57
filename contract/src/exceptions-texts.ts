export const longestReason = 500

export const exceptionsTexts = {
  payments: 'Payments',
  open: 'Open',
  findTitle: 'Refund a payment',
  find: 'Find payment',
  receiptNumber: 'Receipt number',
  why: 'Reason',
  evidence: 'Evidence',
  transactionTag: 'Transaction tag',
  authorizationNumber: 'Authorization number',
  history: 'History',
  accounts: 'Accounts',
  requestRefund: 'Request refund',
  approveRefund: 'Approve refund',
  approveCharged: 'Approve: charged',
  needsApproval: 'The gateway could not confirm this, so nothing is resolved yet. Another admin must approve it.',
  reject: 'Reject',
  withdraw: 'Withdraw request',
  ownRequest: 'Needs approval from another super admin or finance admin.',
  disputes: 'Disputes',
  done: 'Done',
  resolve: 'Mark as resolved',
  bankNotAsked: 'The customer has not asked the bank to return this payment',
  bankNotAskedMissing:
    'Ask the customer first. The bank may still return this payment, and then it is paid back twice.',
  noAction: 'No action is needed for this payment.',
  reason: 'Please enter at least 3 characters.',
  samePerson:
    'In the last 24 hours, one of you changed the other’s login, or an admin changed both. A third admin must approve this.',
  longNumber: 'Please remove numbers longer than 12 digits, such as card numbers.',
  tag: 'Please enter the transaction tag as shown in the gateway’s console.',
  authorization: 'Please enter the authorization number, up to 8 letters and numbers.',
  receipt: 'Please enter a receipt number, such as W-902000001.',
} as const

export const exceptionReasons = {
  escalated: {
    name: 'Unconfirmed over 24 hours',
    meaning:
      'For 24 hours the gateway has not confirmed if this was charged. Find the payment in the gateway’s console by its reference number, then resolve it here.',
  },
  unknown: {
    name: 'Unconfirmed',
    meaning: 'The gateway has not confirmed if this was charged. The portal keeps checking. The accounts stay on hold.',
  },
  resolutionDoubted: {
    name: 'Resolution in doubt',
    meaning:
      'This payment was resolved as charged while the gateway could not confirm it. Now the gateway disagrees. Check its console, then undo the resolution, or keep it.',
  },
  disputeOpen: {
    name: 'Dispute open',
    meaning:
      'The card holder disputes this charge. The gateway holds the money until the bank decides. Send evidence in the gateway’s console before it is due, or accept the dispute there.',
  },
  disputeInquiry: {
    name: 'Bank inquiry',
    meaning:
      'The bank is asking about this charge. No money has moved. Answer in the gateway’s console before it is due, or refund the payment.',
  },
  disputeLost: {
    name: 'Dispute lost',
    meaning:
      'The bank decided for the card holder, and the money is gone. If all of the payment was disputed, its postings are canceled and the accounts owe it again. If not, correct the accounts in the billing system.',
  },
  disputeWon: {
    name: 'Dispute won',
    meaning:
      'The bank decided for us, and the money is back. If this payment was canceled before, it is posted again, and the payer gets an email.',
  },
  fraudWarning: {
    name: 'Fraud warning',
    meaning:
      'The bank suspects that the card was used without the card holder’s consent. No money has moved. If that seems right, refund the payment before it is disputed.',
  },
  bankReturned: {
    name: 'Returned by the bank',
    meaning:
      'The bank did not pay this payment, so the accounts owe it. If it kept water from being shut off, that has to be decided again. If the account holder says it was not authorized, call them before anything is debited again.',
  },
  bankReturnedLate: {
    name: 'Returned after it was paid',
    meaning:
      'The bank took this payment back after paying it. That is final: there is no evidence to send. The accounts owe it again. Call the payer, and decide again about shutting off water that it kept on.',
  },
  bankLate: {
    name: 'Bank answer overdue',
    meaning:
      'For over 10 bank days the bank has neither paid nor returned this payment. Find it in the gateway’s console by its reference number.',
  },
  refundFailed: {
    name: 'Refund owed',
    meaning:
      'The payer was told of a refund but does not have it: the payer’s bank returned it, or it was recorded by mistake. Retry here, or refund it another way and record it here.',
  },
  postingRefused: {
    name: 'Posting rejected',
    meaning:
      'The billing system rejected the posting of this payment. Fix the cause and retry the posting, or refund the payment.',
  },
  postingLate: {
    name: 'Posting overdue',
    meaning: 'This payment was made over an hour ago, but has not been posted.',
  },
  cancellationRefused: {
    name: 'Cancellation rejected',
    meaning:
      'The payment was refunded or returned, but the billing system rejected the cancellation. Fix the cause and retry the posting.',
  },
  cancellationLate: {
    name: 'Cancellation overdue',
    meaning: 'The payment was refunded or returned over an hour ago, but it is still posted in the billing system.',
  },
  refundElsewhere: {
    name: 'Refund by hand',
    meaning:
      'The portal no longer uses the gateway that charged this payment, so it can’t refund it. Check in that gateway’s console if it was refunded. If not, refund it there. Then record it here.',
  },
  reversalRefused: {
    name: 'Reversal rejected',
    meaning:
      'We owe the payer a refund that the gateway rejected. Fix the cause and retry here, or refund it in the gateway’s console and record it here.',
  },
  refundRefused: {
    name: 'Refund rejected',
    meaning:
      'The gateway rejected the refund. The payment still stands. If it was refunded in the gateway’s console, record it here.',
  },
  reversalLate: {
    name: 'Refund overdue',
    meaning: 'A void or refund was requested over an hour ago and is not confirmed yet.',
  },
  approvalPending: {
    name: 'Refund needs approval',
    meaning: 'A refund or a resolution was requested. Another admin must approve it.',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly meaning: string }>>
export type ExceptionReason = keyof typeof exceptionReasons

export const exceptionActions = {
  inquire: 'Check gateway now',
  retryPosting: 'Retry posting',
  retryReversal: 'Retry reversal',
  closeRefund: 'Mark as resolved',
  closeDispute: 'Resolve dispute or warning',
  closeReturn: 'Mark as resolved',
  resolveCharged: 'Resolve as charged',
  resolveNotCharged: 'Resolve as not charged',
  requestRefund: 'Refund',
  reportExternalRefund: 'Record refund',
  undoResolution: 'Undo resolution',
  keepResolution: 'Keep resolution',
  allowBank: 'Allow bank payments',
} as const
export type ExceptionAction = keyof typeof exceptionActions

export const actionExplanations: Readonly<Record<ExceptionAction, { readonly asks: string; readonly done: string }>> = {
  allowBank: {
    asks: 'Banks returned several payments for an account, so it can be paid by card only. This lets it be paid from bank accounts again.',
    done: 'The account can be paid from bank accounts again.',
  },
  inquire: {
    asks: 'Checks this charge with the gateway now instead of at the next scheduled time.',
    done: 'Checking with the gateway. The answer will appear in the history.',
  },
  retryPosting: {
    asks: 'Checks if the billing system has this payment, and posts it if not.',
    done: 'Posting to the billing system. The answer will appear in the history.',
  },
  retryReversal: {
    asks: 'Sends the reversal to the gateway again.',
    done: 'Checking with the gateway. The answer will appear in the history.',
  },
  closeRefund: {
    asks: 'The payment stands. This closes the rejected refund.',
    done: 'The rejected refund is resolved.',
  },
  closeDispute: {
    asks: 'Takes a warning or a decided dispute off the list. The money stays where it is.',
    done: 'The dispute or warning is resolved.',
  },
  resolveCharged: {
    asks: 'We check with the gateway first. If it can’t confirm the charge, another admin must approve. Then the payment is marked as Paid and posted. If we have an email address, the payer gets a receipt.',
    done: 'Resolved as charged.',
  },
  resolveNotCharged: {
    asks: 'We check with the gateway first. If it can’t confirm this, another admin must approve. Then the payment is marked as Not charged and the accounts are released. If we have an email address, the payer is told.',
    done: 'Resolved as not charged.',
  },
  closeReturn: {
    asks: 'Takes the returned payment off the list. The accounts owe it in any case.',
    done: 'The return is resolved.',
  },
  requestRefund: {
    asks: 'Refunds the full amount to the card or bank account. The accounts owe it again. Another admin must approve it first.',
    done: 'Refund requested. Another admin must approve it.',
  },
  reportExternalRefund: {
    asks: 'Use this if the charge was refunded in the gateway’s console. After another admin approves, the portal records the refund. The accounts owe the amount again. If we have an email address, the payer is told.',
    done: 'Reported. Another admin must approve it.',
  },
  undoResolution: {
    asks: 'We check with the gateway first. If it still disagrees, another admin must approve. Then a payment that was not charged is canceled, and the payer is told. One that was charged under other numbers gets those. A refund that was recorded but not made is owed again.',
    done: 'Requested. Another admin must approve it.',
  },
  keepResolution: {
    asks: 'The payment stays paid as it was resolved, and the gateway is not asked about it again.',
    done: 'The resolution is kept.',
  },
}

/** What the bank of the card says. */
export const disputeStatuses = {
  WARNED: 'Fraud warning',
  ASKED: 'Bank inquiry',
  OPEN: 'Open',
  WON: 'Won',
  LOST: 'Lost',
  CLOSED: 'Closed',
} as const
export type DisputeStatus = keyof typeof disputeStatuses

export const billingStatuses = {
  none: 'Not needed',
  pending: 'Waiting to post',
  posted: 'Posted',
  rejected: 'Rejected',
  cancelling: 'Waiting to cancel',
  cancelled: 'Canceled',
  cancelRejected: 'Cancellation rejected',
} as const
export type BillingStatus = keyof typeof billingStatuses
