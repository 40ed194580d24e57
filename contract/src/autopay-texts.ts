/** All ours (R39). */
export const autopayTexts = {
  pageTitle: 'Payment methods and AutoPay',
  others: 'Other accounts',
  setUp: 'Set up AutoPay',
  turnOn: 'Turn on AutoPay',
  turnedOn: 'AutoPay is on.',
  turnedOff: 'AutoPay is off. We won’t charge your card for this account again.',
  isPaused: 'AutoPay is paused. We don’t pay this account’s bills now.',
  anotherCard: 'Choose another card',
  changed: 'Your changes are saved.',
  save: 'Save changes',
  agree: 'I have read these terms and agree to them',
  wordsChanged: 'The terms of AutoPay have changed. Nothing was saved. Read the new terms below and agree again.',
  wrongDay: 'Please choose a day from the list.',
  wrongMost: 'Please enter an amount of $1.00 to $99,999.99.',
  wrongRange: 'Please enter two amounts, the lower one first.',
  wrongEnd: 'Please choose a date from today on, or leave it empty.',
  tooEarly: 'With this card, choose at most {count} days before the due date, so that our email comes early enough.',
} as const

/** Why AutoPay stands still, and what to do. */
export const pausedTexts = {
  payer_asked:
    'Your bank wants you to confirm the charge. Pay the bill online, and your bank will ask you to confirm. Then turn AutoPay on again.',
  card_details:
    'Your bank declined the charge, because the card’s details have changed. Pay the bill, and choose another card.',
  card_refused: 'Your bank does not allow this card to be charged again. Pay the bill, and choose another card.',
  declined_twice: 'Your bank declined the charge twice. Pay the bill, and choose another card.',
  card_removed: 'The card AutoPay used was removed. Pay your bill, and choose another card.',
  staff: 'We paused AutoPay for this account. Pay your bill yourself, and call us if you have questions.',
} as const

/** Why a charge waits although its day may have come. */
export const heldTexts = {
  account_held: 'Another payment of this account is being confirmed. We’ll charge what’s left after it.',
  after_hours: 'We charge cards during the day, so this one follows in the morning.',
  agreement_busy: 'An earlier charge is being confirmed. This one follows.',
  earlier_bill: 'An earlier bill is charged first. This one follows.',
  hour_full: 'We’ll charge your card within the next hours.',
  no_email: 'We can’t email you, so we charge nothing. Add an email address in Edit Account.',
  notice_refused: 'Our email to you came back, so we charge nothing. Correct your email address in Edit Account.',
  notice_waits: 'We charge after our email about it has left.',
  other_gateway: 'We can’t charge this card now. You can pay the bill yourself.',
  run_stopped: 'We have stopped AutoPay for a while. We’ll charge your card when it goes on.',
  stale_import: 'We wait for the newest balances from our billing system.',
} as const
