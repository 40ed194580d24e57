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

export interface SimulatorOptions {
  credentials: GatewayCredentials
  /** Folder of the durable books; made when missing. */
  books: string
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Time zone of the simulated gateway account; default `Pacific/Guam`. */
  timeZone?: string
  /** Milliseconds since 1970; default the machine's clock. */
  now?: () => number
  /** How far `x-gge4-date` may be off, in milliseconds; default 15 minutes. */
  dateSkew?: number
  /** Rows of one page of a search; default 500. */
  searchPageRows?: number
}
