import type { Gge4Settings } from './gge4-settings.ts'
import type { ReverseRequest } from './port.ts'
import { transactionXml } from './transaction-xml.ts'

const types = { void: '33', refund: '34' } as const

/**
 * The XML of one tagged void or refund (tools/gateway-simulator/README.md). It names the charge by tag and
 * authorization and contains no card.
 * @throws RangeError for an amount, reference, tag or authorization that cannot be sent as it is.
 */
export function reversalBody(request: ReverseRequest, settings: Gge4Settings): string {
  const { kind, amount, reference, tag, authorization } = request
  if (!/^[1-9]\d{0,9}$/.test(tag)) throw new RangeError('The tag does not fit the wire')
  if (!/^[A-Za-z0-9]{1,8}$/.test(authorization)) throw new RangeError('The authorization does not fit the wire')
  return transactionXml(
    settings,
    { type: types[kind], amount, reference },
    { Transaction_Tag: tag, Authorization_Num: authorization, Reference_No: reference },
  )
}
