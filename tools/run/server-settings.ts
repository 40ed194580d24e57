import { env } from 'node:process'
import { textSettings } from '../text-simulator/twilio-api.ts'
import type { Ports } from '../world/ports.ts'
import type { Secrets } from './secrets.ts'

/**
 * The settings of the demo's server, for commands that work with its database and partners, too. Partners and other
 * settings named in the environment replace the demo's.
 */
export function serverSettings(ports: Ports, secrets: Secrets): Record<string, string> {
  const ours: Record<string, string> = {
    ...secrets,
    CARD_GATEWAY_URL: `http://127.0.0.1:${ports.gateway}`,
    ...(env.CARD_GATEWAY_URL ? {} : simulatedGatewayPace),
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    BOUNCE_DOMAIN: 'bounces.example',
    ...(env.TEXT_MESSAGES ? {} : textSettings(`http://127.0.0.1:${ports.texts}`)),
    PUBLIC_URL: addressOf(ports),
    // No load balancer stands in front of a demo.
    DRAIN_SECONDS: '0',
  }
  const given = Object.entries(env).filter(([, value]) => value)
  return { ...ours, ...Object.fromEntries(given), PORT: String(ports.portal) }
}

/** Nobody waits half an hour in a demo: outcomes settle within three minutes. */
const simulatedGatewayPace = { CARD_GATEWAY_TIMEOUT_SECONDS: '15', PAYMENT_PACE: '0.1' }

export function addressOf(ports: Ports): string {
  return env.PUBLIC_URL ?? `http://localhost:${ports.portal}`
}
