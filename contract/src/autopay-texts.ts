/** All ours (R39). */
export const autopayTexts = {
  pageTitle: 'Payment methods and AutoPay',
  others: 'Other accounts',
  setUp: 'Set up AutoPay',
  turnOn: 'Turn on AutoPay',
  turnedOn: 'AutoPay is on.',
  turnedOff: 'AutoPay is off. We won’t charge anything for this account again.',
  isPaused: 'AutoPay is paused. We don’t pay this account’s bills now.',
  anotherCard: 'Choose another payment method',
  changed: 'Your changes are saved.',
  save: 'Save changes',
  agree: 'I have read these terms and agree to them',
  wordsChanged: 'The terms of AutoPay have changed. Nothing was saved. Read the new terms below and agree again.',
  wrongDay: 'Please choose a day from the list.',
  wrongMost: 'Please enter an amount of $1.00 to $99,999.99.',
  wrongRange: 'Please enter two amounts, the lower one first.',
  wrongEnd: 'Please choose a date from today on, or leave it empty.',
  tooEarly:
    'With this payment method, choose at most {count} days before the due date, so that our email comes early enough.',
} as const

/** Why AutoPay stands still, and what to do. */
export const pausedTexts = {
  payer_asked:
    'Your bank wants you to confirm the charge. Pay the bill online, and your bank will ask you to confirm. Then turn AutoPay on again.',
  card_details:
    'Your bank declined the charge, because the card’s details have changed. Pay the bill, and choose another payment method.',
  card_refused:
    'Your bank does not allow this card to be charged again. Pay the bill, and choose another payment method.',
  declined_twice: 'Your bank declined the charge twice. Pay the bill, and choose another payment method.',
  returned_twice:
    'Your bank returned the payment twice: not enough money in the account. Pay the bill, and then turn AutoPay on again.',
  bank_refused:
    'Your bank returned the payment. It does not pay from this account. Pay the bill, and choose another payment method.',
  bank_unauthorized:
    'Your bank did not allow the payment. Pay the bill, and choose another payment method. Call us if you did not expect this.',
  bank_blocked:
    'Your bank account can’t be debited anymore. Pay the bill, and choose another payment method, or add the account again.',
  mandate_gone:
    'Your authorization to debit this bank account has ended. Pay the bill, and choose another payment method, or add the account again.',
  card_removed: 'The payment method AutoPay used was removed. Pay your bill, and choose another one.',
  staff: 'We paused AutoPay for this account. Pay your bill yourself, and call us if you have questions.',
} as const

/** Why a charge waits although its day may have come. */
export const heldTexts = {
  account_held: 'Another payment of this account is being confirmed. We’ll charge what’s left after it.',
  after_hours: 'We charge during the day, so this follows in the morning.',
  agreement_busy: 'An earlier charge is being confirmed. This one follows.',
  bank_payment: 'A payment from a bank account is on its way. We’ll charge what’s left after it.',
  earlier_bill: 'An earlier bill is charged first. This one follows.',
  hour_full: 'We’ll charge it within the next hours.',
  no_email: 'We can’t email you, so we charge nothing. Add an email address in Edit Account.',
  notice_refused: 'Our email to you came back, so we charge nothing. Correct your email address in Edit Account.',
  notice_waits: 'We charge after our email about it has left.',
  other_gateway: 'We can’t charge this payment method now. You can pay the bill yourself.',
  run_stopped: 'We have stopped AutoPay for a while. We’ll charge when it goes on.',
  stale_import: 'We wait for the newest balances from our billing system.',
} as const
