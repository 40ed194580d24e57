import { createHash } from 'node:crypto'
import type { BookEntry } from './books.ts'
import { cardMark } from './card-mark.ts'
import type { Decision } from './decide.ts'
import { type TransactionRequest, amountInCents } from './request.ts'
import type { Simulator } from './simulator.ts'
import type { TransactionType } from './transaction-types.ts'

/**
 * What the books keep of a transaction. Of the card, they keep its last four digits and a mark; for a tagged
 * transaction, those of its purchase.
 */
export function entryOf(
  simulator: Simulator,
  asked: TransactionRequest,
  type: TransactionType,
  decision: Decision,
): BookEntry {
  const now = simulator.now()
  const failed = decision.exactCode === '00' ? 'D' : 'E'
  return {
    kind: type.kind,
    isTagged: type.isTagged,
    status: decision.approved ? 'A' : failed,
    reverses: decision.purchase?.tag ?? null,
    reference: asked.Reference_No,
    customerReference: asked.Customer_Ref,
    reference3: asked.Reference_3,
    amount: decision.amount,
    requested: amountInCents(asked),
    ...cardOf(simulator, asked, type, decision),
    exactCode: decision.exactCode,
    bankCode: decision.bankCode,
    authorization: decision.approved ? authorizationOf(asked, type, now) : '',
    at: new Date(now).toISOString(),
  }
}

function cardOf(
  simulator: Simulator,
  asked: TransactionRequest,
  type: TransactionType,
  { purchase }: Decision,
): Pick<BookEntry, 'cardType' | 'lastFour' | 'cardMark' | 'holder'> {
  if (type.isTagged && purchase) {
    const { cardType, lastFour, cardMark: mark, holder } = purchase
    return { cardType, lastFour, cardMark: mark, holder }
  }
  return {
    cardType: asked.CardType,
    lastFour: asked.Card_Number.slice(-4),
    cardMark: cardMark(simulator.credentials.hmacKey, asked.Card_Number),
    holder: asked.CardHoldersName,
  }
}

/** `ET` and six digits, as the demo gateway returns them. A void has the authorization of what it voids. */
function authorizationOf(asked: TransactionRequest, type: TransactionType, now: number): string {
  if (type.kind === 'void') return asked.Authorization_Num
  const number = createHash('sha1').update(`${asked.Reference_No} ${now}`).digest().readUInt32BE(0) % 1_000_000
  return `ET${String(number).padStart(6, '0')}`
}
