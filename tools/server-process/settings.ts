import { credentialSettings } from '../gateway-simulator/options.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'

/** The settings of a server process under test: short gateway timeouts, quick look-ups, no rate limits. */
export function settingsFor(databaseUrl: string, gatewayUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    HUMAN_CHECK_SECRET: 'only for tests, and long enough to be one',
    HUMAN_CHECK_COST: '1',
    LINK_SECRET: 'only for tests, and long enough to be one',
    SECOND_FACTOR_SECRET: 'only for tests, and long enough to be one',
    RATE_LIMIT_FACTOR: '1000',
    CARD_GATEWAY_URL: gatewayUrl,
    ...credentialSettings(testCredentials),
    CARD_GATEWAY_TIMEOUT_SECONDS: '2',
    PAYMENT_PACE: '0.005',
    SMTP_URL: 'smtp://127.0.0.1:9',
    WEB_FOLDER: '/nowhere',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'error',
  }
}
