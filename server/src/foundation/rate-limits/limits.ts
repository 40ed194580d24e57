const minute = 60

/** How many tries one target has, and after how many seconds its count starts again. */
interface Limit {
  readonly tries: number
  readonly seconds: number
}

/**
 * Every limit of the portal. The name says what is counted: a client address, an account number, a session id. Limits
 * by address leave room for a whole office or village behind one address. Limits by account and session stop people
 * from guessing zip codes and trying out cards.
 */
export const limits = {
  /** New guest sessions, so that calls without cookies cannot fill the database. */
  guestSessionsPerAddress: { tries: 300, seconds: 10 * minute },
  humanChecksPerAddress: { tries: 120, seconds: 10 * minute },
  /** Only look-ups that did not match are counted: a library or a carrier has one address for many payers. */
  wrongLookUpsPerAddress: { tries: 60, seconds: 10 * minute },
  /** Only look-ups that did not match are counted. */
  wrongLookUpsPerAccount: { tries: 8, seconds: 15 * minute },
  checkoutsPerSession: { tries: 10, seconds: 10 * minute },
  checkoutsPerAccount: { tries: 10, seconds: 10 * minute },
  checkoutsPerAddress: { tries: 60, seconds: 10 * minute },
  /**
   * Replaces the limits by session and address: a clerk takes one call after another, and a call center shares one
   * address.
   */
  checkoutsPerAdmin: { tries: 40, seconds: 10 * minute },
  /**
   * Look-ups of accounts to pay by phone, of up to twenty accounts each. It allows many phone calls, but not a list of
   * all customers.
   */
  phoneLookUpsPerAdmin: { tries: 120, seconds: 10 * minute },
  /** Searches for the customers of an account, to set a password. As many, for the same reason. */
  customerSearchesPerAdmin: { tries: 120, seconds: 10 * minute },
  /**
   * Calls with which an administrator sends letters. Many people may phone in ten minutes, but a stolen session must
   * not lock out every customer, or write to half the world in the utility's name.
   */
  passwordResetsPerAdmin: { tries: 40, seconds: 10 * minute },
  receiptsPerAdmin: { tries: 40, seconds: 10 * minute },
  /** Payments begun with the stepwise calls (A§7), charged or not. */
  draftsPerSession: { tries: 40, seconds: 10 * minute },
  draftsPerAddress: { tries: 240, seconds: 10 * minute },
  /** Notes of clients about their payments (A§7), up to 64 KiB each. */
  clientNotesPerSession: { tries: 20, seconds: 10 * minute },
  clientNotesPerAddress: { tries: 120, seconds: 10 * minute },
  /** Failed sign-ins. The fifth wrong password locks a login; this limit slows down people who guess usernames. */
  failedSignInsPerAddress: { tries: 100, seconds: 10 * minute },
  failedSignInsPerName: { tries: 20, seconds: 10 * minute },
  /** The forgot flows (C§2.4), found or not. */
  recoveriesPerAddress: { tries: 40, seconds: 10 * minute },
  /** Only account numbers with a username or e-mail address that did not match are counted. */
  wrongRecoveriesPerAccount: { tries: 8, seconds: 15 * minute },
  /** Only wrong answers to the security question are counted. The target is the customer, whoever asks. */
  wrongAnswersPerCustomer: { tries: 5, seconds: 15 * minute },
  /** Links and usernames mailed to one customer, so that nobody fills their mailbox. */
  recoveryLettersPerCustomer: { tries: 5, seconds: 60 * minute },
  /** Set-password links looked at or used. */
  passwordLinksPerAddress: { tries: 60, seconds: 10 * minute },
  /** Failed ones only: a whole office signs in from one address. */
  failedAdminSignInsPerAddress: { tries: 60, seconds: 10 * minute },
  /** Only wrong passwords and wrong codes of a second factor are counted. */
  wrongAdminSignInsPerName: { tries: 5, seconds: 15 * minute },
  /**
   * Only wrong second-factor codes after the right password are counted: somebody who has the password must not be able
   * to guess the code, however patient they are.
   */
  wrongCodesPerAdmin: { tries: 20, seconds: 24 * 60 * minute },
  /** Audit log entries about calls that need another level. */
  refusedCallsPerAdmin: { tries: 60, seconds: 10 * minute },
  /** Signed addresses of bills, valid or not. */
  billLinksPerAddress: { tries: 120, seconds: 10 * minute },
  surveysPerCustomer: { tries: 3, seconds: 60 * minute },
  ticketsPerCustomer: { tries: 5, seconds: 60 * minute },
  /** Sign-up, step 1 (C§2.3). */
  enrolmentLookUpsPerAddress: { tries: 60, seconds: 10 * minute },
  /**
   * Wrong zip codes in sign-up. They are counted apart from those of Pay Now, where a guess costs work. Otherwise
   * anybody could lock out the people who want to pay an account, at no cost.
   */
  wrongZipsPerAccount: { tries: 5, seconds: 30 * minute },
  wrongZipsPerAddress: { tries: 30, seconds: 60 * minute },
  usernameChecksPerAddress: { tries: 120, seconds: 10 * minute },
  signUpsPerAddress: { tries: 40, seconds: 10 * minute },
  /** Saved edits of a customer's own details, each of which may send letters. */
  detailEditsPerCustomer: { tries: 20, seconds: 10 * minute },
} as const satisfies Readonly<Record<string, Limit>>
export type LimitName = keyof typeof limits
