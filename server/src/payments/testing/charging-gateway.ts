import type { CardGateway } from '../../adapters/card-gateway/port.ts'
import { testGateway } from '../../adapters/card-gateway/testing/test-gateway.ts'

/** A gateway that answers charges like this, and has nothing else to say. */
export function chargingGateway(charge: CardGateway['charge']): CardGateway {
  return testGateway({ charge, inquire: async () => ({ outcome: 'nothing' }) })
}
