import type { Clock } from '../../../clock.ts'
import {
  type PaymentGateway,
  type ChargeRequest,
  type ChargeResult,
  type ReversalRefusal,
  type ReversalRequest,
  type ReversalResult,
  emptyReply,
} from '../port.ts'
import { check, inquire, reportDay } from './books.ts'
import { chargeBody, reversalBody } from './request-xml.ts'
import { type Gge4Settings, defaultTimeouts } from './settings.ts'
import { gge4Traits } from './traits.ts'
import { type Gge4, type Gge4Result, transact } from './transact.ts'

/** Global Gateway e4, version 28, XML (tools/gateway-simulator/README.md). @throws TypeError for an invalid URL */
export function gge4PaymentGateway(settings: Gge4Settings, clock: Clock): PaymentGateway {
  const gateway = { settings: { ...settings, url: new URL(settings.url).href }, clock }
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  return {
    ...gge4Traits,
    limits: { charge: timeouts.charge, inquiry: timeouts.search },
    charge: (request) => charge(gateway, request),
    inquire: (inquiry) => inquire(gateway, inquiry),
    reverse: (request) => reverse(gateway, request),
    report: (day) => reportDay(gateway.settings, day),
    check: ({ today }) => check(gateway.settings, today),
  }
}

async function charge(gateway: Gge4, request: ChargeRequest): Promise<ChargeResult> {
  const { reference, amount, tender } = request
  if (!('cardNumber' in tender)) return { outcome: 'notSent', reason: 'this gateway takes card numbers only' }
  const writeBody = (): string => chargeBody({ ...request, tender }, gateway.settings)
  return transact(gateway, { writeBody, reference, amount, securityCode: tender.cvv })
}

/** Bank codes that say why nothing was given back (tools/gateway-simulator/README.md). */
const refusals: Readonly<Record<string, ReversalRefusal>> = {
  '305': 'alreadyReversed',
  '306': 'amountMismatch',
  '307': 'tooLate',
}

/** Its reply is judged like that of a charge. */
async function reverse(gateway: Gge4, request: ReversalRequest): Promise<ReversalResult> {
  const { reference, amount } = request
  const body = bodyOf(request, gateway)
  // Asking again would not help, so a person must look at it.
  if (body === null) return { outcome: 'refused', reason: 'cannotBeNamed', reply: emptyReply, operatorAlarm: false }
  const writeBody = (): string => body
  return reversalResultOf(await transact(gateway, { writeBody, reference, amount, securityCode: null }))
}

/** Null for a charge that the wire cannot name, such as one that the gateway listed without its authorization. */
function bodyOf(request: ReversalRequest, { settings }: Gge4): string | null {
  try {
    return reversalBody(request, settings)
  } catch {
    return null
  }
}

function reversalResultOf(result: Gge4Result): ReversalResult {
  switch (result.outcome) {
    case 'charged':
      return { outcome: 'reversed', reply: result.reply }
    case 'declined': {
      const { code, bankCode } = result.reply
      const reason = code === '00' ? refusals[bankCode ?? ''] : undefined
      return { outcome: 'refused', reason: reason ?? 'other', reply: result.reply, operatorAlarm: false }
    }
    case 'notCharged':
      return { outcome: 'refused', reason: 'other', reply: result.reply, operatorAlarm: result.operatorAlarm }
    case 'notSent':
    case 'unknown':
      return result
  }
}
