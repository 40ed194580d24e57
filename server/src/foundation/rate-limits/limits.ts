const minute = 60

/** How many tries one target has, and within how many seconds counting starts anew. */
interface Limit {
  readonly tries: number
  readonly seconds: number
}

/**
 * Every limit of the portal. A target is whatever the name says: a client address, an account number, a session id.
 * Limits by address leave room for a whole office or village behind one address; limits by account and session are
 * what stops guessing zip codes and trying out cards.
 */
export const limits = {
  /** New guest sessions, so that calls without cookies cannot fill the database. */
  guestSessionsPerAddress: { tries: 300, seconds: 10 * minute },
  humanChecksPerAddress: { tries: 120, seconds: 10 * minute },
  accountLookUpsPerAddress: { tries: 60, seconds: 10 * minute },
  /** Only look-ups that did not match count. */
  wrongLookUpsPerAccount: { tries: 8, seconds: 15 * minute },
  checkoutsPerSession: { tries: 10, seconds: 10 * minute },
  checkoutsPerAccount: { tries: 10, seconds: 10 * minute },
  checkoutsPerAddress: { tries: 60, seconds: 10 * minute },
  /** Payments begun with the stepwise calls (A§7), charged or not. */
  draftsPerSession: { tries: 40, seconds: 10 * minute },
  draftsPerAddress: { tries: 240, seconds: 10 * minute },
  /** Notes of clients about their payments (A§7), up to 64 KiB each. */
  clientNotesPerSession: { tries: 20, seconds: 10 * minute },
  clientNotesPerAddress: { tries: 120, seconds: 10 * minute },
} as const satisfies Readonly<Record<string, Limit>>
export type LimitName = keyof typeof limits
