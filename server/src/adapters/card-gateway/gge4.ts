import type { Clock } from '../../clock.ts'
import { chargeBody } from './charge-body.ts'
import type { Gge4Settings } from './gge4-settings.ts'
import type { CardGateway, ChargeRequest, ChargeVerdict } from './port.ts'
import { reportTransactions } from './report.ts'
import { reverse } from './reverse.ts'
import { findTransactions } from './search.ts'
import { type Gge4, transact } from './transact.ts'

/**
 * A client of First Data's Global Gateway e4, version 28, XML dialect (tools/gateway-simulator/README.md): also known
 * as Payeezy Gateway and E-xact. Nothing it returns holds a card number, a security code or an expiry.
 * @throws TypeError at once when the URL in the settings is invalid.
 */
export function gge4CardGateway(settings: Gge4Settings, clock: Clock): CardGateway {
  const gateway = { settings: { ...settings, url: new URL(settings.url).href }, clock }
  return {
    charge: (request) => charge(gateway, request),
    find: (reference, sentAt) => findTransactions(gateway, reference, sentAt),
    reverse: (request) => reverse(gateway, request),
    report: (day) => reportTransactions(gateway.settings, day),
  }
}

function charge(gateway: Gge4, request: ChargeRequest): Promise<ChargeVerdict> {
  const { reference, amount, card } = request
  const writeBody = (): string => chargeBody(request, gateway.settings)
  return transact(gateway, { writeBody, reference, amount, securityCode: card.cvv })
}
