import { z } from 'zod'
import { call } from './call.ts'
import {
  contactTexts,
  BillAddressSource,
  ContactNumber,
  DeletionFlag,
  emailField,
  hasPhone,
  phoneField,
  PhoneSequence,
} from './contact.ts'
import { country, stateName } from './countries.ts'
import { longestAnswer, TriedPassword } from './credentials.ts'
import { CalendarDate } from './dates.ts'
import { AccountNumber, PersonId } from './ids.ts'
import { tooLong } from './input-texts.ts'
import { editAccountTitle } from './page-words.ts'
import { credentialTexts, answerToCompare } from './sign-in-texts.ts'
import { QuestionValue } from './sign-up-payload.ts'
import { plainDigits } from './text.ts'
import { divisionLength } from './utility.ts'

/** C§2.5, C§5, C§8, partly ours. */
export const editAccountTexts = {
  title: editAccountTitle,
  changePassword: 'Change Password',
  save: 'Save Changes',
  cancel: 'Cancel',
  emailInvalid: 'Please enter a valid Email Address.',
  homePhoneInvalid: 'Please enter a valid Home Phone.',
  mobilePhoneInvalid: 'Please enter a valid Mobile Phone.',
  workPhoneInvalid: 'Please enter a valid Work Phone.',
  onePhone: contactTexts.onePhone,
  questionRequired: 'Please select your Security Question!',
  answerRequired: credentialTexts.answerRequired,
  addressRequired: 'Please enter your address.',
  cityRequired: 'Please enter your city.',
  stateRequired: 'Please select your state.',
  postalInvalid: 'Please enter a valid zip code.',
  unseenCharacters: 'Please type this again. It has hidden characters.',
  addressFixed: 'To change this billing address, call customer service.',
  saved: 'Your account details have been updated.',
  changedMeanwhile: 'Your details were changed in another place. Check them and save again.',
  network: 'Server error! Please try again later!',
} as const

/** A characteristic (C§3); the value of CMSCAN, the security answer, is always empty and never leaves the server. */
export const OtherDetail = z.object({
  CharacteristicType: z.enum(['CMSCQUES', 'CMSCAN', 'CMOLDEML']),
  EffectiveDate: CalendarDate,
  AdhocCharacteristicValue: z.string(),
  CharacteristicValue: z.string(),
})
export type OtherDetail = z.infer<typeof OtherDetail>

/** The wire, the form and the billing system call these alike: compared and copied by name. */
export const EditableTexts = z.object({ emailAddress: z.string() })
export type EditableTexts = z.infer<typeof EditableTexts>
export const editableTexts = EditableTexts.keyof().options

/** C§3; what is not on file is an empty text. */
export const EditAccountRecord = z.object({
  personId: PersonId,
  accountId: AccountNumber,
  username: z.string(),
  /** Either `first last` or `last, first` (C§3). */
  fullName: z.string(),
  ...EditableTexts.shape,
  /** May be changed only when `billAddressSource` is PER. */
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  postal: z.string(),
  stateInitials: z.string(),
  stateDesc: z.string(),
  country: z.string(),
  home: z.string(),
  mobile: z.string(),
  work: z.string(),
  contactNumbers: z.array(ContactNumber),
  /** The security question; the answer is never sent. */
  characteristicValue: z.string(),
  billAddressSource: BillAddressSource.nullable(),
  /** Sent back with a change, so that an older page cannot undo a newer edit. */
  version: z.string(),
})
export type EditAccountRecord = z.infer<typeof EditAccountRecord>

/** `accountId` chooses the billing address; by default the person's first account. */
export const readDetailsToEdit = call({
  method: 'POST',
  path: '/api/v1/user-details-edit-account',
  group: 'dashboard',
  summary: 'The details a customer may edit (C§3, C§7)',
  access: 'customer',
  body: z.object({ personId: PersonId, division: z.string().max(divisionLength), accountId: AccountNumber.optional() }),
  reply: z.object({ result: z.object({ otherDetails: z.array(OtherDetail), details: EditAccountRecord }) }),
  problems: {},
})

const State = z.object({ stateInitials: z.string(), stateDesc: z.string() })

