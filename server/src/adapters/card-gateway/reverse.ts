import type { ChargeVerdict, ReverseRefusal, ReverseRequest, ReverseVerdict } from './port.ts'
import { reversalBody } from './reversal-body.ts'
import { type Gge4, transact } from './transact.ts'

/** Bank codes that say why nothing was given back (tools/gateway-simulator/README.md). */
const refusals: Readonly<Record<string, ReverseRefusal>> = {
  '305': 'alreadyReversed',
  '306': 'amountMismatch',
  '307': 'tooLate',
}

/** Sends one tagged void or refund; its reply is judged as that of a charge. */
export async function reverse(gateway: Gge4, request: ReverseRequest): Promise<ReverseVerdict> {
  const { reference, amount } = request
  const writeBody = (): string => reversalBody(request, gateway.settings)
  return inWordsOfReversal(await transact(gateway, { writeBody, reference, amount, securityCode: null }))
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
