import type { BodyOf } from '@portal/contract/call'
import { contactTexts, hasPhone } from '@portal/contract/contact'
import { credentialTexts } from '@portal/contract/credential-texts'
import { typedTwice } from '@portal/contract/credentials'
import { signUpTexts, type signUpUser } from '@portal/contract/sign-up'
import { type EnrolmentHandle, signUpFields } from '@portal/contract/sign-up-payload'
import { z } from 'zod'
import { isDeleted, phoneFieldIds, phonesOnFile, securityFieldIds, sequenceOf } from '#account/contact-fields.tsx'
import type { ProvenCustomer } from './customer-records.ts'

/** The values of step 3, by the names of C§3. */
export interface LoginDetails {
  readonly username: string
  readonly password: string
  readonly confirmPass: string
  readonly emailAddress: string
  /** Only asked for when no e-mail address is on file. */
  readonly confirmEmailAdd: string
  readonly home: string
  readonly mobile: string
  readonly work: string
  readonly security_question_txt: string
  readonly answer: string
  readonly terms: boolean
}

/** The id of each input, in the order of the screen. */
export const loginDetailsIds: Readonly<Record<keyof LoginDetails, string>> = {
  username: 'username',
  password: 'password',
  confirmPass: 'confirm-password',
  emailAddress: 'email',
  confirmEmailAdd: 'confirm-email',
  ...phoneFieldIds,
  security_question_txt: securityFieldIds.question,
  answer: securityFieldIds.answer,
  terms: 'terms',
}

/** The initial values: the details on file. */
export function detailsOnFile(customer: ProvenCustomer): LoginDetails {
  return {
    username: '',
    password: '',
    confirmPass: '',
    emailAddress: customer.customerDetails.emailAddress,
    confirmEmailAdd: '',
    ...phonesOnFile(customer.contactNumbers),
    security_question_txt: '',
    answer: '',
    terms: false,
  }
}

/** The rules and messages of C§5. */
export function loginDetailsSchema({ hasEmailOnFile }: { readonly hasEmailOnFile: boolean }) {
  const always = { when: () => true }
  return z
    .object({
      username: signUpFields.username,
      password: signUpFields.password,
      confirmPass: z.string().min(1, credentialTexts.confirmPassword),
      emailAddress: signUpFields.email_address,
      confirmEmailAdd: hasEmailOnFile ? z.string() : z.string().trim().min(1, signUpTexts.confirmEmail),
      home: signUpFields.home_number,
      mobile: signUpFields.mobile_number,
      work: signUpFields.work_number,
      security_question_txt: signUpFields.security_question_val,
      answer: signUpFields.security_answer,
      terms: z.literal(true, signUpTexts.termsRequired),
    })
    .refine(...typedTwice('password', 'confirmPass'))
    .refine(({ emailAddress, confirmEmailAdd }) => hasEmailOnFile || emailAddress.trim() === confirmEmailAdd.trim(), {
      path: ['confirmEmailAdd'],
      message: signUpTexts.emailsDiffer,
      ...always,
    })
    .refine(({ home, mobile, work }) => hasPhone(home, mobile, work), {
      path: ['home'],
      message: contactTexts.onePhone,
      ...always,
    })
}

/** The body of the sign-up call, in reading B (C§3, R21). */
export function signUpPayload(
  handle: EnrolmentHandle,
  details: LoginDetails,
  { contactNumbers }: ProvenCustomer,
): BodyOf<typeof signUpUser> {
  return {
    personId: handle,
    username: details.username,
    password: details.password,
    email_address: details.emailAddress,
    security_question_val: details.security_question_txt,
    security_answer: details.answer,
    home_number: details.home,
    mobile_number: details.mobile,
    work_number: details.work,
    isDeletedHome: isDeleted(contactNumbers, details, 'home'),
    isDeletedMobile: isDeleted(contactNumbers, details, 'mobile'),
    isDeletedWork: isDeleted(contactNumbers, details, 'work'),
    homeSeq: sequenceOf(contactNumbers, 'home'),
    mobileSeq: sequenceOf(contactNumbers, 'mobile'),
    workSeq: sequenceOf(contactNumbers, 'work'),
  }
}

/** The form's field for each field of the payload. */
export const fieldOfPayload: Readonly<Record<string, keyof LoginDetails>> = {
  username: 'username',
  password: 'password',
  email_address: 'emailAddress',
  home_number: 'home',
  mobile_number: 'mobile',
  work_number: 'work',
  security_question_val: 'security_question_txt',
  security_answer: 'answer',
}
