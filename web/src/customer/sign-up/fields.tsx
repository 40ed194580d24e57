import type { BodyOf } from '@portal/contract/call'
import { contactTexts, hasPhone } from '@portal/contract/contact'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { type SecurityQuestion, signUpTexts, type signUpUser } from '@portal/contract/sign-up'
import { type EnrollmentHandle, signUpFields } from '@portal/contract/sign-up-payload'
import { z } from 'zod'
import {
  isDeleted,
  phoneFields,
  PhoneFields,
  phonesOnFile,
  questionChoices,
  securityAnswer,
  securityQuestion,
  sequenceOf,
} from '#account/contact-fields.tsx'
import { paths } from '#paths.ts'
import { FormSection, TextField } from '#ui/form/field.tsx'
import { email, Fields, newPassword, own, password, tick } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { enteredTwice, filled, type Form, type FormRule, type Input, type ValuesOf } from '#ui/form/use-form.ts'
import { CheckIcon, Spinner } from '#ui/icons.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { rich } from '#ui/text/rich.ts'
import { t } from '#ui/text/t.ts'
import type { ProvenCustomer } from './customer-records.ts'
import type { useUsernameCheck } from './use-username-check.ts'
import classes from './sign-up.module.css'

const username = { username: own('', {}, rule(signUpFields.username)) }

const passwords = {
  password: newPassword({ label: t('Password') }, rule(signUpFields.password)),
  confirmPass: password(
    { id: 'confirm-password', label: t('Confirm password'), required: true, autoComplete: 'new-password' },
    filled(credentialTexts.confirmPassword),
  ),
}

const contact = {
  email_address: email(
    { id: 'email', label: t('Email address'), hint: t('We’ll send your confirmation here.'), required: true },
    rule(signUpFields.email_address),
  ),
}

/** Only asked for when no email address is on file. */
export const emailAgain = {
  confirmEmailAdd: email(
    { id: 'confirm-email', label: t('Confirm email address'), required: true },
    rule(z.string().trim().min(1, signUpTexts.confirmEmail)),
  ),
}

const { home_number: home, mobile_number: mobile, work_number: work } = signUpFields
const phones = phoneFields(
  { home: rule(home), mobile: rule(mobile), work: rule(work) },
  { home: 'home_number', mobile: 'mobile_number', work: 'work_number' },
)

const security = {
  security_question_val: securityQuestion(rule(signUpFields.security_question_val)),
  security_answer: securityAnswer(
    {
      hint: t('We’ll ask for it if you forget your password. Capital letters and punctuation don’t matter.'),
      required: true,
    },
    rule(signUpFields.security_answer),
  ),
  isPaperless: tick({ label: <PaperlessLabel /> }),
  terms: tick({ label: <TermsLabel />, required: true }, rule(z.literal(true, signUpTexts.termsRequired))),
}

/** Step 3 (C§2.3). */
export const loginFields = { ...username, ...passwords, ...contact, ...emailAgain, ...phones, ...security }
export type LoginDetails = ValuesOf<typeof loginFields>

/** What the fields have to be together (C§5). */
export function loginRules({ hasEmailOnFile }: { readonly hasEmailOnFile: boolean }): FormRule<LoginDetails>[] {
  return [
    enteredTwice('password', 'confirmPass'),
    {
      at: 'confirmEmailAdd',
      message: t(signUpTexts.emailsDiffer),
      isMet: (details) => hasEmailOnFile || details.email_address.trim() === details.confirmEmailAdd.trim(),
    },
    {
      at: 'home',
      message: t(contactTexts.onePhone),
      isMet: (details) => hasPhone(details.home, details.mobile, details.work),
    },
  ]
}

export function detailsOnFile(customer: ProvenCustomer): Partial<LoginDetails> {
  return { email_address: customer.customerDetails.emailAddress, ...phonesOnFile(customer.contactNumbers) }
}

/** In reading B (C§3, R21). */
export function signUpPayload(
  handle: EnrollmentHandle,
  details: LoginDetails,
  { contactNumbers }: ProvenCustomer,
): BodyOf<typeof signUpUser> {
  return {
    personId: handle,
    username: details.username,
    password: details.password,
    email_address: details.email_address,
    security_question_val: details.security_question_val,
    security_answer: details.security_answer,
    isPaperless: details.isPaperless,
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

interface LoginDetailsFieldsProps {
  readonly form: Form<typeof loginFields>
  readonly username: ReturnType<typeof useUsernameCheck>
  readonly hasEmailOnFile: boolean
  readonly questions: readonly SecurityQuestion[]
}

export function LoginDetailsFields({ form, username: check, hasEmailOnFile, questions }: LoginDetailsFieldsProps) {
  return (
    <>
      <FormSection title={t('Login Details')}>
        <UsernameField check={check} {...form.input('username')} />
        <Fields form={form} of={passwords} />
      </FormSection>
      <FormSection title={t('Contact Details')}>
        <Fields form={form} of={contact} />
        {hasEmailOnFile ? null : <Fields form={form} of={emailAgain} />}
        <PhoneFields form={form} of={phones} />
      </FormSection>
      <FormSection title={t('Security Details')}>
        <Fields form={form} of={security} extra={{ security_question_val: { choices: questionChoices(questions) } }} />
      </FormSection>
    </>
  )
}

interface UsernameFieldProps extends Input<string> {
  readonly check: ReturnType<typeof useUsernameCheck>
}

function UsernameField({ check, onChange, ...input }: UsernameFieldProps) {
  return (
    <div className={classes.username}>
      <TextField
        label={t('Username')}
        hint={t('You’ll use it to log in. No spaces.')}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-busy={check.isChecking || undefined}
        rightSection={<UsernameMark check={check} />}
        onBlur={check.onLeave}
      />
      <HiddenText role="status">{check.status}</HiddenText>
    </div>
  )
}

function UsernameMark({ check }: { readonly check: UsernameFieldProps['check'] }) {
  if (check.isChecking) return <Spinner />
  return check.isFree ? <CheckIcon /> : null
}

function PaperlessLabel() {
  return (
    <>
      {t(signUpTexts.paperless)}
      <span className={classes.hint}>
        {t('We stop mailing paper bills once you confirm your email address. You can go back to paper at any time.')}
      </span>
    </>
  )
}

/** The terms open in a new tab, so that nothing typed is lost (C§2.3). */
function TermsLabel() {
  return (
    <>
      {rich('I have read and accept the {link}.', {
        link: (
          <a href={paths.termsAndConditions} target="_blank" rel="noopener">
            {t('{terms} (opens in a new tab)', { terms: t(signUpTexts.terms) })}
          </a>
        ),
      })}
    </>
  )
}
