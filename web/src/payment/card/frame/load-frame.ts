import type { PortalStart } from '@portal/contract/utility'
import type { GatewayFrame, LoadFrame } from './port.ts'

/** Each page loads only that of its gateway. */
const gateways: Readonly<Record<string, () => Promise<LoadFrame>>> = {
  stripe: async () => (await import('./stripe/stripe-frame.ts')).loadStripe,
}

/** @throws Error when it does not come */
export async function loadFrame({ gateway, start }: NonNullable<PortalStart['cardFrame']>): Promise<GatewayFrame> {
  const load = await gateways[gateway]?.()
  if (!load) throw new Error(`Nothing here shows the frame of ${gateway}`)
  return await load(start)
}
