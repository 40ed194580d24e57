/** Why a charge waits. A new one has no words until they are added here. */
const heldReasons: Readonly<Record<string, { readonly name: string; readonly meaning: string }>> = {
  run_stopped: { name: 'AutoPay is off', meaning: 'Turn AutoPay on in System Maintenance.' },
  stale_import: {
    name: 'Balances are too old',
    meaning: 'Import an extract of the billing system. Nothing is charged from old balances.',
  },
  hour_full: { name: 'Limit per hour reached', meaning: 'Nothing to do. These charges follow in the next hours.' },
  account_held: {
    name: 'Another payment is unconfirmed',
    meaning: 'Nothing to do. The charge follows once it is confirmed.',
  },
  agreement_busy: {
    name: 'Another charge is unconfirmed',
    meaning: 'Nothing to do. One charge of an agreement follows the other.',
  },
  earlier_bill: {
    name: 'An earlier bill comes first',
    meaning: 'Nothing to do. One bill of an account follows the other.',
  },
  notice_waits: {
    name: 'Notice not sent yet',
    meaning: 'The mail server has not taken the notice. Without it, nothing is charged.',
  },
  notice_refused: {
    name: 'Notice rejected',
    meaning: 'The mail server rejected the email address. Correct it; the customer pays this bill without AutoPay.',
  },
  no_email: {
    name: 'No email address',
    meaning: 'Ask the customer for an email address. Without it, nothing is charged.',
  },
  paused: {
    name: 'AutoPay is paused',
    meaning: 'The customer turns it on again, or staff takes back a pause of theirs in Phoned In.',
  },
  other_gateway: {
    name: 'Card of another gateway',
    meaning: 'The card was saved at another gateway or in test mode. The customer chooses another card.',
  },
}

/** The code itself for one without words. */
export function heldInWords(code: string): { readonly name: string; readonly meaning: string } {
  return heldReasons[code] ?? { name: code, meaning: '' }
}

/** Why AutoPay paused, or a charge failed. */
const stopReasons: Readonly<Record<string, string>> = {
  staff: 'Paused by staff',
  card_removed: 'The card was removed.',
  payer_asked: 'The bank asks the customer to confirm.',
  card_details: 'The card’s details have changed.',
  card_refused: 'The bank does not allow this card to be charged again.',
  declined_twice: 'The bank declined twice.',
  reversed_by_gateway: 'The gateway reversed the charge by itself. Charge again by phone, or let the customer pay.',
}

/** The code itself for one without words. */
export function stopInWords(code: string): string {
  return stopReasons[code] ?? code
}
