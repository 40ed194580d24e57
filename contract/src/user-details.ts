import { z } from 'zod'
import { call, phonedInLevels } from './call.ts'
import { AccountNumber, PersonId } from './ids.ts'

/** The sequence number of a phone (A§3); null when none is on file. */
const SequenceOnFile = z.number().int().nullable()

/**
 * Who an account belongs to and where its bills go (C§3 user account details). What is not on file is an empty text.
 */
export const UserDetails = z.object({
  personId: PersonId,
  /** Null for a person who has no account. */
  accountId: AccountNumber.nullable(),
  /** As the billing system has it: either `first last` or `last, first`. */
  fullName: z.string(),
  /** Where the bills of this account go; without an account, the person's own address. */
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  state: z.string(),
  /** Without the hyphen and what follows it. */
  postal: z.string(),
  country: z.string(),
  /** The address that is served: `street, city, state, postal`. */
  premiseAddress: z.string(),
  homePhone: z.string(),
  mobilePhone: z.string(),
  workPhone: z.string(),
  sequenceHome: SequenceOnFile,
  sequenceMobile: SequenceOnFile,
  sequenceWork: SequenceOnFile,
  emailAddress: z.string(),
})
export type UserDetails = z.infer<typeof UserDetails>

/**
 * `POST /api/v1/user-details` (C§7 dashboard): the person, with one of their accounts that belong to the caller: the
 * account asked for, or the first by number. Anybody else's person or account is refused.
 */
export const readUserDetails = call({
  method: 'POST',
  path: '/api/v1/user-details',
  group: 'dashboard',
  summary: 'Name, address, phones and email of a customer (C§3, A§7, C§7)',
  access: { customerOrAdmin: phonedInLevels },
  body: z.object({ personId: PersonId, accountId: AccountNumber.optional() }),
  reply: z.object({ result: UserDetails }),
  problems: {},
})
