import type { CardGateway } from '../../adapters/card-gateway/port.ts'

/** A gateway that answers charges like this, and has nothing else to say. */
export function chargingGateway(charge: CardGateway['charge']): CardGateway {
  return {
    charge,
    find: async () => ({ outcome: 'nothing' }),
    reverse: async () => ({ outcome: 'notSent', reason: 'nothing is reversed here' }),
    report: async () => ({ outcome: 'unavailable', reason: 'nothing is reported here' }),
  }
}
