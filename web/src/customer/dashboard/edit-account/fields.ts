import type { BodyOf } from '@portal/contract/call'
import { hasPhone } from '@portal/contract/contact'
import { country, stateName } from '@portal/contract/countries'
import { answerToCompare, credentialTexts } from '@portal/contract/credential-texts'
import {
  ChangedAddress,
  DetailsToUpdate,
  type EditAccountRecord,
  editAccountTexts,
  type OtherDetail,
  type updateUserDetails,
} from '@portal/contract/edit-account'
import { z } from 'zod'
import { isDeleted, phoneFieldIds, securityFieldIds, sequenceOf } from '#account/contact-fields.tsx'

/** The details as the server sent them (C§3). */
export interface DetailsOnFile {
  readonly details: EditAccountRecord
  readonly otherDetails: readonly OtherDetail[]
}

/** The values of the Edit Account form (C§2.5). */
export interface AccountForm {
  readonly emailAddress: string
  readonly home: string
  readonly mobile: string
  readonly work: string
  readonly characteristicValue: string
  readonly answer: string
  readonly address1: string
  readonly address2: string
  readonly city: string
  readonly state: string
  readonly postal: string
  /** Only asked for when `needsPassword` says so. */
  readonly currentPassword: string
}

/** The id of each input, in the order of the screen. */
export const accountFormIds: Readonly<Record<keyof AccountForm, string>> = {
  emailAddress: 'email',
  ...phoneFieldIds,
  address1: 'address-1',
  address2: 'address-2',
  city: 'city',
  state: 'state',
  postal: 'postal',
  characteristicValue: securityFieldIds.question,
  answer: securityFieldIds.answer,
  currentPassword: 'current-password',
}

/** The initial values of the form. The server never sends the answer, so it starts empty. */
export function formOf(details: EditAccountRecord): AccountForm {
  const { emailAddress, home, mobile, work, characteristicValue, address1, address2, city, postal } = details
  return {
    emailAddress,
    home,
    mobile,
    work,
    characteristicValue,
    answer: '',
    address1,
    address2,
    city,
    state: details.stateInitials,
    postal,
    currentPassword: '',
  }
}

/** Whether the billing address may be changed here: only if it is the person's own (C§2.5). */
export function isAddressEditable({ billAddressSource }: EditAccountRecord): boolean {
  return billAddressSource === 'PER'
}

/** The rules and messages of C§5 for these details. */
export function accountFormSchema(details: EditAccountRecord) {
  const { shape } = DetailsToUpdate
  const text = z.string()
  const address = isAddressEditable(details)
    ? ChangedAddress.shape
    : { address1: text, address2: text, city: text, state: text, postal: text }
  const always = { when: () => true }
  return z
    .object({
      emailAddress: shape.emailAddress,
      home: shape.home,
      mobile: shape.mobile,
      work: shape.work,
      characteristicValue: shape.CharacteristicValue,
      answer: shape.Answer.unwrap(),
      currentPassword: text,
      ...address,
    })
    .refine(({ home, mobile, work }) => hasPhone(home, mobile, work), {
      path: ['home'],
      message: editAccountTexts.onePhone,
      ...always,
    })
    .refine((form) => form.currentPassword !== '' || !needsPassword(form, details), {
      path: ['currentPassword'],
      message: credentialTexts.currentPasswordRequired,
      ...always,
    })
    .refine((form) => isAnswerGood(form, details), {
      path: ['answer'],
      message: editAccountTexts.answerRequired,
      ...always,
    })
}

/** An empty answer keeps the current one, which is only possible while the question stays the same. */
function isAnswerGood(
  { characteristicValue, answer }: Pick<AccountForm, 'characteristicValue' | 'answer'>,
  details: EditAccountRecord,
): boolean {
  if (answer.trim() === '') return characteristicValue === details.characteristicValue
  return answerToCompare(answer) !== ''
}

/** Whether an edit changes a means of recovering a lost password: the e-mail address, the question or its answer. */
export function needsPassword(
  { emailAddress, characteristicValue, answer }: Pick<AccountForm, 'emailAddress' | 'characteristicValue' | 'answer'>,
  details: EditAccountRecord,
): boolean {
  // An incomplete address does not ask for the password yet.
  const email = DetailsToUpdate.shape.emailAddress.safeParse(emailAddress)
  const isNewEmail = email.success && email.data !== details.emailAddress
  return isNewEmail || characteristicValue !== details.characteristicValue || answerToCompare(answer) !== ''
}

/** The body of `update-user-details` (C§7). */
export function updateOf(
  form: AccountForm,
  { details, otherDetails }: DetailsOnFile,
): BodyOf<typeof updateUserDetails> {
  const { contactNumbers } = details
  const dateOf = (type: OtherDetail['CharacteristicType']) =>
    otherDetails.find((detail) => detail.CharacteristicType === type)?.EffectiveDate ?? ''
  const { address1, address2, city, postal, state } = form
  return {
    personId: details.personId,
    accountId: details.accountId,
    emailAddress: form.emailAddress,
    // As it is on file where it cannot be changed.
    address1,
    address2,
    city,
    postal,
    state,
    stateDesc: stateName(state),
    country: country.country,
    home: form.home,
    mobile: form.mobile,
    work: form.work,
    oldDateEmail: dateOf('CMOLDEML'),
    oldDateQuestion: dateOf('CMSCQUES'),
    oldDateAnswer: dateOf('CMSCAN'),
    CharacteristicValue: form.characteristicValue,
    Answer: form.answer,
    ...(needsPassword(form, details) && { currentPassword: form.currentPassword }),
    sequenceHome: sequenceOf(contactNumbers, 'home'),
    sequenceMobile: sequenceOf(contactNumbers, 'mobile'),
    sequenceWork: sequenceOf(contactNumbers, 'work'),
    isDeletedHome: isDeleted(contactNumbers, form, 'home'),
    isDeletedMobile: isDeleted(contactNumbers, form, 'mobile'),
    isDeletedWork: isDeleted(contactNumbers, form, 'work'),
    version: details.version,
  }
}

/** The form's names of fields that the server calls otherwise. */
const fieldOfBody: Readonly<Record<string, keyof AccountForm>> = {
  CharacteristicValue: 'characteristicValue',
  Answer: 'answer',
}

export function fieldOnForm(field: string): string {
  return fieldOfBody[field] ?? field
}

/**
 * Merges an edit after somebody else has changed the same details: what was typed here is kept, everything else is
 * updated.
 * @param before the initial values of the form
 * @param typed the values of the form
 * @param now the values on file now
 */
export function mergedForm(before: AccountForm, typed: AccountForm, now: AccountForm): AccountForm {
  const kept = Object.entries(typed).filter(([field, value]) => value !== new Map(Object.entries(before)).get(field))
  return { ...now, ...Object.fromEntries(kept) }
}
