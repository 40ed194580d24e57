/** All ours (R39). */
export const autopayTexts = {
  title: 'AutoPay',
  pageTitle: 'Payment methods and AutoPay',
  lead: 'We charge your card for each bill, and email you before. You can turn it off any time.',
  on: 'On',
  paused: 'Paused',
  off: 'Off',
  setUp: 'Set up AutoPay',
  turnOn: 'Turn on AutoPay',
  turnOff: 'Turn off AutoPay',
  turnedOn: 'AutoPay is on.',
  turnedOff: 'AutoPay is off. We won’t charge your card for this account again.',
  changed: 'Your changes are saved.',
  resumed: 'AutoPay is on again.',
  change: 'Change',
  save: 'Save changes',
  agreed: 'What I agreed to',
  terms: 'What you agree to',
  agree: 'I have read these terms and agree to them',
  agreeMissing: 'To continue, agree to the terms.',
  wordsChanged: 'The terms of AutoPay have changed. Nothing was saved. Read the new terms below and agree again.',
  loadFailed: 'We couldn’t load AutoPay.',
  willCharge: 'We will charge {amount} to {card} on {day}.',
  willChargeAbout: 'We will charge about {amount} to {card} on {day}.',
  willChargeSome: 'We will charge {card} on {day}.',
  charging: 'We are charging {card} now.',
  amountToCome: 'We’ll email you the exact amount first.',
  canStop: 'You can stop this until the evening before. If you pay before, we charge only what is left.',
  noBill: 'There is no bill to charge now. We’ll email you before the next charge.',
  overMost: 'We won’t charge your next bill, because it is more than {most}. Pay it yourself.',
  byAnother: 'Another person turned on AutoPay for this account.',
  ifYouPayNow: 'AutoPay will charge {amount} on {day}. If you pay now, it charges only what is left.',
  ifYouPayNowSome: 'AutoPay will charge this account on {day}. If you pay now, it charges only what is left.',
  cardInUse: 'AutoPay for {accounts} uses this card. It pauses, and bills are not paid until you choose another card.',
  wrongDay: 'Please choose a day from the list.',
  wrongMost: 'Please enter an amount of $1.00 to $99,999.99.',
  wrongRange: 'Please enter two amounts, the lower one first.',
  wrongEnd: 'Please choose a date from today on, or leave it empty.',
  tooEarly: 'With this card, choose at most {count} days before the due date, so that our email comes early enough.',
} as const

/** Why AutoPay stands still, and what to do. */
export const pausedTexts = {
  payer_asked:
    'Your bank wants you to confirm the charge. Pay the bill online, where your bank can ask you. Then turn AutoPay on again.',
  card_details:
    'Your bank declined the charge, because the card’s details have changed. Pay the bill, and choose another card.',
  card_refused: 'Your bank does not allow this card to be charged again. Pay the bill, and choose another card.',
  declined_twice: 'Your bank declined the charge twice. Pay the bill, and choose another card.',
  card_removed: 'The card of AutoPay was removed. Pay your bill, and choose another card.',
  staff: 'We paused AutoPay for this account. Pay your bill yourself, and call us if you have questions.',
} as const

/** Why a charge waits although its day may have come. */
export const heldTexts = {
  account_held: 'Another payment of this account is being confirmed. We’ll charge what is left after it.',
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
