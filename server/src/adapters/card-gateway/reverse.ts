import {
  type ChargeVerdict,
  type ReverseRefusal,
  type ReverseRequest,
  type ReverseVerdict,
  emptyReply,
} from './port.ts'
import { reversalBody } from './reversal-body.ts'
import { type Gge4, transact } from './transact.ts'

/** Bank codes that say why nothing was given back (tools/gateway-simulator/README.md). */
const refusals: Readonly<Record<string, ReverseRefusal>> = {
  '305': 'alreadyReversed',
  '306': 'amountMismatch',
  '307': 'tooLate',
}

/** Sends one tagged void or refund; its reply is judged like that of a charge. */
export async function reverse(gateway: Gge4, request: ReverseRequest): Promise<ReverseVerdict> {
  const { reference, amount } = request
  const body = bodyOf(request, gateway)
  // Asking again would not help, so a person must look at it.
  if (body === null) return { outcome: 'refused', reason: 'cannotBeNamed', reply: emptyReply, operatorAlarm: false }
  const writeBody = (): string => body
  return inWordsOfReversal(await transact(gateway, { writeBody, reference, amount, securityCode: null }))
}

/** Null for a charge that the wire cannot name, such as one that the gateway listed without its authorization. */
function bodyOf(request: ReverseRequest, { settings }: Gge4): string | null {
  try {
    return reversalBody(request, settings)
  } catch {
    return null
  }
}

function inWordsOfReversal(verdict: ChargeVerdict): ReverseVerdict {
  switch (verdict.outcome) {
    case 'charged':
      return { outcome: 'reversed', reply: verdict.reply }
    case 'declined': {
      const { exactCode, bankCode } = verdict.reply
      const reason = exactCode === '00' ? refusals[bankCode ?? ''] : undefined
      return { outcome: 'refused', reason: reason ?? 'other', reply: verdict.reply, operatorAlarm: false }
    }
    case 'notCharged':
      return { outcome: 'refused', reason: 'other', reply: verdict.reply, operatorAlarm: verdict.operatorAlarm }
    case 'notSent':
    case 'unknown':
      return verdict
  }
}
