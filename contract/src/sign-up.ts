import { z } from 'zod'
import { call } from './call.ts'
import { BillAddressSource, ContactNumber } from './contact.ts'
import { AccountNumber, PersonId, zipCode } from './ids.ts'
import { EnrolmentHandle, NewUsername, SignUpPayload } from './sign-up-payload.ts'
import { signUpTexts } from './sign-up-texts.ts'

// Kept apart from the schemas, so that a page that only shows the texts need not load a schema library.
export { signUpTexts }

/**
 * An address of the kinds of C§3: personal, premise, account-override. The zip code has no hyphen and nothing after it.
 */
export const CustomerAddress = z.object({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postal: z.string(),
  country: z.string(),
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

export const AccountRelationship = z.object({
  /** MAIN is the customer who enrols (C§4). */
  accountRelationshipType: z.string(),
  billAddressSource: BillAddressSource.nullable(),
  /**
   * The handle of this browser's enrolment, for the calls that follow. It identifies nobody and is of no use to anybody
   * else. Null for everybody but the MAIN customer.
   */
  personId: EnrolmentHandle.nullable(),
  /** The address that only this account's bills are sent to (ACOV); masked until the zip code is proven. */
  personAddressOverride: CustomerAddress.nullable(),
})
export type AccountRelationship = z.infer<typeof AccountRelationship>

/** The enrolment that the call belongs to does not exist or has ended. The wizard starts again. */
const enrolmentProblems = { 'enrolment-over': { status: 409, title: signUpTexts.tookTooLong } } as const

/**
 * `False`: the account may enrol, and an enrolment of the guest session begins. It lasts 30 minutes; asking again
 * returns the same one, which then has 30 minutes more. `True`: its customer has enrolled already. `Failed`: no such
 * account.
 */
export const checkAccountNumber = call({
  method: 'POST',
  path: '/api/v1/check-account-number',
  group: 'general',
  summary: 'Sign-up, step 1: check if an account can register (C§4, C§7)',
  access: 'guest',
  switch: 'login',
  body: z.object({ accountId: AccountNumber, division: z.string().max(5) }),
  reply: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('False'),
      description: z.string(),
      /** One person, or a list of several, which always has the MAIN one. */
      data: z.union([AccountRelationship, z.array(AccountRelationship).min(2)]),
    }),
    z.object({ status: z.enum(['True', 'Failed']), description: z.string() }),
  ]),
  problems: {},
})

/** A security question to choose (C§3). */
export const SecurityQuestion = z.object({ description: z.string(), characteristicValue: z.string() })
export type SecurityQuestion = z.infer<typeof SecurityQuestion>

/**
 * In an enrolment whose zip code is not proven yet, name and address are masked, and there is no e-mail and no phone.
 * Afterwards, and for signed-in customers about themselves, everything is returned.
 */
export const readOtherDetails = call({
  method: 'POST',
  path: '/api/v1/other-details',
  group: 'general',
  summary: 'Name, address, email and phones of the person (C§3, C§7)',
  access: 'visitor',
  body: z.object({ transactionType: z.literal('READ'), PersonID: z.union([PersonId, EnrolmentHandle]) }),
  reply: z.object({
    customerDetails: z.object({
      personId: z.union([PersonId, EnrolmentHandle]),
      /** Either `first last` or `last, first` (C§3); masked, it is `first last`. */
      fullName: z.string(),
      /** Ours: whether it is a company or an institution, whose name has no first name. Missing while masked. */
      isBusiness: z.boolean().optional(),
      /** Empty when none is on file; sign-up then asks for it twice (C§5). */
      emailAddress: z.string(),
      address: CustomerAddress,
    }),
    contactNumbers: z.array(ContactNumber),
    securityQuestions: z.array(SecurityQuestion),
    isMasked: z.boolean(),
  }),
  problems: enrolmentProblems,
})

/** The address that is served; in an enrolment whose bills go to a premise (PREM), that one. Masked until the zip code is proven. */
export const readPremiseInfo = call({
  method: 'POST',
  path: '/api/v1/premise-info',
  group: 'general',
  summary: 'The premise of an account (C§3, C§7)',
  access: 'visitor',
  body: z.object({ accountId: AccountNumber }),
  /** `PremiseInfo` is street, city, state, postal, separated by commas. */
  reply: z.object({ PremiseInfo: z.string(), Name: z.string(), isMasked: z.boolean() }),
  problems: enrolmentProblems,
})

/** What proves that an account is the caller's, with the message of C§5. */
export const AccountToProve = z.object({
  accountId: AccountNumber,
  postal: zipCode(signUpTexts.zipRequired),
})

/**
 * `details` has that address and the name, masked, for 'Confirm Your Address', or the text to show (C§8). Wrong zip
 * codes are counted per account and per client address; `too-many-tries` says how long to wait.
 */
export const validateZip = call({
  method: 'POST',
  path: '/api/v1/validate-zip',
  group: 'general',
  summary: 'Sign-up, step 2: verify the billing zip code (C§2.3, C§5, C§7, R10)',
  access: 'guest',
  switch: 'login',
  body: AccountToProve,
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), details: z.object({ Name: z.string(), Address: z.string() }) }),
      z.object({ status: z.literal('Failed'), details: z.string() }),
    ]),
  }),
  problems: enrolmentProblems,
})

/** `True` means that the name is taken, or was the customer's name in an earlier portal (C§5). */
export const checkUsername = call({
  method: 'POST',
  path: '/api/v1/check-username',
  group: 'general',
  summary: 'Check if a username is taken (C§5, C§7)',
  access: 'guest',
  switch: 'login',
  body: z.object({ username: NewUsername }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('True'), description: z.literal(signUpTexts.usernameTaken) }),
      z.object({ status: z.literal('False') }),
    ]),
  }),
  problems: {},
})

export const listSecurityQuestions = call({
  method: 'GET',
  path: '/api/v1/get-security-questions',
  group: 'general',
  summary: 'The security questions to choose from (C§7)',
  access: 'anyone',
  reply: z.object({ result: z.array(SecurityQuestion) }),
  problems: {},
})

/**
 * `True`: done, even when the same enrolment sends the same again. `False`: a sentence, and the field it is about if
 * any. Without a sentence, the page shows `signUpTexts.failed`.
 */
export const signUpUser = call({
  method: 'POST',
  path: '/api/v1/sign-up-user',
  group: 'general',
  summary: 'Sign-up, step 3: register (both payload readings) (C§3, C§7, R21)',
  access: 'guest',
  switch: 'login',
  body: SignUpPayload,
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('True') }),
      z.object({
        status: z.literal('False'),
        description: z.string(),
        field: z.enum(['username', 'security_question_val']).optional(),
      }),
    ]),
  }),
  problems: enrolmentProblems,
})
