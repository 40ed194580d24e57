/** A GGe4 client's account at the gateway, and its timeouts. */
export interface Gge4Settings {
  /**
   * Scheme, host and port. First Data's are `https://api.globalgatewaye4.firstdata.com` and, for tests,
   * `https://api.demo.globalgatewaye4.firstdata.com`; the simulator's is its own address. A path is ignored.
   */
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
  /**
   * A whole search, all pages together. One look-up makes up to three searches (the canary, the charge, the canary
   * again) and must end within its lease of a minute; otherwise its result is dropped.
   */
  search: number
  /** One page of a search or report. */
  page: number
}

/** Card networks may take 65 seconds for a card-not-present charge; a shorter timeout only makes outcomes unknown. */
export const defaultTimeouts: Gge4Timeouts = { connect: 5_000, charge: 65_000, search: 15_000, page: 30_000 }