export const listCountries = call({
  method: 'GET',
  path: '/api/v1/get-country',
  group: 'dashboard',
  summary: 'The country of addresses and its states (C§7)',
  access: 'anyone',
  reply: z.object({
    result: z.array(z.object({ country: z.string(), description: z.string(), states: z.array(State) })),
  }),
  problems: {},
})

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, tooLong(longest))
    .regex(/^\P{C}*$/u, editAccountTexts.unseenCharacters)

/** Rules of C§2.5; what is on file need not keep to them. */
export const ChangedAddress = z.object({
  address1: line(254).min(1, editAccountTexts.addressRequired),
  address2: line(254),
  city: line(60).min(1, editAccountTexts.cityRequired),
  postal: line(12)
    .overwrite(plainDigits)
    .regex(/^\d{5}(-\d{4})?$/, editAccountTexts.postalInvalid),
  state: line(6).refine((state) => stateName(state) !== '', editAccountTexts.stateRequired),
})

const AddressLine = z.string().trim().max(254, tooLong(254)).optional()

const OldDate = z.union([CalendarDate, z.literal('')]).optional()

const addressMessages = [
  ['address1', editAccountTexts.addressRequired],
  ['city', editAccountTexts.cityRequired],
  ['postal', editAccountTexts.postalInvalid],
  ['state', editAccountTexts.stateRequired],
] as const

function hasAddress(fields: Partial<Record<(typeof addressMessages)[number][0], string>>): boolean {
  return addressMessages.some(([name]) => fields[name] !== undefined)
}

/** The body of an edit (C§7), with the messages of C§5. */
export const DetailsToUpdate = z
  .object({
    personId: PersonId,
    accountId: AccountNumber,
    emailAddress: emailField(editAccountTexts.emailInvalid),
    /** All fields or none. One that differs from the file must be a `ChangedAddress`. */
    address1: AddressLine,
    address2: AddressLine,
    city: AddressLine,
    postal: AddressLine,
    state: AddressLine,
    /** Ignored: the name follows from `state`. */
    stateDesc: z.string().max(100).optional(),
    country: z.literal(country.country).optional(),
    home: phoneField(editAccountTexts.homePhoneInvalid),
    mobile: phoneField(editAccountTexts.mobilePhoneInvalid),
    work: phoneField(editAccountTexts.workPhoneInvalid),
    /** CMOLDEML, CMSCQUES and CMSCAN as the page read them; a newer one on file refuses the edit. */
    oldDateEmail: OldDate,
    oldDateQuestion: OldDate,
    oldDateAnswer: OldDate,
    CharacteristicValue: QuestionValue,
    /** Empty keeps the answer; a new question needs a new one. */
    Answer: z.string().max(longestAnswer, tooLong(longestAnswer)).default(''),
    /** Ours (R35). Without it, a sign-in within the last five minutes counts. */
    currentPassword: TriedPassword.default(''),
    sequenceHome: PhoneSequence,
    sequenceMobile: PhoneSequence,
    sequenceWork: PhoneSequence,
    isDeletedHome: DeletionFlag,
    isDeletedMobile: DeletionFlag,
    isDeletedWork: DeletionFlag,
    version: z.string().max(100).optional(),
  })
  .refine(({ home, mobile, work }) => hasPhone(home, mobile, work), {
    path: ['home'],
    message: editAccountTexts.onePhone,
  })
  .superRefine((fields, context) => {
    for (const [name, message] of addressMessages) {
      if (hasAddress(fields) && fields[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message })
      }
    }
  })
  .refine(({ Answer }) => Answer.trim() === '' || answerToCompare(Answer) !== '', {
    path: ['Answer'],
    message: editAccountTexts.answerRequired,
  })

export type DetailsToUpdate = z.output<typeof DetailsToUpdate>

/** An e-mail change notifies both addresses. Wrong current passwords count as at sign-in. */
export const updateUserDetails = call({
  method: 'POST',
  path: '/api/v1/update-user-details',
  group: 'dashboard',
  summary: 'Change email, phones, address and security question (C§2.5, C§5, C§7)',
  access: 'customer',
  body: DetailsToUpdate,
  reply: z.object({
    data: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), description: z.literal(editAccountTexts.saved) }),
      z.object({
        status: z.literal('Failed'),
        description: z.string(),
        field: z.enum(['CharacteristicValue', 'Answer', 'address1', 'currentPassword']).optional(),
        isOutdated: z.boolean().optional(),
      }),
    ]),
  }),
  problems: {},
})
