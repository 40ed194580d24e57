import type { CardBrand } from '@portal/contract/card'
import type { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { PaymentGateway } from './port.ts'

/** A gateway that an operator may choose. */
export interface GatewayChoice {
  /** Its settings, by name. */
  readonly names: readonly string[]
  /** @param read null when some are wrong or missing */
  from(read: <Schema extends z.ZodObject>(settings: Schema) => z.output<Schema> | null): ChosenGateway | null
}

/** With settings that are right, each by itself. */
export interface ChosenGateway {
  /** What is wrong between them. */
  readonly problems: readonly string[]
  /** Why it cannot serve this utility: the line to print. */
  whyNot(utility: ServedUtility): string | null
  open(utility: ServedUtility, clock: Clock): Promise<PaymentGateway>
}

/** What gateways are told of the utility. */
export interface ServedUtility {
  readonly isLive: boolean
  readonly timeZone: string
  readonly cardBrands: readonly CardBrand[]
  /** Milliseconds in which a charge has an answer or is unknown. */
  readonly chargeTimeout: number
}

interface Described<Settings> {
  problems?(settings: Settings): string[]
  whyNot(settings: Settings, utility: ServedUtility): string | null
  open(settings: Settings, utility: ServedUtility, clock: Clock): Promise<PaymentGateway>
}

/** Only its own folder knows its settings. */
export function gatewayChoice<Schema extends z.ZodObject>(
  schema: Schema,
  gateway: Described<z.output<Schema>>,
): GatewayChoice {
  return {
    names: Object.keys(schema.shape),
    from(read) {
      const settings = read(schema)
      return (
        settings && {
          problems: gateway.problems?.(settings) ?? [],
          whyNot: (utility) => gateway.whyNot(settings, utility),
          open: async (utility, clock) => await gateway.open(settings, utility, clock),
        }
      )
    },
  }
}
