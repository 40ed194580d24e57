import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { replySignature } from './authenticate.ts'
import type { BookRow } from './books.ts'
import { exactCodes } from './codes.ts'
import { type Decision, decide } from './decide.ts'
import { type WholeReply, deliver, pause, plainText, replyText, send } from './deliver.ts'
import { type Fault, isCommitted } from './faults.ts'
import { type Purchase, amountInCents, readPurchase, wrongField } from './purchase.ts'
import { replyFields } from './reply.ts'
import type { Simulator } from './simulator.ts'

/** `POST /transaction/vNN`: checks, decides, writes the books, and answers, unless a fault comes between. */
export async function takeTransaction(
  simulator: Simulator,
  request: IncomingMessage,
  path: string,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const refusal = simulator.doorkeeper.checkHeaders(request.headers, path, body)
  if (refusal) return send(response, plainText(401, refusal))
  const purchase = readPurchase(body)
  if (!purchase) return send(response, plainText(400, 'Malformed request: Transaction is malformed.'))
  if (purchase.Transaction_Type === '') {
    return send(response, plainText(400, 'Malformed request: Transaction Type is missing.'))
  }
  const stranger = simulator.doorkeeper.checkTerminal(purchase.ExactID, purchase.Password)
  if (stranger) return send(response, plainText(401, stranger))
  simulator.arrivals.note(purchase.Reference_No, response)
  const wrong = wrongField(purchase, simulator.now())
  if (wrong) return send(response, refused(wrong))
  return processPurchase(simulator, path, purchase, response)
}

async function processPurchase(
  simulator: Simulator,
  path: string,
  purchase: Purchase,
  response: ServerResponse,
): Promise<void> {
  const decision = decide(purchase, simulator.settings.partialApproval)
  if (exactCodes[decision.exactCode]?.status === 400) return send(response, refused(decision.exactCode))
  const fault = simulator.faults.next(purchase.CardHoldersName)
  await beforeCommit(simulator, fault, response)
  if (fault && !isCommitted(fault)) return deliver(response, noReply, fault, simulator.closing)

  const row = await simulator.books.commit(entryOf(purchase, decision, simulator.now()))
  reverseOnHangUp(simulator, row, response)
  const reply = replyTo(simulator, path, purchase, decision, row, fault)
  return fault ? deliver(response, reply, fault, simulator.closing) : send(response, reply)
}

async function beforeCommit(simulator: Simulator, fault: Fault | null, response: ServerResponse): Promise<void> {
  if (fault?.kind !== 'delayBeforeCommit' && fault?.kind !== 'lateWrite') return
  if (fault.kind === 'lateWrite') response.destroy()
  await pause(fault.milliseconds, simulator.closing)
}

/** Takes an approval back when its reply cannot be delivered, as the gateway may be set to. */
function reverseOnHangUp(simulator: Simulator, row: BookRow, response: ServerResponse): void {
  if (!simulator.settings.reverseOnHangUp || row.status !== 'A') return
  const { tag: reverses, sequence: _, ...entry } = row
  const reverse = (): void => {
    if (response.writableFinished) return
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

function replyTo(
  simulator: Simulator,
  path: string,
  purchase: Purchase,
  decision: Decision,
  row: BookRow,
  fault: Fault | null,
): WholeReply {
  if (exactCodes[decision.exactCode]?.status === 500) return refused(decision.exactCode)
  const terminalTime = simulator.time.printed(Date.parse(row.at))
  const body = Buffer.from(replyText(replyFields(purchase, decision, row, terminalTime), fault))
  const { credentials } = simulator
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    Location: `${path}/${row.tag}`,
    'X-Request-Id': randomUUID(),
    ...replySignature(credentials, path, body, simulator.now()),
  }
  return { status: 201, headers, body }
}

function entryOf(purchase: Purchase, decision: Decision, now: number): Omit<BookRow, 'tag' | 'sequence'> {
  const failed = decision.exactCode === '00' ? 'D' : 'E'
  return {
    kind: 'purchase',
    status: decision.approved ? 'A' : failed,
    reverses: null,
    reference: purchase.Reference_No,
    customerReference: purchase.Customer_Ref,
    reference3: purchase.Reference_3,
    amount: decision.amount,
    requested: amountInCents(purchase),
    cardType: purchase.CardType,
    lastFour: purchase.Card_Number.slice(-4),
    holder: purchase.CardHoldersName,
    exactCode: decision.exactCode,
    bankCode: decision.bankCode,
    authorization: decision.approved ? authorizationNumber(purchase.Reference_No, now) : '',
    at: new Date(now).toISOString(),
  }
}

/** `ET` and six digits, as the demo gateway gives them. */
function authorizationNumber(reference: string, now: number): string {
  const number = createHash('sha1').update(`${reference} ${now}`).digest().readUInt32BE(0) % 1_000_000
  return `ET${String(number).padStart(6, '0')}`
}
