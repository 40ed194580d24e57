import { longDigits } from '../../../database/long-digits.ts'

/** Twelve or more digits may be a card number. */
const longDigitRun = longDigits(12)

/** The words by which a line names a security code or an expiry date. */
const namesCardSecret = /\b(?:cvv2?|cvc2?|cvd\w*|cid|security code|verification\w*|expir\w*)\b/i

/** Figures that equal the security code here are a coincidence; blanking them would reveal the code. */
const gatewayLine =
  /^(?:ACCT:|DATE\/TIME|REFERENCE #|AUTHOR\. #|TRANS\. REF\.|\s*(?:Approved|Transaction not approved))/

const longestRecord = 4000
const longestMessage = 100

/** In one line, without possible card data or what the database does not take; null when empty. */
export function scrubMessage(message: string, securityCode: string | null): string | null {
  const line = message.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line === '' ? null : beginningOf(blankCode(blankDigits(line), securityCode), longestMessage)
}

/** Without anything that could be card data (tools/gateway-simulator/README.md). Null for an empty record. */
export function scrubRecord(record: string, securityCode: string | null): string | null {
  const lines = record.split(/\r\n?|\n/)
  const kept = lines
    .map((line) => line.replace(/\p{Cc}/gu, ' '))
    .filter((line) => !namesCardSecret.test(line))
    .map((line) => (gatewayLine.test(line) ? blankDigits(line) : blankCode(blankDigits(line), securityCode)))
  return record.trim() === '' ? null : beginningOf(kept.join('\n'), longestRecord)
}

/** Cut only now that its secrets are blanked: the first digits of a card number alone would not look like one. */
function beginningOf(scrubbed: string, longest: number): string {
  return scrubbed.slice(0, longest).toWellFormed()
}

function blankDigits(text: string): string {
  return text.replace(longDigitRun, (run) => '#'.repeat(run.length))
}

function blankCode(text: string, securityCode: string | null): string {
  if (securityCode === null || !/^\d{3,4}$/.test(securityCode)) return text
  return text.replace(new RegExp(`(?<!\\d)${securityCode}(?!\\d)`, 'g'), '#'.repeat(securityCode.length))
}
