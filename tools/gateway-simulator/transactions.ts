import { createHash, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { replySignature, type SignedRequest } from './authenticate.ts'
import { cardMark, givenBack, type BookEntry, type BookRow } from './books.ts'
import { exactCodes } from './codes.ts'
import { decidePurchase, decideReversal, isDeniedDuplicate, type Decision } from './decide.ts'
import { deliver, pause, plainText, replyText, send, type WholeReply } from './deliver.ts'
import { isCommitted, type Fault } from './faults.ts'
import { replyFields } from './reply.ts'
import {
  amountInCents,
  readRequest,
  transactionType,
  type TransactionRequest,
  type TransactionType,
  wrongField,
} from './request.ts'
import type { Simulator } from './simulator.ts'

/** `POST /transaction/vNN`: checks the request, decides, writes the books, and answers, unless a fault intervenes. */
export async function takeTransaction(
  simulator: Simulator,
  request: SignedRequest,
  response: ServerResponse,
): Promise<void> {
  const refusal = simulator.doorkeeper.checkHeaders(request)
  if (refusal) return send(response, plainText(401, refusal))
  const asked = readRequest(request.body)
  if (!asked) return send(response, plainText(400, 'Malformed request: Transaction is malformed.'))
  if (asked.Transaction_Type === '') {
    return send(response, plainText(400, 'Malformed request: Transaction Type is missing.'))
  }
  const stranger = simulator.doorkeeper.checkTerminal(asked.ExactID, asked.Password)
  if (stranger) return send(response, plainText(401, stranger))
  const type = transactionType(asked.Transaction_Type)
  if (!type) return send(response, refused('32'))
  if (type.kind === 'purchase') simulator.arrivals.note(asked.Reference_No, response)
  const wrong = wrongField(asked, type, simulator.now())
  if (wrong) return send(response, refused(wrong))
  return processTransaction(simulator, { path: request.path, asked, type }, response)
}

interface Processing {
  path: string
  asked: TransactionRequest
  type: TransactionType
}

async function processTransaction(
  simulator: Simulator,
  processing: Processing,
  response: ServerResponse,
): Promise<void> {
  const { asked, type } = processing
  const early = decide(simulator, asked, type)
  if (isRefused(early)) return send(response, refused(early.exactCode))
  const fault = simulator.faults.next(type.kind === 'purchase' ? 'purchase' : 'reversal', asked.CardHoldersName)
  await beforeCommit(simulator, fault, response)
  if (fault && !isCommitted(fault)) return deliver(response, noReply, fault, simulator)

  // The books may have changed meanwhile. From here to the commit, nothing can come between.
  const decision = decide(simulator, asked, type)
  if (isRefused(decision)) return send(response, refused(decision.exactCode))
  const row = await simulator.books.commit(entryOf(simulator, asked, type, decision))
  if (type.kind === 'purchase') reverseOnHangUp(simulator, row, response)
  const reply = replyTo(simulator, processing, { decision, row, fault })
  return fault ? deliver(response, reply, fault, simulator) : send(response, reply)
}

function decide(simulator: Simulator, asked: TransactionRequest, type: TransactionType): Decision {
  const decision =
    type.kind === 'purchase'
      ? decidePurchase(asked, simulator.settings.partialApproval)
      : decideReversal(simulator, asked, type)
  const isDenied = decision.approved && isDeniedDuplicate(simulator, asked, type)
  return isDenied ? { ...decision, exactCode: '63', bankCode: '', approved: false } : decision
}

/** A refused transaction was never processed, so no books have it. */
function isRefused(decision: Decision): boolean {
  return exactCodes[decision.exactCode]?.status === 400
}

async function beforeCommit(simulator: Simulator, fault: Fault | null, response: ServerResponse): Promise<void> {
  if (fault?.kind !== 'delayBeforeCommit' && fault?.kind !== 'lateWrite') return
  if (fault.kind === 'lateWrite') response.destroy()
  await pause(fault.milliseconds, simulator.closing)
}

/** Takes an approval back when its reply cannot be delivered, if the gateway is set to do so. */
function reverseOnHangUp(simulator: Simulator, row: BookRow, response: ServerResponse): void {
  if (!simulator.settings.reverseOnHangUp || row.status !== 'A') return
  const { tag: reverses, sequence: _, ...entry } = row
  const reverse = (): void => {
    if (response.writableFinished || givenBack(simulator.books.numbered).has(reverses)) return
    const at = new Date(simulator.now()).toISOString()
    simulator.books.commit({ ...entry, kind: 'reversal', reverses, at }).catch(simulator.fail)
  }
  if (response.destroyed) reverse()
  else response.once('close', reverse)
}

const noReply: WholeReply = { status: 201, headers: {}, body: Buffer.alloc(0) }

function refused(code: string): WholeReply {
  const { status, message } = exactCodes[code] ?? { status: 500, message: 'Unknown' }
  return plainText(status, `${status === 400 ? 'Bad Request' : 'Server Error'} (${code}) - ${message}`)
}

interface Processed {
  decision: Decision
  row: BookRow
  fault: Fault | null
}

function replyTo(simulator: Simulator, { path, asked }: Processing, { decision, row, fault }: Processed): WholeReply {
  if (exactCodes[decision.exactCode]?.status === 500) return refused(decision.exactCode)
  const terminalTime = simulator.time.printed(Date.parse(row.at))
  const body = Buffer.from(replyText(replyFields(asked, decision, row, terminalTime), fault))
  const { credentials } = simulator
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    Location: `${path}/${row.tag}`,
    'X-Request-Id': randomUUID(),
    ...replySignature(credentials, path, body, simulator.now()),
  }
  return { status: 201, headers, body }
}

/** Of the card, the books keep its last four digits and a mark; for a tagged transaction, those of its purchase. */
function entryOf(
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
