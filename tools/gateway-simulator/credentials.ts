/** The name of the simulated terminal, and how a client proves that it may use it. */
export interface GatewayCredentials {
  id: string
  password: string
  keyId: string
  hmacKey: string
  searchUser: string
  searchPassword: string
}

type CredentialSetting = `CARD_GATEWAY_${'ID' | 'PASSWORD' | 'KEY_ID' | 'HMAC_KEY' | 'SEARCH_USER' | 'SEARCH_PASSWORD'}`

/** The credentials as settings of the server and the simulator, under the names that both read. */
export function credentialSettings(credentials: GatewayCredentials): Record<CredentialSetting, string> {
  return {
    CARD_GATEWAY_ID: credentials.id,
    CARD_GATEWAY_PASSWORD: credentials.password,
    CARD_GATEWAY_KEY_ID: credentials.keyId,
    CARD_GATEWAY_HMAC_KEY: credentials.hmacKey,
    CARD_GATEWAY_SEARCH_USER: credentials.searchUser,
    CARD_GATEWAY_SEARCH_PASSWORD: credentials.searchPassword,
  }
}

export function credentialsFrom(settings: Readonly<Record<CredentialSetting, string>>): GatewayCredentials {
  return {
    id: settings.CARD_GATEWAY_ID,
    password: settings.CARD_GATEWAY_PASSWORD,
    keyId: settings.CARD_GATEWAY_KEY_ID,
    hmacKey: settings.CARD_GATEWAY_HMAC_KEY,
    searchUser: settings.CARD_GATEWAY_SEARCH_USER,
    searchPassword: settings.CARD_GATEWAY_SEARCH_PASSWORD,
  }
}

export const testCredentials: GatewayCredentials = {
  id: 'A00000-01',
  password: 'terminal-password',
  keyId: '1234',
  hmacKey: 'test-hmac-key',
  searchUser: 'reader',
  searchPassword: 'reader-password',
}

/** Of the account at the stand-in of Stripe. */
export const stripeKeys = {
  secretKey: 'sk_test_standin',
  publishableKey: 'pk_test_standin',
  webhookSecret: 'whsec_standin',
}

/** For a server whose cards the stand-in at this address takes. */
export function stripeSettings(url: string): Record<string, string> {
  return {
    CARD_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    STRIPE_API_URL: url,
    STRIPE_SCRIPT_URL: url,
  }
}
