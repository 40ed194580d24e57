import type { Clock } from '../../../clock.ts'
import type { ChargeResult } from '../port.ts'
import { type Exchanged, type HttpReply, exchange } from './exchange.ts'
import { type SentRequest, readReply } from './read-reply.ts'
import { ruleFor } from './reply-rules.ts'
import { transactionPath } from './request-xml.ts'
import { defaultTimeouts, type Gge4Settings } from './settings.ts'
import { signedHeaders } from './sign.ts'

export interface Gge4 {
  settings: Gge4Settings
  clock: Clock
}

interface ToTransact extends SentRequest {
  /** May throw when the request cannot be written; nothing is sent then. */
  writeBody: () => string
}

/** No bank account is debited here. */
export type Gge4Result = Exclude<ChargeResult, { outcome: 'verifying' | 'processing' }>

/** Never rejects. Worded for a charge: of a reversal, `charged` means approved, `notCharged` refused unprocessed. */
export async function transact(gateway: Gge4, transaction: ToTransact): Promise<Gge4Result> {
  let answer: Exchanged
  try {
    answer = await send(gateway, transaction.writeBody())
  } catch {
    // An exchange never rejects once begun, so nothing was sent. The error may quote the card, so it is not repeated.
    return { outcome: 'notSent', reason: 'the request could not be written' }
  }
  if (answer.kind === 'notSent') return { outcome: 'notSent', reason: answer.reason }
  if (answer.kind === 'lost') return unknown(answer.reason)
  try {
    return resultOf(answer, transaction)
  } catch {
    return unknown('the reply could not be read')
  }
}

function send({ settings, clock }: Gge4, body: string): Promise<Exchanged> {
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  const signed = signedHeaders({
    method: 'POST',
    path: transactionPath,
    contentType: 'application/xml',
    body,
    now: clock.now(),
    keyId: settings.keyId,
    hmacKey: settings.hmacKey,
  })
  return exchange({
    method: 'POST',
    url: new URL(transactionPath, settings.url),
    headers: { ...signed, Accept: 'application/xml', 'Content-Length': String(Buffer.byteLength(body)) },
    body,
    connectTimeout: timeouts.connect,
    totalTimeout: timeouts.charge,
  })
}

function resultOf(answer: HttpReply, sent: SentRequest): Gge4Result {
  const { facts, reply } = readReply(answer, sent)
  const rule = ruleFor(facts)
  const operatorAlarm = rule.operatorAlarm ?? false
  if (!reply || rule.outcome === 'unknown') {
    return { outcome: 'unknown', reason: rule.observation, reply, operatorAlarm }
  }
  if (rule.outcome === 'declined') return { outcome: 'declined', reply }
  if (rule.outcome === 'notCharged') return { outcome: 'notCharged', reply, operatorAlarm }
  const { tag } = reply
  if (tag === null) return { outcome: 'unknown', reason: 'approved without a tag', reply, operatorAlarm }
  return { outcome: 'charged', reply: { ...reply, tag } }
}

function unknown(reason: string): Gge4Result {
  return { outcome: 'unknown', reason, reply: null, operatorAlarm: false }
}
