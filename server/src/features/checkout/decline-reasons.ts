const limit = 'The bank declined the payment because the card has reached its limit.'
const funds = 'The bank declined the payment because there is not enough money or credit on the card.'
const details = 'The bank declined the payment. Check the card number, the expiration date and the CVV.'
const away = 'The bank couldn’t be reached. Try again in a few minutes.'
const unsaid = 'The bank declined the payment. To learn why, call the number on the back of the card.'

/**
 * What the bank's answers mean, by Bank_Resp_Code. Which detail of the card is wrong is not told, because that would help
 * whoever tries stolen cards; nor that a card is listed as lost or stolen.
 */
const sentences: Readonly<Record<string, string>> = {
  201: details,
  233: details,
  260: details,
  301: away,
  302: limit,
  304: details,
  509: limit,
  510: limit,
  521: funds,
  522: details,
  531: details,
  605: details,
  811: details,
  902: away,
}

/** Why a payment was declined, in a sentence for its payer (R33). */
export function declineReason(bankCode: string | null): string {
  return sentences[bankCode ?? ''] ?? unsaid
}
