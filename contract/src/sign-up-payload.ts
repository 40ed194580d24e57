import { z } from 'zod'
import { contactTexts, DeletionFlag, emailField, hasPhone, phoneField, PhoneSequence } from './contact.ts'
import { NewPassword, NewSecurityAnswer } from './credentials.ts'
import { longestUsername } from './sign-in-texts.ts'
import { signUpTexts } from './sign-up-texts.ts'
import { typedName } from './text.ts'

/** For the browser that began the enrollment; the specification has `personId`. */
export const EnrollmentHandle = z.uuid().brand<'EnrollmentHandle'>()
export type EnrollmentHandle = z.infer<typeof EnrollmentHandle>

/** Keeps its case; names that differ only in case count as the same. */
export const NewUsername = z
  .string()
  .overwrite(typedName)
  .min(1, signUpTexts.usernameRequired)
  .max(longestUsername, signUpTexts.usernameInvalid)
  .regex(/^[\p{L}\p{M}\p{N}._+@-]*$/u, signUpTexts.usernameInvalid)
  .refine((name) => !isMisleading(name), signUpTexts.usernameMisleading)

/** Letters that look like ordinary ones (`ſ`) or come from look-alike alphabets (a Cyrillic `а`). */
function isMisleading(name: string): boolean {
  const lookAlikes = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]
  return name.normalize('NFKC') !== name || lookAlikes.filter((alphabet) => alphabet.test(name)).length > 1
}

export const QuestionValue = z
  .union([z.string(), z.number().transform(String)])
  .refine((value) => /^\d{1,9}$/.test(value), signUpTexts.questionRequired)

/** Messages of C§5, names of reading B (C§3). */
export const signUpFields = {
  username: NewUsername,
  password: NewPassword,
  email_address: emailField(signUpTexts.emailInvalid),
  security_question_val: QuestionValue,
  security_answer: NewSecurityAnswer,
  home_number: phoneField(signUpTexts.homePhoneInvalid),
  mobile_number: phoneField(signUpTexts.mobilePhoneInvalid),
  work_number: phoneField(signUpTexts.workPhoneInvalid),
}

const SignUp = z
  .object({
    personId: EnrollmentHandle,
    ...signUpFields,
    isDeletedHome: DeletionFlag,
    isDeletedMobile: DeletionFlag,
    isDeletedWork: DeletionFlag,
    homeSeq: PhoneSequence,
    mobileSeq: PhoneSequence,
    workSeq: PhoneSequence,
    /** R43. */
    isPaperless: DeletionFlag,
  })
  .refine(({ home_number, mobile_number, work_number }) => hasPhone(home_number, mobile_number, work_number), {
    path: ['home_number'],
    message: contactTexts.onePhone,
  })

const Typed = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
const TypedFlag = z.union([z.boolean(), z.string()]).optional()
const TypedSequence = z.union([z.number(), z.string()]).nullish()
const typedDeletions = { isDeletedHome: TypedFlag, isDeletedMobile: TypedFlag, isDeletedWork: TypedFlag }

/** C§3: `IDNumber` is the username. The person's names are ignored: the billing system has them. */
const ReadingA = z
  .object({
    personId: z.string(),
    first_name: Typed,
    last_name: Typed,
    IDNumber: z.string(),
    WebPassword: Typed,
    emailAddress: Typed,
    home: Typed,
    mobile: Typed,
    work: Typed,
    CharacteristicValue: z.union([z.string(), z.number()]).nullish(),
    Answer: Typed,
    ...typedDeletions,
    sequenceHome: TypedSequence,
    sequenceMobile: TypedSequence,
    sequenceWork: TypedSequence,
  })
  .transform((a) => ({
    personId: a.personId,
    username: a.IDNumber,
    password: a.WebPassword,
    email_address: a.emailAddress,
    security_question_val: a.CharacteristicValue ?? '',
    security_answer: a.Answer,
    home_number: a.home,
    mobile_number: a.mobile,
    work_number: a.work,
    isDeletedHome: a.isDeletedHome,
    isDeletedMobile: a.isDeletedMobile,
    isDeletedWork: a.isDeletedWork,
    homeSeq: a.sequenceHome,
    mobileSeq: a.sequenceMobile,
    workSeq: a.sequenceWork,
  }))

/** C§3; what the web app sends (R21). */
const ReadingB = z.object({
  personId: z.string(),
  username: Typed,
  password: Typed,
  email_address: Typed,
  security_question_val: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => value ?? ''),
  security_answer: Typed,
  home_number: Typed,
  mobile_number: Typed,
  work_number: Typed,
  ...typedDeletions,
  homeSeq: TypedSequence,
  mobileSeq: TypedSequence,
  workSeq: TypedSequence,
  isPaperless: TypedFlag,
})

/** Either reading (C§3, R21): `IDNumber` means A. Errors name the fields of reading B. */
export const SignUpPayload = z.union([ReadingA, ReadingB]).pipe(SignUp)
export type SignUpPayload = z.output<typeof SignUpPayload>
