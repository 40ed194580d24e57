import type { BodyOf } from '@portal/contract/call'
import { hasPhone } from '@portal/contract/contact'
import { country, stateName } from '@portal/contract/countries'
import {
  ChangedAddress,
  DetailsToUpdate,
  type EditAccountRecord,
  editAccountTexts,
  type OtherDetail,
  type updateUserDetails,
} from '@portal/contract/edit-account'
import { answerToCompare, credentialTexts } from '@portal/contract/sign-in-texts'
import { isDeleted, phoneFields, securityAnswer, securityQuestion, sequenceOf } from '#account/contact-fields.tsx'
import { choice, email, password, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import type { FormRule, ValuesOf } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import layout from '#ui/form/form-layout.module.css'

const { shape } = DetailsToUpdate

export const contact = {
  emailAddress: email(
    {
      id: 'email',
      label: t('Email address'),
      hint: t('If you change it, we’ll email both the old and the new address.'),
      required: true,
    },
    rule(shape.emailAddress),
  ),
}

export const phones = phoneFields({ home: rule(shape.home), mobile: rule(shape.mobile), work: rule(shape.work) })

export const address = {
  address1: text(
    { label: t('Address line 1'), required: true, autoComplete: 'address-line1' },
    rule(ChangedAddress.shape.address1),
  ),
  address2: text({ label: t('Address line 2'), autoComplete: 'address-line2' }, rule(ChangedAddress.shape.address2)),
  city: text({ label: t('City'), required: true, autoComplete: 'address-level2' }, rule(ChangedAddress.shape.city)),
  state: choice(
    { label: t('State / Province'), required: true, autoComplete: 'address-level1', none: t('Choose a state') },
    rule(ChangedAddress.shape.state),
  ),
  postal: text(
    {
      label: t('Zip code'),
      className: layout.short,
      required: true,
      inputMode: 'numeric',
      autoComplete: 'postal-code',
    },
    rule(ChangedAddress.shape.postal),
  ),
}

export const security = {
  CharacteristicValue: securityQuestion(rule(shape.CharacteristicValue)),
  Answer: securityAnswer({ hint: t('Leave blank to keep your current answer.') }, rule(shape.Answer.unwrap())),
}

/** Only shown when `needsPassword` says so. */
export const proof = {
  currentPassword: password({
    id: 'current-password',
    label: t('Current password'),
    hint: t('Needed to change your email address, security question or answer.'),
    required: true,
    autoComplete: 'current-password',
  }),
}

/** Edit Account (C§2.5). */
export const accountFields = { ...contact, ...phones, ...address, ...security, ...proof }
export type AccountForm = ValuesOf<typeof accountFields>

/** The details as the server sent them (C§3). */
export interface DetailsOnFile {
  readonly details: EditAccountRecord
  readonly otherDetails: readonly OtherDetail[]
}

/** The initial values of the form. The server never sends the answer, so it starts empty. */
export function formOf(details: EditAccountRecord): AccountForm {
  const { emailAddress, home, mobile, work, address1, address2, city, stateInitials: state, postal } = details
  const onFile = { emailAddress, home, mobile, work, address1, address2, city, state, postal }
  return { ...onFile, CharacteristicValue: details.characteristicValue, Answer: '', currentPassword: '' }
}

/** Whether the billing address may be changed here: only if it is the person's own (C§2.5). */
export function isAddressEditable({ billAddressSource }: EditAccountRecord): boolean {
  return billAddressSource === 'PER'
}

/** What the fields have to be together (C§5). */
export function accountRules(details: EditAccountRecord): readonly FormRule<AccountForm>[] {
  return [
    {
      at: 'home',
      message: t(editAccountTexts.onePhone),
      isMet: ({ home, mobile, work }) => hasPhone(home, mobile, work),
    },
    {
      at: 'currentPassword',
      message: t(credentialTexts.currentPasswordRequired),
      isMet: (form) => form.currentPassword !== '' || !needsPassword(form, details),
    },
    { at: 'Answer', message: t(editAccountTexts.answerRequired), isMet: (form) => isAnswerGood(form, details) },
  ]
}

type Recovery = Pick<AccountForm, 'emailAddress' | 'CharacteristicValue' | 'Answer'>

/** An empty answer keeps the current one, which is only possible while the question stays the same. */
function isAnswerGood({ CharacteristicValue, Answer }: Recovery, details: EditAccountRecord): boolean {
  if (Answer.trim() === '') return CharacteristicValue === details.characteristicValue
  return answerToCompare(Answer) !== ''
}

/** Whether an edit changes a means of recovering a lost password: the e-mail address, the question or its answer. */
export function needsPassword(
  { emailAddress, CharacteristicValue, Answer }: Recovery,
  details: EditAccountRecord,
): boolean {
  // An incomplete address does not ask for the password yet.
  const typed = shape.emailAddress.safeParse(emailAddress)
  const isNewEmail = typed.success && typed.data !== details.emailAddress
  return isNewEmail || CharacteristicValue !== details.characteristicValue || answerToCompare(Answer) !== ''
}

/** The body of `update-user-details` (C§7). */
export function updateOf(
  { currentPassword, ...form }: AccountForm,
  { details, otherDetails }: DetailsOnFile,
): BodyOf<typeof updateUserDetails> {
  const { contactNumbers } = details
  const dateOf = (type: OtherDetail['CharacteristicType']) =>
    otherDetails.find((detail) => detail.CharacteristicType === type)?.EffectiveDate ?? ''
  return {
    ...form,
    personId: details.personId,
    accountId: details.accountId,
    stateDesc: stateName(form.state),
    country: country.country,
    oldDateEmail: dateOf('CMOLDEML'),
    oldDateQuestion: dateOf('CMSCQUES'),
    oldDateAnswer: dateOf('CMSCAN'),
    ...(needsPassword(form, details) && { currentPassword }),
    sequenceHome: sequenceOf(contactNumbers, 'home'),
    sequenceMobile: sequenceOf(contactNumbers, 'mobile'),
    sequenceWork: sequenceOf(contactNumbers, 'work'),
    isDeletedHome: isDeleted(contactNumbers, form, 'home'),
    isDeletedMobile: isDeleted(contactNumbers, form, 'mobile'),
    isDeletedWork: isDeleted(contactNumbers, form, 'work'),
    version: details.version,
  }
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
