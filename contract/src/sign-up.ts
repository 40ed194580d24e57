import { z } from 'zod'
import { call } from './call.ts'
import { BillAddressSource, ContactNumber } from './contact.ts'
import { AccountNumber, PersonId } from './ids.ts'
import { EnrollmentHandle, NewUsername, SignUpPayload } from './sign-up-payload.ts'
import { signUpTexts } from './sign-up-texts.ts'
import { typedProof } from './typed-proof.ts'
import { divisionLength } from './utility.ts'

export { signUpTexts }

/** Personal, premise or account-override (C§3); the zip code has five digits. */
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
  /** Handle of this browser's enrollment, of no use to anybody else; null for all but MAIN. */
  personId: EnrollmentHandle.nullable(),
  /** Where only this account's bills go (ACOV); masked until the zip code is proven. */
  personAddressOverride: CustomerAddress.nullable(),
})
export type AccountRelationship = z.infer<typeof AccountRelationship>

const enrollmentProblems = { 'enrolment-over': { status: 409, title: signUpTexts.tookTooLong } } as const

/** `False`: may enroll, 30 minutes from the last asking. `True`: has enrolled already. `Failed`: no such account. */
export const checkAccountNumber = call({
  method: 'POST',
  path: '/api/v1/check-account-number',
  group: 'general',
  summary: 'Sign-up, step 1: check if an account can register (C§4, C§7)',
  access: 'guest',
  switch: 'login',
  body: z.object({ accountId: AccountNumber, division: z.string().max(divisionLength) }),
  reply: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('False'),
      description: z.string(),
      data: z.union([AccountRelationship, z.array(AccountRelationship).min(2)]),
    }),
    z.object({ status: z.enum(['True', 'Failed']), description: z.string() }),
  ]),
  problems: {},
})

/** C§3. */
export const SecurityQuestion = z.object({ description: z.string(), characteristicValue: z.string() })
export type SecurityQuestion = z.infer<typeof SecurityQuestion>

/** Until the zip code is proven, name and address are masked, and there is no e-mail and no phone. */
export const readOtherDetails = call({
  method: 'POST',
  path: '/api/v1/other-details',
  group: 'general',
  summary: 'Name, address, email and phones of the person (C§3, C§7)',
  access: 'visitor',
  body: z.object({ transactionType: z.literal('READ'), PersonID: z.union([PersonId, EnrollmentHandle]) }),
  reply: z.object({
    customerDetails: z.object({
      personId: z.union([PersonId, EnrollmentHandle]),
      fullName: z.string(),
      /** Ours: a business has no first name. Missing while masked. */
      isBusiness: z.boolean().optional(),
      /** When empty, sign-up asks for it twice (C§5). */
      emailAddress: z.string(),
      address: CustomerAddress,
    }),
    contactNumbers: z.array(ContactNumber),
    securityQuestions: z.array(SecurityQuestion),
    isMasked: z.boolean(),
  }),
  problems: enrollmentProblems,
})

/** The served address; for PREM bills, that premise. Masked until the zip code is proven. */
export const readPremiseInfo = call({
  method: 'POST',
  path: '/api/v1/premise-info',
  group: 'general',
  summary: 'The premise of an account (C§3, C§7)',
  access: 'visitor',
  body: z.object({ accountId: AccountNumber }),
  /** `PremiseInfo` is `street, city, state, postal`. */
  reply: z.object({ PremiseInfo: z.string(), Name: z.string(), isMasked: z.boolean() }),
  problems: enrollmentProblems,
})

/** With the messages of C§5; with another proof where the profile has one. */
export const AccountToProve = z.object({
  accountId: AccountNumber,
  ...typedProof('registration', signUpTexts.zipRequired),
})

/** `details` is masked, for 'Confirm Your Address' (C§8). Wrong answers count per account and client address. */
export const validateZip = call({
  method: 'POST',
  path: '/api/v1/validate-zip',
  group: 'general',
  summary: 'Sign-up, step 2: verify the billing zip code, or the proof of the profile (C§2.3, C§5, C§7, R10)',
  access: 'guest',
  switch: 'login',
  body: AccountToProve,
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), details: z.object({ Name: z.string(), Address: z.string() }) }),
      z.object({ status: z.literal('Failed'), details: z.string() }),
    ]),
  }),
  problems: enrollmentProblems,
})

/** `True`: taken, or the customer's name in an earlier portal (C§5). */
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

/** `True`: done, also when repeated. `False` without a sentence: `signUpTexts.failed`. */
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
  problems: enrollmentProblems,
})
