import type { Clock } from '../../clock.ts'
import { chargeBody, transactionPath } from './charge-body.ts'
import { type Exchanged, type HttpReply, exchange } from './exchange.ts'
import { defaultTimeouts, type Gge4Settings } from './gge4-settings.ts'
import type { CardGateway, ChargeRequest, ChargeVerdict } from './port.ts'
import { readReply } from './read-reply.ts'
import { findTransactions } from './search.ts'
import { signedHeaders } from './sign.ts'
import { verdictOn } from './verdicts.ts'

/**
 * A client of First Data's Global Gateway e4, version 28, XML dialect (research: payments §1): also known as Payeezy
 * Gateway and E-xact. Nothing it returns holds a card number, a security code or an expiry.
 * @throws TypeError at once when the settings' URL is not one.
 */
export function gge4CardGateway(settings: Gge4Settings, clock: Clock): CardGateway {
  const url = new URL(transactionPath, settings.url)
  return {
    charge: (request, signal) => charge({ settings, clock, url }, request, signal),
    find: (reference, sentAt) => findTransactions(settings, reference, sentAt),
  }
}

interface Gge4 {
  settings: Gge4Settings
  clock: Clock
  url: URL
}

async function charge(gateway: Gge4, request: ChargeRequest, signal?: AbortSignal): Promise<ChargeVerdict> {
  let answer: Exchanged
  try {
    answer = await send(gateway, request, signal)
  } catch {
    // An exchange once begun never rejects, so nothing was sent. What went wrong may quote the card: not repeated.
    return { outcome: 'notSent', reason: 'the request could not be written' }
  }
  if (answer.kind === 'notSent') return { outcome: 'notSent', reason: answer.reason }
  if (answer.kind === 'lost') return unknown(answer.reason)
  try {
    return judge(answer, request)
  } catch {
    return unknown('the reply could not be read')
  }
}

function send(gateway: Gge4, request: ChargeRequest, signal?: AbortSignal): Promise<Exchanged> {
  const { settings, clock, url } = gateway
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  const body = chargeBody(request, settings)
  const signed = signedHeaders({
    method: 'POST',
    path: url.pathname,
    contentType: 'application/xml',
    body,
    now: clock.now(),
    keyId: settings.keyId,
    hmacKey: settings.hmacKey,
  })
  const headers = { ...signed, Accept: 'application/xml', 'Content-Length': String(Buffer.byteLength(body)) }
  return exchange({
    method: 'POST',
    url,
    headers,
    body,
    connectTimeout: timeouts.connect,
    totalTimeout: timeouts.charge,
    signal,
  })
}

function judge(answer: HttpReply, request: ChargeRequest): ChargeVerdict {
  const { reference, amount, card } = request
  const { facts, reply } = readReply(answer, { reference, amount, securityCode: card.cvv })
  const rule = verdictOn(facts)
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

function unknown(reason: string): ChargeVerdict {
  return { outcome: 'unknown', reason, reply: null, operatorAlarm: false }
}
