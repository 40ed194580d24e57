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
