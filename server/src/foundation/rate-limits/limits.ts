const minute = 60

interface Limit {
  readonly attempts: number
  readonly seconds: number
}

/** By address, an office or a village has room; by account and session, nobody can guess zip codes or try out cards. */
export const limits = {
  /** So that calls without cookies cannot fill the database. */
  guestSessionsPerAddress: { attempts: 300, seconds: 10 * minute },
  policyReportsPerAddress: { attempts: 60, seconds: 10 * minute },
  humanChecksPerAddress: { attempts: 120, seconds: 10 * minute },
  /** Only look-ups that did not match are counted: a library or a carrier has one address for many payers. */
  wrongLookUpsPerAddress: { attempts: 60, seconds: 10 * minute },
  wrongLookUpsPerAccount: { attempts: 8, seconds: 15 * minute },
  checkoutsPerSession: { attempts: 10, seconds: 10 * minute },
  checkoutsPerAccount: { attempts: 10, seconds: 10 * minute },
  checkoutsPerAddress: { attempts: 60, seconds: 10 * minute },
  /** Each key of a payment leaves a row for a day, so calls with new keys must not fill the database. */
  refusedPaymentsPerAddress: { attempts: 600, seconds: 10 * minute },
  /** Looks at the gateway while the payer confirms a payment with the bank. */
  confirmationsPerSession: { attempts: 60, seconds: 10 * minute },
  /** Answers about small deposits, and cancellations: by links of emails, in any session. */
  bankAnswersPerAddress: { attempts: 60, seconds: 10 * minute },
  /** For limits by session and address: clerks take one call after another, and a call center shares one address. */
  checkoutsPerAdmin: { attempts: 40, seconds: 10 * minute },
  /** Of up to twenty accounts each: many phone calls, but not a list of all customers. */
  phoneLookUpsPerAdmin: { attempts: 120, seconds: 10 * minute },
  /** To set a password; as many, for the same reason. */
  customerSearchesPerAdmin: { attempts: 120, seconds: 10 * minute },
  /** They send emails: a stolen session must not lock out every customer or write to half the world. */
  passwordResetsPerAdmin: { attempts: 40, seconds: 10 * minute },
  receiptsPerAdmin: { attempts: 40, seconds: 10 * minute },
  /** What was sent to customers: looked at by the page, and sent again. */
  messageListsPerAdmin: { attempts: 240, seconds: 10 * minute },
  repeatsPerAdmin: { attempts: 40, seconds: 10 * minute },
  repeatsPerCustomer: { attempts: 5, seconds: 60 * minute },
  /** Each looks at all customers who chose announcements. */
  recipientCountsPerAdmin: { attempts: 60, seconds: 10 * minute },
  testBroadcastsPerAdmin: { attempts: 10, seconds: 10 * minute },
  /** Begun with the stepwise calls (A§7), charged or not. */
  draftsPerSession: { attempts: 40, seconds: 10 * minute },
  draftsPerAddress: { attempts: 240, seconds: 10 * minute },
  /** Notes of clients about their payments (A§7), of a few KiB each. */
  clientNotesPerSession: { attempts: 20, seconds: 10 * minute },
  clientNotesPerAddress: { attempts: 120, seconds: 10 * minute },
  /** The fifth wrong password locks a login; this slows down people who guess usernames. */
  failedSignInsPerAddress: { attempts: 100, seconds: 10 * minute },
  failedSignInsPerName: { attempts: 20, seconds: 10 * minute },
  /** The forgot flows (C§2.4), found or not. */
  recoveriesPerAddress: { attempts: 40, seconds: 10 * minute },
  wrongRecoveriesPerAccount: { attempts: 8, seconds: 15 * minute },
  /** Wrong answers to the security question; the target is the customer, whoever asks. */
  wrongAnswersPerCustomer: { attempts: 5, seconds: 15 * minute },
  /** So that nobody fills a customer's mailbox. */
  recoveryEmailsPerCustomer: { attempts: 5, seconds: 60 * minute },
  /** Looked at or used. */
  passwordLinksPerAddress: { attempts: 60, seconds: 10 * minute },
  /** Failed ones only: a whole office signs in from one address. */
  failedAdminSignInsPerAddress: { attempts: 60, seconds: 10 * minute },
  /** Wrong passwords and second-factor codes. */
  wrongAdminSignInsPerName: { attempts: 5, seconds: 15 * minute },
  /** Codes after the right password: whoever has the password must not guess the code, however patient they are. */
  wrongCodesPerAdmin: { attempts: 20, seconds: 24 * 60 * minute },
  /** Audit log entries about calls that need another level. */
  refusedCallsPerAdmin: { attempts: 60, seconds: 10 * minute },
  /** Valid or not. */
  billLinksPerAddress: { attempts: 120, seconds: 10 * minute },
  surveysPerCustomer: { attempts: 3, seconds: 60 * minute },
  ticketsPerCustomer: { attempts: 5, seconds: 60 * minute },
  /** Sign-up, step 1 (C§2.3). */
  enrollmentLookUpsPerAddress: { attempts: 60, seconds: 10 * minute },
  /** Apart from Pay Now, where a guess costs work: otherwise anybody could stop payments of an account for free. */
  wrongZipsPerAccount: { attempts: 5, seconds: 30 * minute },
  wrongZipsPerAddress: { attempts: 30, seconds: 60 * minute },
  usernameChecksPerAddress: { attempts: 120, seconds: 10 * minute },
  signUpsPerAddress: { attempts: 40, seconds: 10 * minute },
  /** Each asks a bank about a card: nobody tries out cards here. */
  cardSavingsPerCustomer: { attempts: 10, seconds: 60 * minute },
  cardSavingsPerAddress: { attempts: 30, seconds: 60 * minute },
  /** Looks at the gateway while the customer confirms a card with the bank. */
  cardConfirmationsPerCustomer: { attempts: 60, seconds: 10 * minute },
  /** Codes that prove an address, and guesses at them. */
  codesPerCustomer: { attempts: 5, seconds: 60 * minute },
  /** An email address or number, whoever asks for them. */
  codesPerAddress: { attempts: 5, seconds: 60 * minute },
  proofsPerCustomer: { attempts: 20, seconds: 60 * minute },
  notificationChoicesPerCustomer: { attempts: 120, seconds: 10 * minute },
  testMessagesPerCustomer: { attempts: 5, seconds: 60 * minute },
  /** Texts from one number that are kept for staff. */
  repliesPerNumber: { attempts: 20, seconds: 24 * 60 * minute },
  wrongStopLinksPerAddress: { attempts: 60, seconds: 10 * minute },
  cardChangesPerCustomer: { attempts: 60, seconds: 10 * minute },
  /** Each sends an email. */
  scheduleChangesPerCustomer: { attempts: 30, seconds: 10 * minute },
  /** Each may send emails. */
  autopayChangesPerCustomer: { attempts: 60, seconds: 10 * minute },
  detailEditsPerCustomer: { attempts: 20, seconds: 10 * minute },
} as const satisfies Readonly<Record<string, Limit>>
export type LimitName = keyof typeof limits
