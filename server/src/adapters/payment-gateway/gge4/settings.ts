export interface Gge4Settings {
  /** Scheme, host and port; a path is ignored. First Data's is `https://api.globalgatewaye4.firstdata.com`. */
  url: string
  /** The terminal: wire `ExactID`, `A00000-01`. */
  id: string
  password: string
  /** Identifies the HMAC key. Both come from the terminal's page in the gateway's console. */
  keyId: string
  hmacKey: string
  /** A read-only user of the gateway's console. The search does not accept the terminal's password. */
  searchUser: string
  searchPassword: string
  /** The time zone the gateway account is set to (`Pacific/Guam`): searches and reports count days in it. */
  timeZone: string
  timeouts?: Partial<Gge4Timeouts>
}

/** Milliseconds. */
export interface Gge4Timeouts {
  /** Name look-up, connection and TLS together. */
  connect: number
  /** A whole charge, void or refund, from the first name look-up to the last byte of the reply. */
  charge: number
  /** All pages together. Up to three searches must end within their lease of a minute. */
  search: number
  page: number
}

/** Card networks may take 65 seconds for a card-not-present charge; a shorter timeout only makes outcomes unknown. */
export const defaultTimeouts: Gge4Timeouts = { connect: 5_000, charge: 65_000, search: 15_000, page: 30_000 }
