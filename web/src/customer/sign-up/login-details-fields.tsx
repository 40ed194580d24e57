import { type SecurityQuestion, signUpTexts } from '@portal/contract/sign-up'
import { PhoneFields, SecurityFields } from '#account/contact-fields.tsx'
import { paths } from '#paths.ts'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FormSection, TextField, type TextFieldProps } from '#ui/form/field.tsx'
import { NewPasswordFields } from '#ui/form/password-field.tsx'
import type { CheckedForm } from '#ui/form/use-checked-form.ts'
import { CheckIcon } from '#ui/icons.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Spinner } from '#ui/waiting/spinner.tsx'
import { type LoginDetails, loginDetailsIds } from './login-details.ts'
import type { useUsernameCheck } from './use-username-check.ts'
import classes from './sign-up.module.css'

interface LoginDetailsFieldsProps {
  readonly form: CheckedForm<LoginDetails>
  readonly username: ReturnType<typeof useUsernameCheck>
  readonly hasEmailOnFile: boolean
  readonly questions: readonly SecurityQuestion[]
}

/** Login, contact and security details (C§2.3). */
export function LoginDetailsFields({ form, username, hasEmailOnFile, questions }: LoginDetailsFieldsProps) {
  return (
    <>
      <FormSection title="Login Details">
        <UsernameField check={username} field={form.getInputProps('username')} />
        <NewPasswordFields
          label="Password"
          password={{ id: loginDetailsIds.password, ...form.getInputProps('password') }}
          confirm={{ id: loginDetailsIds.confirmPass, ...form.getInputProps('confirmPass') }}
        />
      </FormSection>
      <FormSection title="Contact Details">
        <TextField
          id={loginDetailsIds.emailAddress}
          label="Email address"
          hint="We’ll send your confirmation here."
          required
          type="email"
          autoComplete="email"
          {...form.getInputProps('emailAddress')}
        />
        {hasEmailOnFile ? null : (
          <TextField
            id={loginDetailsIds.confirmEmailAdd}
            label="Confirm email address"
            required
            type="email"
            autoComplete="email"
            {...form.getInputProps('confirmEmailAdd')}
          />
        )}
        <PhoneFields field={(name) => form.getInputProps(name)} />
      </FormSection>
      <FormSection title="Security Details">
        <SecurityFields
          questions={questions}
          hint="We’ll ask for it if you forget your password. Capital letters and punctuation don’t matter."
          question={form.getInputProps('security_question_txt')}
          answer={form.getInputProps('answer')}
        />
        <CheckboxField
          id={loginDetailsIds.terms}
          label={<TermsLabel />}
          required
          error={form.errors['terms']}
          checked={form.values.terms}
          onChange={(terms) => form.setFieldValue('terms', terms)}
        />
      </FormSection>
    </>
  )
}

interface UsernameFieldProps {
  readonly check: ReturnType<typeof useUsernameCheck>
  readonly field: Omit<TextFieldProps, 'label'>
}

/** The username, with a spinner while the server checks whether it is taken. */
function UsernameField({ check, field }: UsernameFieldProps) {
  return (
    <div className={classes.username}>
      <TextField
        id={loginDetailsIds.username}
        label="Username"
        hint="You’ll use it to log in. No spaces."
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
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

/** The label of the terms checkbox. The terms open in a new tab, so that nothing typed is lost (C§2.3). */
function TermsLabel() {
  return (
    <>
      I have read and accept the{' '}
      <a href={paths.termsAndConditions} target="_blank" rel="noopener">
        {signUpTexts.terms} (opens in a new tab)
      </a>
      .
    </>
  )
}
